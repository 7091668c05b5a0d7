//! The checks that `cargo test` does not make: each a line here, and nowhere else.

/// When a check runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lane {
    /// At every push, in minutes.
    Fast,
    /// At every landing.
    Deep,
    /// Every night: what seldom fails after a change, and takes long.
    Nightly,
}

impl Lane {
    pub const ALL: [(Self, &str); 3] =
        [(Self::Fast, "fast"), (Self::Deep, "deep"), (Self::Nightly, "nightly")];

    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A check.
#[derive(Clone, Copy)]
pub struct Step {
    pub name: &'static str,
    pub lane: Lane,
    /// The question that the check decides.
    pub about: &'static str,
    /// Run one after the other until one fails. Words before the program that have a `=` are variables
    /// of the environment.
    pub commands: &'static [&'static str],
    /// Whether it measures time, so that nothing else may run.
    pub is_alone: bool,
    /// Folders of `target`, removed after the last of the chosen steps that uses them.
    pub folders: &'static [&'static str],
}

const fn step(
    lane: Lane,
    name: &'static str,
    about: &'static str,
    commands: &'static [&'static str],
) -> Step {
    Step { name, lane, about, commands, is_alone: false, folders: &[] }
}

const fn leaving(folders: &'static [&'static str], step: Step) -> Step {
    Step { folders, ..step }
}

const fn alone(step: Step) -> Step {
    Step { is_alone: true, ..step }
}

use Lane::{Deep, Fast, Nightly};

/// In the order in which they start.
#[rustfmt::skip] // a table
pub const STEPS: &[Step] = &[
    step(Fast, "fmt", "is the code formatted, and the blocks of the macros?", &[
        "cargo fmt --all --check",
        "cargo run --quiet -p robot-skill-fmt -- skill-fmt --check",
    ]),
    step(Fast, "clippy", "does any lint fire?", &[
        "cargo clippy --quiet --workspace --all-targets -- -D warnings",
    ]),
    step(Fast, "pages", "are the book's pages of errors and messages written?", &["cargo xtask pages"]),
    step(Fast, "structure", "do files import each other in circles?", &["cargo xtask structure --check"]),
    // The steps before build what the steps that run alone need.
    leaving(&["wasm32-unknown-unknown", "playground", "web"], step(Deep, "web", "are the playgrounds of NAO and rover built, small enough for a page?", &["cargo xtask playground"])),
    leaving(&["mcp"], step(Deep, "mcp", "does a client of the Model Context Protocol call each skill?", &["cargo xtask mcp"])),
    leaving(&["recording"], step(Deep, "recording", "do other programs read the recordings, and does a replay do the same?", &["cargo xtask recording --games 5"])),
    leaving(&["shards"], step(Deep, "shards", "is a season in shards, whose workers are killed, that of one process?", &["cargo xtask shards --games 300"])),
    step(Deep, "goals", "are goals of ROS 2 calls, and mutated ones errors?", &["cargo test --quiet -p robot-skill-ros2"]),
    leaving(&["page", "axe"], step(Deep, "members", "are robots of a fleet seen, called, stopped, and of one client at a time, in a browser, too?", &[
        "cargo test --quiet -p robot-skill-fleet",
        "cargo xtask fleet-page",
    ])),
    step(Deep, "demo", "does the first command work?", &["cargo run --quiet --release"]),
    leaving(&["page"], alone(step(Deep, "page", "does the live page work in a browser?", &["cargo xtask page --except hours"]))),
    leaving(&["wasm32-unknown-unknown", "playground", "web"], alone(step(Deep, "playground", "do game and rover run in a browser, as in their programs, and fast enough?", &[
        "cargo xtask playground --check",
    ]))),
    leaving(&["physics"], alone(step(Deep, "lola", "does the simulated NAO with contact physics stand up, kick, and sit down when its behavior is killed, the same on each machine?", &[
        "cargo xtask physics --test --runs 2 --packets target/session",
        "cargo xtask nao lola target/session",
    ]))),
    leaving(&["ide"], step(Deep, "ide", "does completion work in half-typed blocks?", &["cargo xtask ide --every 12"])),
    leaving(&["package", "packed", "thumbv7em-none-eabihf", "thumbv6m-none-eabi", "riscv32imc-unknown-none-elf", "wasm32-unknown-unknown"], step(Deep, "package", "do the packed crates work for a user?", &["cargo xtask package"])),
    leaving(&["skill-proof"], step(Deep, "proof", "can a skill panic, allocate, recur or loop forever?", &["cargo xtask proof"])),
    leaving(&["nao"], step(Deep, "nao-test", "does the C library work on the NAO's processor, emulated?", &["cargo xtask nao test --ticks 50000"])),
    leaving(&["nao"], step(Deep, "nao-proof", "what does the C library's machine code need: instructions, stack, sizes?", &["cargo xtask nao proof"])),
    leaving(&["nao"], step(Deep, "nao-crash", "does either process survive a kill of the other at any access?", &["cargo xtask nao crash --stride 8"])),
    leaving(&["nao"], step(Deep, "nao-build", "is the robot's library built, with its header?", &["cargo xtask nao build"])),
    leaving(&["nao", "hosts"], step(Deep, "rover-c", "do programs in C, C++ and Python step the rover, and does either process survive a kill of the other?", &[
        "cargo test --quiet -p rover-c --test hosts -- --ignored",
        "cargo xtask nao crash --robot rover --stride 24",
    ])),
    leaving(&["bench"], step(Deep, "bench", "are instructions and sizes within their bounds?", &["cargo xtask bench --check"])),
    leaving(&["skill-proof"], step(Deep, "prover", "does the prover find the faults that are planted for it?", &[
        "cargo test --quiet -p robot-skill-proof --test proof",
        "cargo xtask loops --programs 500",
    ])),
    leaving(&["miri"], step(Deep, "miri", "is the unsafe code of the C boundary sound?", &[
        "cargo +nightly miri test --quiet -p nao-c -p robot-skill-c -p rover-c --lib --test boundary --target-dir target/miri",
    ])),
    leaving(&["loom"], step(Deep, "loom", "does the blackboard hold under every interleaving?", &["cargo xtask loom"])),
    step(Deep, "tools", "do the checks find the faults that are planted for them?", &["cargo test --quiet -p tool-*"]),
    leaving(&["interfaces"], step(Deep, "interfaces", "do Fawkes's interface files compile and work?", &["cargo xtask interfaces tests/interfaces"])),
    leaving(&["nested"], step(Deep, "nested", "do random skills follow the rules of the semantics?", &["cargo xtask nested --machines 150"])),
    leaving(&["doc"], step(Deep, "docs", "do the documentation's links lead anywhere?", &[
        "RUSTDOCFLAGS=-Dwarnings cargo doc --quiet --no-deps --workspace",
    ])),
    step(Deep, "features", "do all features compile?", &[
        "cargo clippy --quiet -p nao -p rover -- -D warnings",
        "cargo clippy --quiet -p nao --features full,defmt,trace-decode -- -D warnings",
        "cargo check --quiet -p skills-nao --features defmt",
    ]),
    // `package` builds for two more.
    leaving(&["thumbv7em-none-eabihf", "wasm32-unknown-unknown"], step(Deep, "targets", "does it build for processors without an operating system?", &[
        "cargo build --quiet --target thumbv7em-none-eabihf --no-default-features -p robot-skill-runtime -p skills-nao -p rover -p robocup-gamecontroller -p nao-lola --lib",
        "cargo build --quiet --target wasm32-unknown-unknown --no-default-features -p robot-skill-runtime -p robot-skill-studio -p skills-nao -p rover --lib",
    ])),
    leaving(&["thumbv7em-none-eabihf", "firmware"], alone(step(Deep, "firmware", "does the rover's firmware deliver a can in an emulator, is it watched through its serial port, and as small as the book says?", &[
        "cargo clippy --quiet --target thumbv7em-none-eabihf -p rover-firmware --bin rover-rtic --features rtic,stack,watch -- -D warnings",
        "cargo clippy --quiet --target thumbv7em-none-eabihf -p rover-firmware --bin rover-embassy --features embassy,stack,watch -- -D warnings",
        "cargo test --quiet -p robot-skill-runtime --no-default-features --test without_text",
        "cargo xtask firmware",
    ]))),
    step(Deep, "deny", "are licenses and sources of the dependencies allowed?", &["cargo deny check bans licenses sources"]),
    step(Deep, "shared", "does a reader of shared memory survive a writer that goes away?", &[
        "cargo test --quiet -p robot-skill-studio --test shared_memory -- --ignored",
    ]),
    step(Deep, "mdns", "does a laptop reach a robot by its name?", &[
        "cargo test --quiet -p robot-skill-studio --test mdns -- --ignored",
    ]),
    step(Deep, "vscode", "does the extension for VS Code color blocks, draw graphs, and is it packed?", &[
        "npm --prefix editors/vscode ci --silent",
        "npm --prefix editors/vscode test --silent",
        "npm --prefix editors/vscode run package --silent",
    ]),
    step(Deep, "install", "is `nao` installed as the README says?", &[
        "cargo test --quiet -p book-tests --test commands -- --ignored",
    ]),
    leaving(&["physics"], step(Nightly, "motions", "how often does each motion succeed in random worlds?", &[
        "cargo xtask physics --evaluate standup_front",
        "cargo xtask physics --evaluate standup_back",
        "cargo xtask physics --evaluate push",
        "cargo xtask physics --evaluate park",
        "cargo xtask physics --evaluate park_soft",
        "cargo xtask physics --evaluate getup",
        "cargo xtask physics --evaluate kick_left",
        "cargo xtask physics --evaluate kick_right",
    ])),
    leaving(&["trace", "i586-unknown-linux-gnu"], step(Nightly, "trace", "are defmt's frames the printed trace?", &["cargo xtask trace"])),
    leaving(&["oldest"], step(Nightly, "oldest", "do the published crates build with the oldest toolchain?", &[
        "cargo +1.88.0 check --quiet --target-dir target/oldest -p robot-skill-runtime -p robot-skill-test -p robot-skill-studio -p robot-skill-proof -p robot-skill-c -p robot-skill-fmt -p robot-skill-cargo -p robocup-gamecontroller",
    ])),
    leaving(&["oldest"], step(Nightly, "oldest-tests", "do all features and the README's commands work with the oldest toolchain?", &[
        "cargo +1.88.0 check --quiet --target-dir target/oldest -p robot-skill-runtime -p robot-skill-test -p robot-skill-studio -p robot-skill-proof -p robot-skill-c -p robot-skill-fmt -p robot-skill-cargo -p robocup-gamecontroller --all-features",
        "cargo +1.88.0 run --quiet --release --target-dir target/oldest",
        "cargo +1.88.0 test --quiet --target-dir target/oldest",
    ])),
    leaving(&["semver-checks"], step(Nightly, "semver", "does no library break programs without a word in the changelog?", &[
        "cargo test --quiet -p tool-semver -- --ignored",
        "cargo xtask semver",
    ])),
    step(Nightly, "combined", "does each combination of the studio's features compile?", &[
        "cargo clippy --quiet -p robot-skill-studio --features hub -- -D warnings",
        "cargo clippy --quiet -p robot-skill-studio --features cli,record -- -D warnings",
        "cargo clippy --quiet -p robot-skill-studio --features cli,live -- -D warnings",
        "cargo clippy --quiet -p robot-skill-studio --features mdns -- -D warnings",
        "cargo clippy --quiet -p robot-skill-studio --features playground -- -D warnings",
        "cargo clippy --quiet -p robot-skill-studio --features cli,playground -- -D warnings",
        "cargo clippy --quiet -p robot-skill-studio --features foxglove -- -D warnings",
        "cargo clippy --quiet -p robot-skill-studio --features cli,remote,tui -- -D warnings",
    ]),
    leaving(&["ide"], step(Nightly, "completion", "does completion work in each half-typed block?", &["cargo xtask ide"])),
    leaving(&["page"], step(Nightly, "hours", "is a recording of ten hours shown quickly?", &["cargo xtask page hours"])),
    leaving(&["recording"], step(Nightly, "recordings", "do other programs read the recordings of 20 games?", &["cargo xtask recording"])),
    leaving(&["ros2"], step(Nightly, "ros2", "does a client of ROS 2 drive the rover, with its skills as actions?", &["cargo xtask ros2"])),
    leaving(&["fleet"], alone(step(Nightly, "fleet", "are 50 robots seen and stopped by others, with loss, without their router, and no slower for it?", &["cargo xtask fleet"]))),
    step(Nightly, "loops", "is one of 10 000 random loops proved that never ends?", &[
        "cargo xtask loops --programs 10000",
    ]),
    step(Nightly, "layout", "do drawings overlap, or cross more than Graphviz's?", &["cargo xtask layout"]),
    step(Nightly, "season", "does the striker stay within its limits in 200 games?", &["cargo xtask season"]),
    leaving(&["nested"], step(Nightly, "machines", "do 2700 random skills follow the rules of the semantics?", &["cargo xtask nested --machines 2700"])),
    step(Nightly, "mutated", "does a parser panic on one of a million corrupted inputs?", &[
        "cargo test --quiet --release -p robot-skill-runtime -p robot-skill-compiler --lib -- --ignored",
        "cargo test --quiet --release -p robocup-gamecontroller --test mutated -- --ignored",
        "cargo test --quiet --release -p nao-lola --test packets -- --ignored",
    ]),
    leaving(&["corpus"], step(Nightly, "corpus", "do recorded machines of Fawkes run the same?", &["cargo xtask corpus tests/corpus/fsmt"])),
    step(Nightly, "formatter", "does the formatter lose anything of 500 random and 10 000 mutated files?", &["cargo xtask fmt"]),
    leaving(&["nao"], step(Nightly, "ticks", "is the C library's trace the same on each machine over millions of calls?", &["cargo xtask nao test"])),
    leaving(&["trace"], step(Nightly, "tracing", "does the program do the same with traces, and do they cost what the book says?", &[
        "cargo test --quiet -p nao --lib --features full,defmt,trace-decode",
        "cargo xtask trace --cost",
    ])),
    leaving(&["scxml"], step(Nightly, "scxml", "does an implementation of SCXML run random skills the same?", &[
        "cargo xtask scxml --install",
        "cargo xtask scxml",
    ])),
    leaving(&["nao"], step(Nightly, "kills", "does either process survive kills at every access, corrupted words, on i586?", &[
        "cargo xtask nao crash --stride 2",
        "cargo xtask nao crash --word --stride 4 --races 3",
        "cargo xtask nao crash --target i586 --stride 8",
        "cargo xtask nao crash --robot rover --stride 2",
        "cargo xtask nao crash --robot rover --word --stride 4 --races 3",
    ])),
    step(Nightly, "campaigns", "do explanations, requests and recordings hold over a million inputs?", &[
        "cargo test --quiet --release -p skill-tests -- --ignored",
        "cargo test --quiet --release -p robot-skill-studio --features full --lib -- --ignored",
    ]),
];
