//! The formats of the graph, for flat, nested and first-class states.

#[path = "rules/stage.rs"]
#[allow(dead_code)]
mod stage;

use skill_runtime::{SkillInfo, Status, skill};
use skill_studio::graph::{
    Dot, DotOfRun, Mermaid, NotExportable, Run, Scxml, Svg, SvgOfRun, Taken,
};
use stage::Panel;

skill! {
    pub skill Help() {
        start state Only { -> FINAL otherwise; }
    }
}

skill! {
    /// Nothing nests.
    pub skill Flat() {
        depends_skills { Help }
        depends_interfaces { panel: Panel }
        always { -> FAILED when panel.n == 9; }
        /// asks "now"
        start state Ask = Help {}? { -> Wait on FINAL; }
        state Wait {
            /// go & "on"
            -> Ask when panel.go;
            -> Nod after 2s;
        }
        state Nod = action nod(1) {
            -> Both on FINAL;
            -> Wait on FAILED when panel.n < 2;
            -> FAILED on FAILED;
        }
        state Both = (action nod(2), Help {}, action nod(3))? { -> FINAL on FINAL; }
    }
}

fn nod(_: &mut FlatPorts<'_>, _: u32) -> Status {
    Status::Final
}

skill! {
    #[allow(skill::never_flows)]
    pub skill Nest() {
        depends_skills { Help }
        depends_interfaces { panel: Panel }
        continuous { h: f32 = 10.0, v: f32 = 0.0 }
        always { -> Away(3) when panel.n == 9; }
        start state Outer {
            flow { der(self.h) = self.v; }
            -> FINAL when panel.n < 7 && panel.go;
            -> Outer when panel.n == 6;
            -> Second when panel.n == 5;
            start state First {
                start state Inner = Help {} {
                    -> Outer when panel.n == 2;
                    -> Second on FINAL;
                    -> FAILED("stuck") on FAILED;
                }
            }
            /// the other one
            state Second {
                -> First when panel.n == 0;
            }
        }
        state Away(corner: u32) {
            -> Outer when panel.n == self.corner;
        }
    }
}

skill! {
    pub skill Pass() {
        depends_interfaces { panel: Panel }
        start state Begin { -> Line(Left, Stop, Wait) otherwise; }
        state Line(next: ref state(), avoid: state(), then: state()) {
            -> self.avoid when panel.n == 1;
            -> self.then when panel.n == 2;
            -> self.next when panel.go;
        }
        state Left {
            -> Line(Left, Wait, Wait) when panel.go;
        }
        state Stop { -> FINAL when panel.n == 5; }
        state Wait {
            start state Still { -> Moving when panel.n == 3; }
            state Moving { -> Still when panel.n == 4; }
        }
    }
}

skill! {
    pub skill Before() {
        depends_interfaces { panel: Panel }
        start state Begin {
            -> Next otherwise;
        }
        state Next {
            precond -> FAILED when panel.go;
            -> FINAL otherwise;
        }
    }
}

skill! {
    /// Failures are handled outside, guards remember, and parameters have defaults.
    pub skill Guarded(first: u32 = 1) {
        depends_skills { Help }
        depends_interfaces { panel: Panel }
        always {
            -> FAILED("late") when panel.go for 2s;
            -> FAILED on FAILED when panel.n == 9;
            -> Rest on FAILED;
        }
        start state Work(n: u32 = self.first, mut left: u32 = self.first + 1) {
            -> Work(self.n + 1) on FAILED when self.left > 0;
            -> Rest when rising panel.go;
            start state Ask = Help {} { -> Idle on FINAL; }
            state Act = action act(self.n) {
                -> Ask on FINAL;
                -> Act on FAILED when self.left == 2;
            }
            state Idle {
                loop { self.left -= 1; }
                -> Act when rising panel.n == 4 for 20ms;
            }
        }
        state Rest { -> FINAL when self.elapsed() > 1.0 || panel.n == 8; }
    }
}

fn act(_: &mut GuardedPorts<'_>, _: u32) -> Status {
    Status::Running
}

skill! {
    /// Is tried again, inside and outside.
    pub skill Tried(tries: u32 = 3) {
        depends_skills { Help }
        depends_interfaces { panel: Panel }
        start state Attempt(n: u32 = 4) tries self.tries via Pause {
            start state Reach = Help {} tries 2 { -> Close on FINAL; }
            state Close {
                /// nothing in it
                -> FAILED("{} N", panel.n) when panel.n < self.n;
                -> FINAL otherwise;
            }
        }
        state Pause { -> Attempt(5) after 1s; }
    }
}

skill! {
    /// Runs lists of which not all must be FINAL.
    #[allow(skill::duplicate_call)]
    pub skill Either() {
        depends_skills { Help }
        start state One = 1 of (first: Help {}, action wave(1), second: Help {})? {
            -> Two on FINAL(second: _);
            -> FINAL on FINAL;
        }
        state Two = 2 of (Help {}, action wave(2), again: action wave(3))? {
            -> One on FINAL(wave: _, again: _);
            -> FINAL on FINAL;
        }
    }
}

skill! {
    /// Has kinds of failures, and names them.
    pub skill Kinds() {
        depends_skills { Either }
        depends_interfaces { panel: Panel }
        always {
            -> FAILED(why) on FAILED(why) when why.is(Kinds::DARK);
            -> FAILED on FAILED;
        }
        start state Look = Either {} {
            -> Rest(why) on FAILED(why) when why.is_input();
            -> FINAL on FINAL;
        }
        state Rest(why: skill_runtime::StoredFailure) {
            -> FAILED(DARK: "dark at {}", panel.n) when panel.n > 3;
            -> FAILED(self.why) after 1s;
        }
    }
}

fn wave(_: &mut EitherPorts<'_>, n: u32) -> Status {
    if n > 1 { Status::Final } else { Status::Running }
}

skill_runtime::interface! {
    /// An arm.
    pub Arm {
        fields { msgid: u32, final: bool }
        messages { Turn { to: u32 }, flush Stop }
    }
}

skill! {
    /// Sends messages, alone and beside others.
    pub skill Sends(to: u32 = 1) {
        depends_skills { Help }
        depends_interfaces { left: Arm, right: Arm }
        start state Both = (left.send(arm::Turn { to: self.to }), right.send(arm::Turn { to: 2 })) {
            -> One on FINAL;
            -> FAILED("slow") after 2s;
        }
        state One = 1 of (turn: left.send(arm::Turn { to: 0 }), Help {})? {
            -> Stop on FINAL(turn: _);
            -> FINAL on FINAL;
        }
        state Stop = right.send(arm::Stop) { -> FINAL after 1s; }
    }
}

skill! {
    /// Goes on where it was interrupted.
    pub skill Resumed() {
        depends_interfaces { panel: Panel }
        start state Walk(laps: u32 = 2) {
            -> Wait when panel.n > 5;
            start state Leg(n: u32 = 0) { -> Turn when panel.n == self.n; }
            state Turn {
                -> FINAL when panel.n > self.laps;
                start state Near { -> Far when panel.n == 1; }
                state Far { -> Leg(3) when panel.n == 2; }
            }
        }
        state Wait {
            -> resume Walk when panel.n == 3;
            /// all of it
            -> resume deep Walk(4) when panel.n == 4;
            -> Walk after 1s;
        }
    }
}

/// Compares `text` with a file in `tests/tests/graph`; with `UPDATE=1` in the environment, writes
/// it.
fn same(file: &str, text: &str) {
    let path = format!("{}/tests/graph/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the file is there");
    assert!(kept == text, "{file} would be\n{text}");
}

fn graphs(name: &str, skill: &'static SkillInfo) {
    same(&format!("{name}.dot"), &Dot(skill).to_string());
    same(&format!("{name}.mmd"), &Mermaid(skill).to_string());
}

#[test]
fn a_flat_skill() {
    graphs("flat", &Flat);
    same("flat.scxml", &Scxml::of(&Flat).expect("nothing is passed on").to_string());
}

#[test]
fn a_nested_skill() {
    graphs("nest", &Nest);
    same("nest.scxml", &Scxml::of(&Nest).expect("nothing is passed on").to_string());
}

#[test]
fn handlers_memories_and_defaults() {
    graphs("guarded", &Guarded);
    same("guarded.scxml", &Scxml::of(&Guarded).expect("nothing is passed on").to_string());
    let svg = Svg::of(&Guarded).to_string();
    for text in [
        "any state",
        "✗ 1 panel.go for 2s: &quot;late&quot;",
        "✗ 2 on FAILED when panel.n == 9",
        "3 on FAILED",
        "left: u32 = self.first + 1",
        "1 on FAILED when self.left",
        "2 rising panel.go",
    ] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
}

#[test]
fn tries() {
    graphs("tried", &Tried);
    same("tried.scxml", &Scxml::of(&Tried).expect("nothing is passed on").to_string());
}

#[test]
fn lists_of_which_not_all_must_be_final() {
    graphs("kinds", &Kinds);
    same("kinds.scxml", &Scxml::of(&Kinds).expect("nothing is passed on").to_string());
    graphs("either", &Either);
    same("either.scxml", &Scxml::of(&Either).expect("nothing is passed on").to_string());
}

#[test]
fn messages_that_states_run() {
    graphs("sends", &Sends);
    same("sends.scxml", &Scxml::of(&Sends).expect("nothing is passed on").to_string());
}

#[test]
fn history() {
    graphs("resumed", &Resumed);
    same("resumed.scxml", &Scxml::of(&Resumed).expect("nothing is passed on").to_string());
}

#[test]
fn states_that_are_passed_on_are_shown_where_they_are() {
    graphs("pass", &Pass);
}

/// Enters the start state of a skill, and takes transitions with these labels.
fn run(skill: &'static SkillInfo, labels: &[&str]) -> Run {
    let graph = &skill.graph;
    let mut run = Run::default();
    run.enter(graph, graph.start);
    for label in labels {
        let from = *run.active.last().expect("a state is active");
        let all = (0_u16..).zip(graph.transitions);
        let mut leaving = all.filter(|(_, of)| run.active.iter().any(|at| graph.leaves(of, *at)));
        let leaves = leaving.find(|(_, of)| of.label == *label);
        let (transition, info) = leaves.unwrap_or_else(|| panic!("{label} does not leave {from}"));
        run.taken.push(Taken { transition, from });
        run.enter(graph, info.to);
    }
    run
}

/// Returns the marks of a run: the arrows with numbers, then the states that were left.
fn marks(skill: &'static SkillInfo, run: &Run) -> (Vec<String>, Vec<&'static str>) {
    let dot = DotOfRun { skill, run }.to_string();
    let arrows = dot.lines().filter(|line| line.contains("[label=\"["));
    let arrow = |line: &str| {
        let (ends, rest) = line.trim().split_once(" [label=\"[").expect("a label");
        let (number, _) = rest.split_once(']').expect("a number");
        assert!(line.contains("style=dashed, penwidth=3.0"), "{line}");
        format!("{number}: {ends}")
    };
    let arrows: Vec<String> = arrows.map(arrow).collect();
    assert!(dot.lines().all(|line| line.matches("style=").count() <= 1), "{dot}");
    let dashed = dot.lines().filter(|line| line.contains("style=dashed")).count();
    assert_eq!(dashed, arrows.len(), "only what was taken is dashed: {dot}");
    let svg = SvgOfRun { svg: &Svg::of(skill), run }.to_string();
    let mut left = Vec::new();
    for (index, state) in (0_u16..).zip(skill.graph.states) {
        let (before, _) = svg
            .split_once(&format!("data-machine=\"0\" data-state=\"{index}\""))
            .unwrap_or_else(|| panic!("{} is not in {svg}", state.name));
        let class = &before[before.rfind('<').expect("an element")..];
        if class.contains(" traced") {
            left.push(state.name);
        }
    }
    let dotted = dot.lines().filter(|line| line.contains("rounded,filled,dashed")).count();
    assert_eq!(dotted, left.len(), "{left:?}: {dot}");
    (arrows, left)
}

#[test]
fn a_run_marks_the_states_that_were_left() {
    let of = |skill, labels: &[&str]| marks(skill, &run(skill, labels));
    let (arrows, left) = of(&Nest, &["panel.n == 9"]);
    assert_eq!(arrows, ["1: Outer -> Away"], "under `always`");
    assert_eq!(left, ["Outer", "First", "Inner"]);
    let (arrows, left) = of(&Nest, &["panel.n == 5"]);
    assert_eq!(arrows, ["1: Outer -> Second"], "of the state around");
    assert_eq!(left, ["First", "Inner"]);
    let (_, left) = of(&Nest, &["panel.n == 5", "panel.n == 0"]);
    assert_eq!(left, ["Second"], "the others are active again");
    let (arrows, left) = of(&Nest, &["panel.n == 9", "panel.n == self.corner", "panel.n == 9"]);
    assert_eq!(arrows, ["1, 3: Outer -> Away", "2: Away -> Outer"]);
    assert_eq!(left, ["Outer", "First", "Inner"]);
    // An arrow from each state; one after a time is dashed without a run.
    let (arrows, left) = of(&Flat, &["on FINAL", "after 2s", "panel.n == 9"]);
    assert_eq!(arrows, ["3: Nod -> FAILED", "1: Ask -> Wait", "2: Wait -> Nod"]);
    assert_eq!(left, ["Ask", "Wait", "Nod"]);
    let (arrows, _) = of(&Flat, &["on FINAL", "go & \"on\""]);
    assert_eq!(arrows, ["1: Ask -> Wait", "2: Wait -> Ask"], "after 2s was not taken");
}

#[test]
fn machines_beyond_scxml_are_refused() {
    let why = |skill| Scxml::of(skill).expect_err("it is not SCXML");
    let first = NotExportable::FirstClass { state: "Line", parameter: "avoid" };
    assert_eq!(why(&Pass), first);
    assert_eq!(why(&Before), NotExportable::Precondition { state: "Next" });
    assert_eq!(
        first.to_string(),
        "SCXML has no first-class states, but a transition of `Line` leads to the value of its parameter `avoid`"
    );
}
