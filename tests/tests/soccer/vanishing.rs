//! Each skill loses each of its interfaces in a random pass: the outermost skill that requires it
//! fails in that pass, with the name of the interface in that skill, and no skill remains running.
//! If no active skill requires it, the run is unchanged until one begins that does.

use super::stage::Stage;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use skill_runtime::skiller::SkillStatus::{Failed, Running};
use skill_runtime::skiller::{SkillStatus, Skiller};
use skill_runtime::{Cause, SkillInfo, SkillSpace, TraceKind};
use skills_nao::skills::NaoSoccer;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The number of passes in which each call loses each interface.
const LOSSES: usize = 200;
/// The passes of a call that are observed.
const PASSES: usize = 80;
/// The time between two passes, in addition to the bench's period.
const PAUSE: Duration = Duration::from_millis(90);

/// A call, and the preparation of the robot.
type Call = (&'static str, fn(&mut Stage));

/// Calls of each skill.
const CALLS: &[Call] = &[
    ("standup{}", |stage| stage.lie(-1.0)),
    ("standup{from=\"front\"}", |_| {}),
    ("standup{}", |_| {}),
    ("getup{}", |_| {}),
    ("servo{head_yaw=1, time_sec=2}", |_| {}),
    ("servo{enable=true, l_elbow_roll=-1, r_elbow_roll=1}", |_| {}),
    ("park{time_sec=1}", |_| {}),
    ("park{servos_off=true, time_sec=1}", |_| {}),
    ("stop{}", |_| {}),
    ("kick{leg=\"left\"}", |_| {}),
    ("walk(0.5)", |_| {}),
    ("led(\"chest\", 1)", |_| {}),
    ("relgoto(1, 0)", |_| {}),
    ("goto(1, 0)", |_| {}),
    ("turn(1)", |_| {}),
    ("strafe(0.1)", |_| {}),
    ("say(\"hi\", true)", |_| {}),
    ("beckon{num=20}", |_| {}),
    ("search_ball{}", |stage| stage.miss(99)),
    ("track_ball{}", |_| {}),
    ("approach_ball{}", |_| {}),
    ("approach_ball{dir_rad=0}", |_| {}),
    ("intercept_ball{}", |_| {}),
];

fn info(call: &str) -> &'static SkillInfo {
    let name = call.split(['{', '(']).next().unwrap_or_default();
    NaoSoccer::SKILLS.iter().find(|skill| skill.name == name).expect("a skill of the space")
}

/// Returns the ids of the interfaces that a skill and its sub-skills use, and whether all of them
/// declare it optional.
fn interfaces(skill: &SkillInfo) -> BTreeMap<&'static str, bool> {
    let mut all = BTreeMap::new();
    for used in skill.interfaces {
        *all.entry(used.id).or_insert(true) &= used.optional;
    }
    for (id, optional) in skill.deps.iter().flat_map(|sub| interfaces(sub)) {
        *all.entry(id).or_insert(true) &= optional;
    }
    all
}

/// Returns the index of an interface among those that a skill requires.
fn required_interface_index(skill: &SkillInfo, id: &str) -> Option<u16> {
    let at = skill.interfaces.iter().position(|used| used.id == id && !used.optional)?;
    u16::try_from(at).ok()
}

fn remove(stage: &Stage, id: &str) {
    match id {
        "NaoQi Motion" => stage.motion.remove(),
        "Nao Joint Positions" => stage.joints.remove(),
        "Nao Joint Stiffness" => stage.stiffness.remove(),
        "Nao Sensors" => stage.sensors.remove(),
        "Navigator" => stage.navigator.remove(),
        "WM Ball" => stage.ball.remove(),
        "WM Pose" => stage.pose.remove(),
        "Ball Is Obstacle" => stage.obstacle.remove(),
        "NaoQi TTS" => stage.speech.remove(),
        led if led.starts_with("Nao LED ") => stage.lights[0].remove(),
        other => panic!("no part of the stage is {other}"),
    }
}

/// A machine that is active: its number and its skill.
type Active = (u32, &'static SkillInfo);

type Event = (&'static SkillInfo, TraceKind);

/// A run without a loss.
struct Usual {
    status: SkillStatus,
    reason: String,
    /// The events of each pass.
    events: Vec<Vec<Event>>,
    /// The machines that are active after each pass, outermost first.
    active: Vec<Vec<Active>>,
}

fn events(stage: &Stage) -> impl Iterator<Item = Event> + '_ {
    stage.events().iter().map(|event| (event.skill, event.kind))
}

/// Runs a call for `passes` passes, or to its end; calls `each` before each pass and after the last.
fn run((call, before): Call, passes: usize, mut each: impl FnMut(&mut Stage, usize)) -> Stage {
    let mut stage = Stage::new();
    before(&mut stage);
    stage.pass();
    let mut status = Running;
    for pass in 0..passes {
        if status != Running {
            break;
        }
        each(&mut stage, pass);
        stage.wait(PAUSE);
        status = if pass == 0 { stage.start(call) } else { stage.pass() };
    }
    stage
}

impl Usual {
    fn of(case: Call) -> Self {
        let (mut all, mut active) = (vec![0], Vec::new());
        let mut observe = |stage: &Stage| {
            all.push(stage.events().len());
            let path = stage.skiller().into_iter().flat_map(Skiller::active);
            let mut machines: Vec<Active> =
                path.map(|entry| (entry.instance, entry.skill)).collect();
            machines.dedup();
            active.push(machines);
        };
        let stage = run(case, PASSES, |stage, pass| {
            if pass > 0 {
                observe(stage);
            }
        });
        observe(&stage);
        let flat: Vec<Event> = events(&stage).collect();
        let events = all.windows(2).map(|ends| flat[ends[0]..ends[1]].to_vec()).collect();
        Self { status: stage.status(), reason: stage.reason(), events, active }
    }

    fn passes(&self) -> usize {
        self.events.len()
    }

    /// Returns the pass from `lost` on in which a skill that requires the interface is checked, and
    /// the first such skill.
    fn checked(&self, top: &'static SkillInfo, id: &str, lost: usize) -> Option<(usize, Active)> {
        (lost..self.passes()).find_map(|pass| {
            let before = match pass.checked_sub(1) {
                Some(last) => self.active[last].clone(),
                None => vec![(0, top)],
            };
            let begun = self.events[pass].iter().filter_map(|(skill, kind)| {
                matches!(kind, TraceKind::Entered { .. }).then_some((u32::MAX, *skill))
            });
            let mut checked = before.into_iter().chain(begun);
            Some((pass, checked.find(|(_, skill)| required_interface_index(skill, id).is_some())?))
        })
    }

    /// Checks a run that loses an interface before the pass `lost`. Returns a description of the
    /// fault.
    fn fault(&self, case: Call, id: &str, lost: usize) -> Result<(), String> {
        let expected = self.checked(info(case.0), id, lost);
        let passes = expected.map_or(self.passes(), |(pass, _)| pass + 1);
        let stage = run(case, passes, |stage, pass| {
            if pass == lost {
                remove(stage, id);
            }
        });
        let (status, reason) = (stage.status(), stage.reason());
        let mut events = events(&stage);
        let wrong = |what: &str| {
            let trace = stage.trace();
            Err(format!("{} without {id} from pass {lost}: {what}: {reason:?}\n{trace}", case.0))
        };
        let Some((failing, (number, skill))) = expected else {
            let as_usual = (status, &reason) == (self.status, &self.reason);
            let as_usual = as_usual && events.eq(self.events.iter().flatten().copied());
            return if as_usual { Ok(()) } else { wrong("not as usual") };
        };
        let mut before = self.events[..failing].iter().flatten();
        if !before.all(|event| events.next() == Some(*event)) {
            return wrong("not as usual before");
        }
        let last: Vec<Event> = events.collect();
        let interface = required_interface_index(skill, id).unwrap_or(u16::MAX);
        let fails = |(of, kind): &Event| match kind {
            TraceKind::Failed(failure) => {
                *of == skill
                    && failure.of(of).skill == skill
                    && failure.cause == Cause::NoWriter(interface)
            }
            _ => false,
        };
        let Some(failed) = last.iter().position(fails) else {
            return wrong("the outermost skill that requires it has not failed");
        };
        let why = format!("no writer for {}", skill.interface_name(interface));
        if (status, &reason) != (Failed, &why) {
            return wrong("another end");
        }
        if stage.skiller().into_iter().flat_map(Skiller::active).count() != 0 {
            return wrong("something still runs");
        }
        // Sub-skills that had begun are left before the skill fails.
        let below = failing.checked_sub(1).map_or(&[][..], |last| &self.active[last][..]);
        let below = below.iter().skip_while(|active| active.0 != number).skip(1);
        let entered = |event: &Event, of: &SkillInfo| {
            event.0 == of && matches!(event.1, TraceKind::Entered { .. })
        };
        let has_begun = |of: &SkillInfo| {
            self.events[..failing].iter().flatten().any(|event| entered(event, of))
        };
        for (_, of) in below.filter(|(_, of)| has_begun(of)) {
            if !last[..failed].iter().any(|(skill, kind)| skill == of && *kind == TraceKind::Reset)
            {
                return wrong("a sub-skill was not left");
            }
        }
        Ok(())
    }
}

#[test]
fn all_skills_are_called() {
    for skill in NaoSoccer::SKILLS {
        assert!(CALLS.iter().any(|(call, _)| info(call) == *skill), "{}", skill.name);
    }
}

/// Tests the loss of interfaces in every second call.
fn check_losses(first: usize) {
    let mut runner = TestRunner::deterministic();
    let mut faults = Vec::new();
    let mut failed = BTreeSet::new();
    for case in CALLS.iter().skip(first).step_by(2) {
        let (usual, top) = (Usual::of(*case), info(case.0));
        for (id, optional) in interfaces(top) {
            let mut random =
                || (0..usual.passes()).new_tree(&mut runner).expect("passes").current();
            // Each loss is tested once.
            let losses: BTreeSet<usize> = (0..LOSSES).map(|_| random()).collect();
            for lost in losses {
                if optional {
                    faults.extend(optional_fault(*case, id, lost));
                    continue;
                }
                let checked = usual.checked(top, id, lost);
                failed.extend(checked.map(|(_, (_, skill))| (skill.name, id)));
                faults.extend(usual.fault(*case, id, lost).err());
            }
        }
    }
    let count = faults.len();
    faults.truncate(5);
    assert!(faults.is_empty(), "{count} faults, such as\n{}", faults.join("\n"));
    for (case, _) in CALLS.iter().skip(first).step_by(2) {
        for used in info(case).interfaces.iter().filter(|used| !used.optional) {
            assert!(failed.contains(&(info(case).name, used.id)), "{case} never lost {}", used.id);
        }
    }
}

/// Checks that a call does not fail when an optional interface is lost. Returns a description of
/// the fault.
fn optional_fault(case: Call, id: &str, lost: usize) -> Option<String> {
    let stage = run(case, lost + 2, |stage, pass| {
        if pass == lost {
            remove(stage, id);
        }
    });
    let fails = |(_, kind): Event| match kind {
        TraceKind::Failed(failure) => matches!(failure.cause, Cause::NoWriter(_)),
        _ => false,
    };
    events(&stage).any(fails).then(|| format!("{} requires {id}", case.0))
}

#[test]
fn a_skill_that_loses_an_interface_fails_at_once_and_names_it() {
    check_losses(0);
}

#[test]
fn another_skill_that_loses_an_interface_fails_at_once_and_names_it() {
    check_losses(1);
}
