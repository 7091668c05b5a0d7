//! Packs the published crates, runs their tests from the packed files, and builds robots that
//! depend on nothing but these files: that of the tutorial, and a new one.

mod summary;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use clap::Parser;
use serde_json::{Value, json};
use tool_support::{GeneratedCrate, command, progress};

use summary::Summary;

/// The robot of the tutorial: a crate that a user could have written.
const ROBOT: &str = "rover";
/// The package that makes robots, and the name of a new one.
const NEW: (&str, &str) = ("robot-skill-cargo", "new-robot");
/// The processors for which it is built, with the features that they need.
const TARGETS: [(&str, &[&str]); 4] = [
    ("thumbv7em-none-eabihf", &[]),
    ("thumbv6m-none-eabi", &["portable-atomic"]),
    ("riscv32imc-unknown-none-elf", &["portable-atomic"]),
    ("wasm32-unknown-unknown", &[]),
];

/// Pack the published crates, run their tests from the packed files, and build the robot of the
/// tutorial and a new one from them
///
/// Exit status: 0 if everything holds, 1 if a test fails or is ignored, 2 if a crate cannot be
/// packed or built.
#[derive(Parser)]
struct Cli {
    /// Pack files that are not committed
    #[arg(long)]
    allow_dirty: bool,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Cli::parse()))
}

fn run(cli: &Cli) -> anyhow::Result<bool> {
    let workspace = tool_support::workspace();
    let packages = published(&workspace)?;
    ensure!(!packages.is_empty(), "no package of this workspace is published");
    let names: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    println!("published: {}", names.join(", "));

    let archives = pack(&workspace, &packages, cli.allow_dirty)?;
    let unpacked = unpack(&workspace, &packages, &archives)?;
    let summary = test(&unpacked)?;
    println!("tests from the packed files: {summary}");
    build_robot(&unpacked)?;
    println!("{ROBOT} builds from the packed files for {} targets, and runs", TARGETS.len());
    new_robot(&workspace, &unpacked)?;
    println!(
        "a new robot is built and tested from the packed files, watched in a browser, and runs in one"
    );
    parts(&unpacked, &packages)?;
    println!("its C library and its firmware are built from the packed files, and run");
    failing_robot(&workspace, &unpacked)?;
    Ok(summary.holds())
}

struct Package {
    name: String,
    version: String,
    library: String,
}

/// Returns the packages of the workspace that are published.
fn published(workspace: &Path) -> anyhow::Result<Vec<Package>> {
    let mut cargo = command::cargo(workspace, &workspace.join("target"));
    let output = command::run(cargo.args(["metadata", "--no-deps", "--format-version=1"]))?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).context("cannot read the metadata")?;
    let listed = metadata["packages"].as_array().context("no packages")?.iter();
    // The registries to which it may be published; any if it is null.
    let listed = listed.filter(|package| package["publish"] != json!([]));
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let read = |package: &Value| {
        let targets = package["targets"].as_array()?;
        let kinds = [json!(["lib"]), json!(["rlib"]), json!(["proc-macro"])];
        let library = targets.iter().find(|target| kinds.contains(&target["kind"]));
        Some(Package {
            name: text(&package["name"])?,
            version: text(&package["version"])?,
            library: text(&library.unwrap_or(package)["name"])?,
        })
    };
    listed.map(read).collect::<Option<_>>().context("unexpected metadata")
}

/// Runs `cargo package`; returns the directory of the archives.
fn pack(workspace: &Path, packages: &[Package], allow_dirty: bool) -> anyhow::Result<PathBuf> {
    let target = workspace.join("target").join("package");
    let mut cargo = command::cargo(workspace, &target);
    // Their tests, which run later, verify more than `cargo package` does.
    cargo.args(["package", "--quiet", "--no-verify"]);
    for package in packages {
        cargo.args(["--package", &package.name]);
    }
    if allow_dirty {
        cargo.arg("--allow-dirty");
    }
    let output = progress::run(&mut cargo, "packing")?;
    ensure!(output.status.success(), "{}cannot pack", command::messages(&output));
    Ok(target.join("package"))
}

/// Unpacks the archives next to a copy of the robot, as members of a workspace in which the
/// registry's packages are replaced by the packed ones.
fn unpack(
    workspace: &Path,
    packages: &[Package],
    archives: &Path,
) -> anyhow::Result<GeneratedCrate> {
    // Where the registry's packages are built already.
    let target = workspace.join("target");
    let unpacked = GeneratedCrate::new(workspace, "packed").building_into(target);
    let mut members = vec![format!("\"{ROBOT}\"")];
    let (mut dependencies, mut patches) = (String::new(), String::new());
    for package in packages {
        let Package { name, version, library } = package;
        let directory = format!("{name}-{version}");
        unpacked.clean(&directory)?;
        let archive = archives.join(format!("{directory}.crate"));
        let mut tar = std::process::Command::new("tar");
        // Archives have one fixed time for all files; with the current one (`-m`), cargo sees that
        // they have changed since an earlier run.
        tar.arg("-xzmf").arg(archive).arg("-C").arg(unpacked.root());
        std::fs::create_dir_all(unpacked.root())
            .with_context(|| format!("cannot create {}", unpacked.root().display()))?;
        command::run(&mut tar)?;
        members.push(format!("\"{directory}\""));
        let library = library.replace('_', "-");
        dependencies.push_str(&format!(
            "{library} = {{ package = \"{name}\", version = \"{version}\" }}\n"
        ));
        patches.push_str(&format!("{name} = {{ path = \"{directory}\" }}\n"));
    }
    unpacked.clean(NEW.1)?;
    unpacked.clean(ROBOT)?;
    let robot = workspace.join("examples").join(ROBOT);
    let mut copy = std::process::Command::new("cp");
    command::run(copy.arg("-R").arg(&robot).arg(unpacked.root().join(ROBOT)))?;
    // A dependency without default features cannot be that of the workspace.
    let manifest = std::fs::read_to_string(robot.join("Cargo.toml"))?;
    unpacked.write(
        &format!("{ROBOT}/Cargo.toml"),
        manifest.replace("path = \"../../skill-runtime\"", "version = \"0\""),
    )?;
    unpacked.write_manifest(&format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[workspace.dependencies]\n\
         {dependencies}\n[workspace.lints]\n\n[profile.dev]\ndebug = 0\n\n[patch.crates-io]\n{patches}",
        members.join(", ")
    ))?;
    Ok(unpacked)
}

/// Runs the tests of all members, documentation included.
fn test(unpacked: &GeneratedCrate) -> anyhow::Result<Summary> {
    let mut cargo = command::cargo(unpacked.root(), unpacked.target());
    cargo.args(["test", "--workspace", "--color=never", "--no-fail-fast"]);
    let output = progress::run(&mut cargo, "testing the packed files")?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    let summary = Summary::parse(&stdout);
    if !output.status.success() {
        // What failed comes last: a log is shown from its end.
        println!("{}{}", command::messages(&output), summary::failures(&stdout));
        if summary.failed == 0 {
            bail!("the packed files do not compile, see above");
        }
    }
    Ok(summary)
}

/// Builds the robot for each target, and runs its program on this machine.
fn build_robot(unpacked: &GeneratedCrate) -> anyhow::Result<()> {
    for (target, features) in TARGETS {
        let features = features.join(",");
        let mut arguments =
            vec!["--package", ROBOT, "--lib", "--no-default-features", "--target", target];
        if !features.is_empty() {
            arguments.extend(["--features", &features]);
        }
        unpacked.build(&arguments, &format!("building {ROBOT} for {target}")).with_context(
            || {
                format!(
                    "cannot build {ROBOT} for {target}, which `rustup target add {target}` installs"
                )
            },
        )?;
    }
    let mut run = unpacked.cargo("run");
    let output = progress::run(run.args(["--package", ROBOT]), &format!("running {ROBOT}"))?;
    ensure!(output.status.success(), "{}{ROBOT} fails", command::messages(&output));
    Ok(())
}

/// Adds a C library and a firmware to the new robot as a user does, and runs them.
fn parts(unpacked: &GeneratedCrate, packages: &[Package]) -> anyhow::Result<()> {
    let (package, name) = NEW;
    let robot = unpacked.root().join(name);
    // They are no members of the workspace with the packed files.
    let patches: Vec<String> = packages
        .iter()
        .map(|Package { name, version, .. }| {
            let path = unpacked.root().join(format!("{name}-{version}"));
            format!("--config=patch.crates-io.{name}.path={:?}", path.display().to_string())
        })
        .collect();
    let steps: [(&str, &[&str]); 4] = [
        ("c", &["run", "--example", "header"]),
        ("c", &["build", "--release"]),
        ("firmware", &["fmt", "--check"]),
        // In qemu.
        ("firmware", &["run", "--release"]),
    ];
    for part in ["c", "firmware"] {
        let mut add = command::cargo(unpacked.root(), unpacked.target());
        add.args(["run", "--quiet", "--package", package, "--", "skill", "add", part]);
        let output = progress::run(add.args(["--robot", name]), &format!("adding {part}"))?;
        ensure!(output.status.success(), "{}cannot add {part}", command::messages(&output));
        for (_, arguments) in steps.iter().filter(|(of, _)| *of == part) {
            let mut cargo = command::cargo(&robot.join(part), &robot.join(part).join("target"));
            cargo.args(*arguments);
            if arguments[0] != "fmt" {
                cargo.args(&patches);
            }
            let line = format!("{part} of a new robot: cargo {}", arguments.join(" "));
            let output = progress::run(&mut cargo, &line)?;
            ensure!(output.status.success(), "{}{line} fails", command::messages(&output));
        }
    }
    let library = format!("target/release/lib{}_skills.a", name.replace('-', "_"));
    for program in ["engine", "host", "behaviour"] {
        let mut cc = std::process::Command::new("cc");
        cc.args(["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-o", program]);
        cc.args([&format!("c/{program}.c"), &library, "-lm", "-lpthread", "-ldl"]);
        command::run(cc.current_dir(robot.join("c")))?;
    }
    let mut engine = std::process::Command::new(robot.join("c/engine"));
    let output = command::run(engine.arg("drive{way_m=1}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    ensure!(printed.starts_with("FINAL after 2.5"), "the program in C prints {printed:?}");
    Ok(())
}

/// Has the simulator of the new robot panic, and sees the reason in its playground.
fn failing_robot(workspace: &Path, unpacked: &GeneratedCrate) -> anyhow::Result<()> {
    let (_, name) = NEW;
    let simulator = format!("{name}/src/simulator.rs");
    let text = std::fs::read_to_string(unpacked.root().join(&simulator))?;
    let (before, panics) = ("        self.last = now.time;\n", "the wheel is lost");
    ensure!(text.contains(before), "{simulator} has changed");
    let line =
        format!("{before}        assert!(now.time < Instant::from_millis(1500), \"{panics}\");\n");
    unpacked.write(&simulator, text.replace(before, &line))?;
    let site = unpacked.root().join(name).join("failing").display().to_string();
    let mut make = command::cargo(unpacked.root(), unpacked.target());
    make.args(["run", "--package", name, "--features=full", "--", "playground", &site]);
    let output = progress::run(&mut make, "the playground of a robot that panics")?;
    ensure!(output.status.success(), "{}no playground", command::messages(&output));
    let mut watch = command::cargo(workspace, unpacked.target());
    watch.args(["run", "--quiet", "--package", "tool-page", "--", "robot", "--playground", &site]);
    let output = progress::run(watch.args(["--fails", panics]), "its page says why")?;
    ensure!(output.status.success(), "{}its page does not say why", command::messages(&output));
    Ok(())
}

/// Makes a robot as a user does, and checks it as its own CI does. Then a browser watches its agent.
fn new_robot(workspace: &Path, unpacked: &GeneratedCrate) -> anyhow::Result<()> {
    let (package, name) = NEW;
    // Not the style of the workspace around it.
    unpacked.write("rustfmt.toml", "")?;
    let site = unpacked.root().join(name).join("site").display().to_string();
    let steps: [&[&str]; 6] = [
        &["run", "--quiet", "--package", package, "--", "skill", "new", name],
        &["fmt", "--check", "--package", name],
        &["run", "--quiet", "--package", "robot-skill-fmt", "--", "skill-fmt", "--check", name],
        &["test", "--package", name],
        &["build", "--package", name, "--features=full"],
        &["run", "--package", name, "--features=full", "--", "playground", &site],
    ];
    for step in steps {
        let mut cargo = command::cargo(unpacked.root(), unpacked.target());
        let line = format!("a new robot: cargo {}", step.join(" "));
        let output = progress::run(cargo.args(step), &line)?;
        let printed = command::messages(&output);
        ensure!(output.status.success(), "{printed}{line} fails");
    }
    let program = |name: &str| unpacked.target().join("debug").join(name).display().to_string();
    let (robot, skill) = (program(name), program("cargo-skill"));
    let directory = unpacked.root().join(name).display().to_string();
    for (arguments, what) in [
        (&[&*robot][..], "its page"),
        (&[&*skill, "--dev", &directory], "its page after changes"),
        (&["--playground", &site], "its playground"),
    ] {
        let mut watch = command::cargo(workspace, unpacked.target());
        watch.args(["run", "--quiet", "--package", "tool-page", "--", "robot"]).args(arguments);
        let output = progress::run(&mut watch, what)?;
        ensure!(output.status.success(), "{}{what} fails", command::messages(&output));
    }
    Ok(())
}
