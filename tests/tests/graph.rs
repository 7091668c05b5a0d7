//! The formats of the graph, for flat, nested and first-class states.

#[path = "rules/stage.rs"]
#[allow(dead_code)]
mod stage;

use skill_runtime::{SkillInfo, Status, skill};
use skill_studio::graph::{Dot, Mermaid, NotExportable, Scxml};
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
fn states_that_are_passed_on_are_shown_where_they_are() {
    graphs("pass", &Pass);
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
