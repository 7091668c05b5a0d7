//! Lowered machines as data.
//!
//! After a change: `INSTA_UPDATE=always cargo test -p robot-skill-compiler`, then read every
//! difference.

use super::Machine;
use super::machine::{Activity, Check, End, Evaluates, Step, Take};
use crate::skill::{MachineKind, compile};

/// The machine of a skill with this argument list and body; the skill is without errors.
fn lowered(skill: &str) -> Machine {
    let tokens = format!("pub skill {skill}").parse().expect("tokens");
    let compiled = compile(MachineKind::Skill, tokens, crate::Options::default()).remove(0);
    let (expansion, machine) = (compiled.expansion.to_string(), compiled.machine);
    assert!(!expansion.contains("compile_error"), "{expansion}");
    machine.expect("it has a name")
}

fn three_states() -> Machine {
    lowered(
        "Blink(times: u32 = 3) {
            depends_interfaces { led: Led }
            vars { done: u32 = 0 }
            start state On { init { led.send(led::TurnOn {}); } -> Off after 500ms; }
            state Off { exit { self.done += 1; } -> On after 500ms; -> Stop when self.done == self.times; }
            state Stop { -> FINAL otherwise; }
        }",
    )
}

fn nested() -> Machine {
    lowered(
        "Walk(far_m: f32 = 1.0) {
            depends_interfaces { motion: Motion }
            always { -> Fallen when motion.fallen; }
            start state Go {
                exit { motion.send(motion::Stop {}); }
                -> FINAL when motion.arrived;
                start state Straight { loop { motion.send(motion::Step {}); } -> Turn(0.5) when motion.blocked; }
                state Turn(angle: f32) {
                    vars { left: f32 = angle }
                    exit { self.left = 0.0; }
                    -> Straight when self.left < self.far_m;
                    -> FAILED(\"{} rad are left\", self.left) after 3s;
                }
            }
            state Fallen { -> FAILED after 1s; }
        }",
    )
}

fn by_value() -> Machine {
    lowered(
        "Avoid() {
            depends_interfaces { eyes: Eyes }
            start state Begin { -> Drive(Left) when eyes.open; -> Drive(Right) otherwise; }
            state Drive(side: state()) {
                -> self.side when eyes.obstacle;
                -> FINAL after 10s;
            }
            state Left { exit { eyes.send(eyes::Look {}); } -> Drive(Right) after 1s; }
            state Right { -> Drive(Left) after 1s; }
        }",
    )
}

fn preconditions() -> Machine {
    lowered(
        "Grasp() {
            depends_interfaces { arm: Arm }
            start state Open { -> Close(1.0) after 1s; }
            state Close(force: f32) {
                precond -> FAILED(\"no arm\") when !arm.has_writer();
                precond -> Open when arm.busy;
                init { arm.send(arm::Close {}); }
                -> FINAL when arm.refused() || self.force > 2.0;
            }
        }",
    )
}

fn parallel() -> Machine {
    lowered(
        "Look() {
            depends_skills { Turn, Track }
            start state Both = (Turn { angle: 1.0 }, Track {}) {
                exit { }
                -> Again on FINAL;
                -> FAILED on FAILED;
            }
            state Again = Track {} { -> Both on FINAL; -> FAILED on FAILED; }
        }",
    )
}

fn side_by_side() -> Machine {
    lowered(
        "Search() {
            depends_skills { Turn }
            depends_interfaces { head: Head }
            start state All = (action nod(1), Turn { angle: 1.0 }, action blink())? {
                -> One on FINAL;
            }
            state One = action nod(2) { -> FINAL on FINAL; -> All on FAILED; }
        }",
    )
}

fn hybrid() -> Machine {
    lowered(
        "Bounce() {
            continuous { height_m: f32 = 1.0, speed: f32 = 0.0 }
            start state Air {
                flow { der(self.height_m) = self.speed; der(self.speed) = -9.81; }
                start state Falling { -> Rising when crossing self.height_m <= 0.0; }
                state Rising {
                    init { self.speed = -0.8 * self.speed; }
                    -> Falling when crossing self.speed <= 0.0;
                    -> FINAL when crossing self.height_m > 3.0;
                }
            }
        }",
    )
}

#[test]
fn machines_as_text() {
    for (name, machine) in [
        ("three_states", three_states()),
        ("nested", nested()),
        ("by_value", by_value()),
        ("preconditions", preconditions()),
        ("parallel", parallel()),
        ("side_by_side", side_by_side()),
        ("hybrid", hybrid()),
    ] {
        insta::assert_snapshot!(name, machine.to_string());
        assert_eq!(machine.to_string(), machine.to_string());
    }
}

#[test]
fn an_entry_ends_with_the_timer_or_with_a_time_for_the_tracer() {
    let machine = three_states();
    assert_eq!(machine.states[0].entry.steps[..], [Step::Init(0), Step::Timer(0)]);
    assert_eq!(machine.states[2].entry.steps[..], [Step::Time(2)]);
    let checks: Vec<Check> = machine.pass.arms[1]
        .alone
        .iter()
        .flat_map(|round| &round.groups)
        .map(|of| of.check)
        .collect();
    assert_eq!(checks, [Check::Own(1)]);
}

#[test]
fn each_exit_exists_once() {
    let machine = nested();
    let (go, turn) = (0, 2);
    let leave = machine.leave.as_ref().expect("something is left");
    let left: Vec<usize> = leave.arms.iter().map(|(state, _)| *state).collect();
    assert_eq!(left, [go], "`Fallen` has no exit");
    let exits = &leave.arms[0].1;
    assert_eq!(exits.steps, [Step::Exit(go)]);
    let inside = exits.inside.as_ref().expect("`Turn` has an exit");
    let left: Vec<_> =
        inside.arms.iter().map(|(state, exits)| (*state, &exits.steps[..])).collect();
    assert_eq!(left, [(turn, &[Step::Exit(turn)][..])]);
}

#[test]
fn always_is_checked_first_in_each_outermost_state() {
    let machine = nested();
    for arm in &machine.pass.arms {
        let round = arm.first.as_ref().or(arm.alone.as_ref());
        let round = round.or_else(|| arm.inside[0].alone.as_ref()).expect("something is checked");
        assert_eq!(round.groups[0].check, Check::Always(arm.instance));
        assert!(matches!(round.groups[0].choices[0].take, Take::One(0)));
    }
}

#[test]
fn what_is_evaluated_follows_the_target() {
    let machine = nested();
    let of = |from: usize, nth: usize| {
        let all = machine.transitions.iter().filter(|each| each.from == Some(from));
        &all.collect::<Vec<_>>()[nth].evaluates
    };
    assert!(matches!(of(1, 0), Evaluates::Params(_)), "Turn has a parameter");
    assert!(matches!(of(2, 0), Evaluates::Nothing));
    assert!(matches!(of(2, 1), Evaluates::Reason(_)));
    let machine = parallel();
    let mut all = machine.transitions.iter();
    let failed = all.find(|each| each.from == Some(0) && each.to == End::Failed);
    assert!(matches!(failed.expect("on FAILED").evaluates, Evaluates::FailureOfSub));
}

#[test]
fn only_what_carries_names_of_its_guard_may_decline() {
    let machine = lowered(
        "Find() {
            depends_interfaces { led: Led }
            start state A {
                -> B(x) when let Some(x) = find(led);
                -> B(led.x) when let Some(x) = find(led) && x > 1;
                -> FAILED(\"{}\", 2 * x.y) when let x = led;
            }
            state B(n: u32) { -> A when let 1 = self.n; }
        }",
    );
    let decline: Vec<bool> = machine.transitions.iter().map(|of| of.may_decline).collect();
    assert_eq!(decline, [true, false, true, false]);
    assert!(machine.to_string().contains("evaluates parameters with names of its guard, leaves"));
}

#[test]
fn actions_that_are_final_are_known_only_beside_others() {
    let machine = side_by_side();
    let [all, one] = &machine.states[..] else { panic!("two states") };
    assert_eq!(all.runs, [Activity::Action(0), Activity::Sub(0), Activity::Action(1)]);
    assert_eq!((all.kept_results, one.kept_results), (2, 0));
    assert_eq!(all.entry.steps[1..], [Step::Time(0), Step::KeptResults(0), Step::Start(0)]);
    let failed = machine.transitions.iter().find(|each| each.to == End::Failed);
    let failed = failed.expect("`?`");
    assert!(matches!(failed.evaluates, Evaluates::FailureOfSubOrOwn));
}

#[test]
fn a_state_by_value_is_an_instance_at_each_place() {
    let machine = by_value();
    let names: Vec<&str> = machine.states.iter().map(|state| state.name.as_str()).collect();
    assert_eq!(&names[..4], ["Begin", "Drive", "Left", "Right"]);
    assert_eq!(&names[4..], ["Left_side", "Right_side"]);
    assert!(machine.states[4..].iter().all(|state| state.parent == Some(1)));
    let arms = machine.pass.arms.iter().flat_map(|arm| arm.inside.iter().chain([arm]));
    let rounds = arms.flat_map(|arm| arm.first.iter().chain(&arm.alone));
    let choices = rounds.flat_map(|round| &round.groups).flat_map(|group| &group.choices);
    let held: Vec<usize> = choices
        .filter_map(|choice| match &choice.take {
            Take::ByHeld { each, .. } => Some(each.len()),
            _ => None,
        })
        .collect();
    assert_eq!(held, [2], "`self.side` holds either");
}

#[test]
fn preconditions_come_before_the_state_is_entered() {
    let machine = preconditions();
    let close = &machine.states[1];
    assert_eq!(close.entry.waits, Some(1));
    assert_eq!(close.entry.steps, [Step::ForgetRefusals(1)]);
    let resume = close.resume.as_ref().expect("it has preconditions");
    assert_eq!(resume.steps, [Step::KeepParams(1), Step::Params(1), Step::Init(1), Step::Time(1)]);
    assert_eq!(machine.pass.arms[1].preconditions.len(), 2);
}
