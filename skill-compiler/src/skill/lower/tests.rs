//! Lowered machines as data.
//!
//! After a change: `INSTA_UPDATE=always cargo test -p robot-skill-compiler`, then read every
//! difference.

use super::Machine;
use super::machine::{Check, Evaluates, Source, Step, Take, Then};
use crate::skill::{MachineKind, compile};

/// The machine of a skill with this argument list and body; the skill is without errors.
fn lowered(skill: &str) -> Machine {
    let tokens = format!("pub skill {skill}").parse().expect("tokens");
    let (expansion, machine) = compile(MachineKind::Skill, tokens);
    let expansion = expansion.to_string();
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
        ("hybrid", hybrid()),
    ] {
        insta::assert_snapshot!(name, machine.to_string());
        assert_eq!(machine.to_string(), machine.to_string());
    }
}

#[test]
fn an_entry_without_a_guard_that_can_hold_is_settled() {
    let machine = three_states();
    assert!(matches!(machine.states[0].entry.then, Then::Settled), "a timeout alone");
    let Then::Check(checks) = &machine.states[1].entry.then else { panic!("a guard may hold") };
    assert_eq!(checks[..], [Check::Own(1)]);
    assert_eq!(machine.states[0].entry.steps[..], [Step::Init(0), Step::Timer(0)]);
    assert_eq!(machine.states[2].entry.steps[..], [Step::Time(2)]);
}

#[test]
fn a_transition_leaves_what_is_active_inside_first() {
    let machine = nested();
    let (go, turn) = (0, 2);
    // FINAL out of `Go`, taken before `Go`'s inner states have their turn or where one waits.
    let site = |source: usize, transition: usize| {
        let found = machine.sites.iter().find(|site| {
            let at = matches!(site.source, Source::State(at) | Source::Inside(at) if at == source);
            at && machine.transitions[site.transition].transition == transition
        });
        found.expect("there is a site")
    };
    let arrived = machine.transitions.iter().find(|each| each.from == Some(go)).expect("FINAL");
    let exits = &site(turn, arrived.transition).exits;
    assert!(exits.inside.is_none());
    assert_eq!(exits.steps, [Step::Exit(turn), Step::Exit(go)]);
    // A sibling stays inside `Go`.
    let back = machine.transitions.iter().find(|each| each.from == Some(turn)).expect("Straight");
    assert_eq!(site(turn, back.transition).exits.steps, [Step::Exit(turn)]);
    // Under `always` any may be active.
    let Take::At(always) = machine.pass.always[0].take else { panic!("it leads to a state") };
    let inside = machine.sites[always].exits.inside.as_ref().expect("something runs");
    let left: Vec<usize> = inside.arms.iter().map(|(state, _)| *state).collect();
    assert_eq!(left, [go], "`Fallen` has no exit");
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
    let failed = machine
        .transitions
        .iter()
        .find(|each| each.from == Some(0) && each.to == super::machine::End::Failed);
    let Evaluates::FailureOfSub(slots) = &failed.expect("on FAILED").evaluates else {
        panic!("the sub-skill's failure")
    };
    assert_eq!(slots[..], [0, 1]);
}

#[test]
fn a_state_by_value_is_an_instance_at_each_place() {
    let machine = by_value();
    let names: Vec<&str> = machine.states.iter().map(|state| state.name.as_str()).collect();
    assert_eq!(&names[..4], ["Begin", "Drive", "Left", "Right"]);
    assert_eq!(&names[4..], ["Left_side", "Right_side"]);
    assert!(machine.states[4..].iter().all(|state| state.parent == Some(1)));
    let held =
        machine.pass.arms.iter().flat_map(|arm| &arm.first).chain(
            machine.pass.arms.iter().flat_map(|arm| &arm.alone).flat_map(|alone| &alone.round),
        );
    let choices = held.flat_map(|round| &round.groups).flat_map(|group| &group.choices);
    let held: Vec<usize> = choices
        .filter_map(|choice| match &choice.take {
            Take::ByHeld { sites, .. } => Some(sites.len()),
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
