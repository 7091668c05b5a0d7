//! Expansions: what an IDE sees of whole skills, and the differences of half-typed ones, as snapshots.
//!
//! After a change: `INSTA_UPDATE=always cargo test -p robot-skill-compiler`, then read every
//! difference.

use super::MachineKind;
use proc_macro2::{Group, TokenStream, TokenTree};

/// A skill with what most skills have.
const WHOLE: &str = r#"
    /// Blinks.
    pub skill Blink(times: u32 = 3 in 1..=9) -> u32 {
        depends_skills { Wait }
        depends_interfaces { led: Led = "Chest" (max_age = 40ms) }
        vars { done: u32 = 0 }
        always { -> FAILED("the light of {} is stale", self.times) when led.stale(); }
        start state On {
            precond -> FAILED("no light") when !led.has_writer();
            init { led.send(led::TurnOn {}); }
            -> Off after 500ms;
        }
        state Off = (Wait { time_sec: 0.5, ..until(led) }, action glow(self.done)) {
            exit { self.done += 1; }
            -> On on FINAL;
            -> FAILED on FAILED;
            /// enough
            -> FINAL(self.done) when self.done == self.times;
        }
    }
"#;

/// A skill with nested states, parameters, states that are passed, and variables that flow.
const NESTED: &str = r#"
    /// Bounces along.
    pub skill Roll(far_m: f32 = 3.0) {
        depends_interfaces { led: Led }
        continuous { height_m: f32 = 1.0, speed: f32 = 0.0 }
        vars { rounds: u32 = 0 }
        start state Begin { -> Side(1, Corner, Stop) otherwise; }
        state Side(corner: u32, next: ref state(u32), avoid: state()) {
            vars { steps: u32 = corner + 1 }
            precond -> FINAL when self.corner > 3;
            init { self.steps += self.corner; self.rounds += 1; }
            flow { der(self.height_m) = self.speed; der(self.speed) = -9.81 * self.far_m; }
            -> self.avoid when crossing self.height_m <= 0.0;
            -> self.next(self.corner + 1) after self.far_m;
            start state Drive { -> Turn(0.5) when led.stale(); }
            state Turn(angle: f32) {
                loop { self.steps += 1; }
                -> FAILED("{} steps", n) when self.angle > 1.0 && let Some(n) = left(self.steps) && n > 3;
                -> Drive after 1s;
            }
        }
        state Corner(corner: u32) { -> Side(self.corner, Corner, Stop) after 1s; }
        state Stop { -> FINAL after 1s; }
    }
"#;

/// The bodies of skills: a name, incomplete code, and the same completed.
const HALF_TYPED: [(&str, &str, &str); 17] = [
    (
        "guard",
        "start state A { -> B when led. ; -> FINAL after 1s; } state B { -> A after 1s; }",
        "start state A { -> B when led.on; -> FINAL after 1s; } state B { -> A after 1s; }",
    ),
    (
        "target",
        "start state A { -> ; -> FINAL after 1s; } state B { -> A after 1s; }",
        "start state A { -> B otherwise; -> FINAL after 1s; } state B { -> A after 1s; }",
    ),
    (
        "semicolon",
        "start state A { -> B after 1s -> FINAL after 2s; } state B { -> A after 1s; }",
        "start state A { -> B after 1s; -> FINAL after 2s; } state B { -> A after 1s; }",
    ),
    (
        "word",
        "sta start state A { ini -> B after 1s; } state B { -> FINAL after 1s; }",
        "start state A { -> B after 1s; } state B { -> FINAL after 1s; }",
    ),
    (
        "block",
        "start state A { init { led. } -> B after 1s; } state B { -> FINAL after 1s; }",
        "start state A { init { led.on; } -> B after 1s; } state B { -> FINAL after 1s; }",
    ),
    (
        "runs",
        "start state A = { -> B after 1s; } state B { -> FINAL after 1s; }",
        "start state A { -> B after 1s; } state B { -> FINAL after 1s; }",
    ),
    (
        "argument",
        "depends_skills { Wait } start state A = Wait { ti } { -> FINAL on FINAL; -> FAILED on FAILED; }",
        "depends_skills { Wait } start state A = Wait { time_sec: 1.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }",
    ),
    (
        "list",
        "depends_skills { Wait } start state A = (action glow(led.), Wait { time_sec: 1.0 }, Wai) { -> FINAL on FINAL; -> FAILED on FAILED; }",
        "depends_skills { Wait } start state A = (action glow(led.on), Wait { time_sec: 1.0 }, Wait {}) { -> FINAL on FINAL; -> FAILED on FAILED; }",
    ),
    (
        "action",
        "depends_skills { Wait } start state A = (Wait {}, action ) { -> FINAL on FINAL; -> FAILED on FAILED; }",
        "depends_skills { Wait } start state A = (Wait {}, action glow()) { -> FINAL on FINAL; -> FAILED on FAILED; }",
    ),
    (
        "base",
        "depends_skills { Wait } start state A = Wait { ..led. } { -> FINAL on FINAL; -> FAILED on FAILED; }",
        "depends_skills { Wait } start state A = Wait { ..led.call() } { -> FINAL on FINAL; -> FAILED on FAILED; }",
    ),
    (
        "held_target",
        "start state A { -> B(1, C) after 1s; } state B(n: u32, next: state()) { -> self. -> self.next after 1s; } state C { -> FINAL after 1s; }",
        "start state A { -> B(1, C) after 1s; } state B(n: u32, next: state()) { -> self.next after 1s; } state C { -> FINAL after 1s; }",
    ),
    (
        "target_value",
        "start state A { -> B(1, C) after 1s; } state B(n: u32, next: state()) { -> B(self.) -> self.next after 1s; } state C { -> FINAL after 1s; }",
        "start state A { -> B(1, C) after 1s; } state B(n: u32, next: state()) { -> B(self.n, C) after 1s; -> self.next after 1s; } state C { -> FINAL after 1s; }",
    ),
    (
        "target_state",
        "start state A { -> B(1, C) after 1s; } state B(n: u32, next: state()) { -> B(1, ) after 1s; -> self.next after 1s; } state C { -> FINAL after 1s; }",
        "start state A { -> B(1, C) after 1s; } state B(n: u32, next: state()) { -> B(1, C) after 1s; -> self.next after 1s; } state C { -> FINAL after 1s; }",
    ),
    (
        "parameter",
        "start state A { -> B(1) after 1s; } state B(n: ) { -> FINAL when self.n > 1; }",
        "start state A { -> B(1) after 1s; } state B(n: u32) { -> FINAL when self.n > 1; }",
    ),
    (
        "parameters",
        "start state A { -> B(1) after 1s; } state B(n) { -> FINAL when self.n > 1; }",
        "start state A { -> B(1) after 1s; } state B(n: u32) { -> FINAL when self.n > 1; }",
    ),
    (
        "rate",
        "continuous { x: f32 = 0.0 } start state A { flow { der(self.x) = self. } -> FINAL when self.x > 1.0; }",
        "continuous { x: f32 = 0.0 } start state A { flow { der(self.x) = self.x; } -> FINAL when self.x > 1.0; }",
    ),
    (
        "crossing",
        "continuous { x: f32 = 0.0 } start state A { flow { der(self.) = 1.0; } -> FINAL when crossing self. }",
        "continuous { x: f32 = 0.0 } start state A { flow { der(self.x) = 1.0; } -> FINAL when crossing self.x >= 1.0; }",
    ),
];

/// An agent; its expansion differs from a skill's.
const AGENT: &str = r"
    /// Keeps blinking.
    pub agent Keeper(times: u32 = 2) {
        depends_skills { Blink }
        depends_interfaces { led: Led }
        start state Dark { -> Work when !led.on; }
        state Work = Blink { times: self.times } {
            -> Rest(count) on FINAL(blink: count);
            -> FAILED on FAILED;
        }
        state Rest(count: u32) { -> Dark when self.count > 1; }
    }
";

fn half_typed(body: &str) -> String {
    format!("pub skill Probe() {{ depends_interfaces {{ led: Led }} {body} }}")
}

fn compile(block: TokenStream) -> TokenStream {
    let is_agent = block.clone().into_iter().any(|token| token.to_string() == "agent");
    super::compile(
        if is_agent { MachineKind::Agent } else { MachineKind::Skill },
        block,
        crate::Options::default(),
    )
    .into_iter()
    .map(|compiled| compiled.expansion)
    .collect()
}

fn expansion(skill: &str) -> TokenStream {
    compile(skill.parse().expect("tokens"))
}

/// Returns an expansion as formatted Rust: also a proof that it is syntactically Rust.
fn printed(expansion: TokenStream) -> String {
    let file = syn::parse2(expansion).expect("an expansion is always Rust");
    prettyplease::unparse(&file)
}

/// Returns the lines that differ, without their numbers: these change with every line before them.
fn differences(before: &str, after: &str) -> String {
    let all = similar::TextDiff::from_lines(before, after);
    let all = all.unified_diff().context_radius(1).to_string();
    let lines = all.lines().map(|line| if line.starts_with("@@") { "@@" } else { line });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the items and statements of an expansion that only rust-analyzer sees.
fn only_ide(expansion: &str) -> String {
    let mut found = String::new();
    let mut lines = expansion.lines();
    while let Some(line) = lines.next() {
        let Some((indent, rest)) = line.split_once("#[cfg(rust_analyzer)]") else { continue };
        let ends = |line: &str| {
            line.strip_prefix(indent)
                .is_some_and(|rest| rest.ends_with([';', '}']) && !rest.starts_with(' '))
        };
        // Inside `__rustc!`, the attribute is among other tokens.
        if !indent.trim().is_empty() || !(rest.is_empty() || ends(line)) {
            continue;
        }
        let mut next = if rest.is_empty() { lines.next() } else { Some(line) };
        while let Some(line) = next {
            found.extend([line, "\n"]);
            next = if ends(line) { None } else { lines.next() };
        }
    }
    found
}

/// The additional parts for an IDE: words, meanings of names, copies of the user's code.
#[test]
fn whole_skills_in_an_ide() {
    for (name, skill) in [("whole_ide", WHOLE), ("nested_ide", NESTED), ("agent_ide", AGENT)] {
        insta::assert_snapshot!(name, only_ide(&printed(expansion(skill))));
    }
}

/// Half-typed skills as differences to the complete ones.
#[test]
fn half_typed_skills() {
    for (name, half, complete) in HALF_TYPED {
        let [half, complete] = [half, complete].map(|body| printed(expansion(&half_typed(body))));
        insta::assert_snapshot!(format!("half_typed_{name}"), differences(&complete, &half));
    }
}

#[test]
fn two_expansions_are_the_same_tokens() {
    let half = HALF_TYPED.map(|(_, body, _)| half_typed(body));
    for skill in half.iter().map(String::as_str).chain([WHOLE, NESTED, AGENT]) {
        assert_eq!(expansion(skill).to_string(), expansion(skill).to_string());
    }
}

/// The contents of a group with any token left out, or cut off there; those of the groups
/// inside it, too.
fn broken(tokens: &[TokenTree]) -> Vec<TokenStream> {
    let mut all = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let (before, after) = (&tokens[..place], &tokens[place + 1..]);
        all.push(before.iter().chain(after).cloned().collect());
        all.push(before.iter().cloned().collect());
        if let TokenTree::Group(group) = token {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            for stream in broken(&inside) {
                let group = TokenTree::from(Group::new(group.delimiter(), stream));
                all.push(
                    before.iter().cloned().chain([group]).chain(after.iter().cloned()).collect(),
                );
            }
        }
    }
    all
}

/// Checks that every `stride`-th of the broken skills expands to Rust: the macro never panics and
/// never gives up on the rest.
fn check_broken(stride: usize) {
    for whole in [WHOLE, NESTED, AGENT] {
        let tokens: Vec<_> = whole.parse::<TokenStream>().expect("tokens").into_iter().collect();
        let body_at = tokens.len() - 1;
        let TokenTree::Group(body) = &tokens[body_at] else { panic!("the body is last") };
        let inside: Vec<_> = body.stream().into_iter().collect();
        for stream in broken(&inside).into_iter().step_by(stride) {
            let mut tokens = tokens.clone();
            tokens[body_at] = Group::new(body.delimiter(), stream).into();
            let tokens: TokenStream = tokens.into_iter().collect();
            let file = syn::parse2::<syn::File>(compile(tokens.clone()));
            let file = file.unwrap_or_else(|error| panic!("no Rust comes of {tokens}: {error}"));
            assert!(file.items.len() > 4, "the types are not there: {tokens}");
        }
    }
}

/// Cut off or with a token left out in some places: the stride is odd, so that it meets both.
#[test]
fn broken_skills_do_not_break_the_macro() {
    check_broken(7);
}

/// Cut off anywhere, and with any token left out.
#[test]
#[ignore = "`cargo xtask check mutated` runs it optimized"]
fn no_broken_skill_breaks_the_macro() {
    check_broken(1);
}
