//! Each skill that drives loses each interface that it requires, in each of many passes: its driver
//! ends, or hangs where the skill limits the age of the value.

use rover::interfaces::{EmergencyStop, Lidar, RoverBoard, Wheels, wheels};
use rover::skills::RoverSkills;
use skill_runtime::skiller::SkillStatus;
use skill_runtime::{Blackboard as _, SkillInfo, SkillSpace};
use skill_test::{Bench, Driver, OnSkiller};

/// A call of each skill that drives, and whether the lidar sees something.
const CALLS: [(&str, bool); 3] =
    [("drive_to{x_m=3, y_m=1}", false), ("search{}", false), ("approach{}", true)];
/// The passes before which an interface is lost.
const PASSES: usize = 120;
/// The period of the bench.
const PERIOD_MICROS: u64 = 10_000;

/// The end of a driver, or a driver that hangs.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Loss {
    Ends,
    Hangs,
}

type OnBench = Bench<'static, RoverBoard, OnSkiller<'static, RoverSkills>>;

/// A bench, a function that loses an interface, and the driver of the wheels.
fn bench(sees: bool) -> (OnBench, impl Fn(&str, Loss), Driver<'static, Wheels>) {
    let mut bench = Bench::<RoverBoard>::new();
    let estop = bench.driver(|board| &board.emergency_stop);
    estop.set(EmergencyStop { released: true });
    let wheels = bench.driver(|board| &board.wheels);
    let odometry = bench.driver(|board| &board.odometry);
    let lidar = bench.driver(|board| &board.lidar);
    lidar.set(Lidar { sees, distance_m: 2.0, bearing_rad: 0.0 });
    let driven = wheels.clone();
    let apply_loss = move |id: &str, loss: Loss| match (id, loss) {
        ("Emergency Stop", Loss::Ends) => estop.remove(),
        ("Emergency Stop", Loss::Hangs) => estop.pause(),
        ("Wheels", Loss::Ends) => wheels.remove(),
        ("Odometry", Loss::Ends) => odometry.remove(),
        ("Odometry", Loss::Hangs) => odometry.pause(),
        ("Lidar", Loss::Ends) => lidar.remove(),
        ("Lidar", Loss::Hangs) => lidar.pause(),
        other => panic!("no driver of {other:?}"),
    };
    (bench.with_skiller(), apply_loss, driven)
}

fn info(call: &str) -> &'static SkillInfo {
    let name = call.split('{').next().unwrap_or_default();
    RoverSkills::SKILLS.iter().find(|skill| skill.name == name).expect("a skill of the rover")
}

/// Runs a call that loses an interface before the pass `lost`, and checks that it fails in the pass
/// `noticed` with `reason`, and stops the wheels.
fn check(
    (call, sees): (&str, bool),
    (id, loss): (&str, Loss),
    lost: usize,
    noticed: usize,
    reason: &str,
) {
    let (mut bench, apply_loss, wheels) = bench(sees);
    let what = format!("{call} {id} {loss:?} before pass {lost}");
    for pass in 0..=noticed {
        if pass == lost {
            apply_loss(id, loss);
            wheels.take();
        }
        let status = if pass == 0 { bench.start(call) } else { bench.pass() };
        let expected = if pass == noticed { SkillStatus::Failed } else { SkillStatus::Running };
        assert_eq!(status, expected, "{what}, pass {pass}: {}", bench.reason());
    }
    assert_eq!((&*bench.reason(), bench.failed_skill()), (reason, info(call).name), "{what}");
    let last = wheels.take().pop();
    let stopped = matches!(last, Some(wheels::Message::Stop(_)));
    // Without a driver nothing can be sent, and before the first pass nothing moves.
    assert!(stopped || id == "Wheels" || lost == 0, "{what}: {last:?}");
    assert!(bench.skiller().is_some_and(|skiller| skiller.active().next().is_none()), "{what}");
}

#[test]
fn a_skill_fails_in_the_pass_in_which_a_driver_has_ended() {
    for call in CALLS {
        for used in info(call.0).interfaces.iter().filter(|used| !used.optional) {
            for lost in 0..PASSES {
                let reason = format!("no writer for {}", used.variable);
                check(call, (used.id, Loss::Ends), lost, lost, &reason);
            }
        }
    }
}

#[test]
fn a_skill_fails_in_the_pass_in_which_a_value_is_too_old() {
    let mut checked = 0;
    for call in CALLS {
        let required = info(call.0).interfaces.iter().filter(|used| !used.optional);
        // Wheels that hang have a full queue before their value is old.
        for used in required.filter(|used| used.id != "Wheels") {
            let mut board = RoverBoard::INTERFACES.iter();
            let entry = board.find(|entry| entry.id == used.id).expect("an interface of the rover");
            let Some(max_age) = used.max_age.micros(entry.interface) else { continue };
            // The last value is that of the pass before.
            let fresh = usize::try_from(max_age / PERIOD_MICROS).expect("a few passes");
            for lost in 1..PASSES {
                let reason = format!("{} is stale", used.variable);
                check(call, (used.id, Loss::Hangs), lost, lost + fresh, &reason);
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 6, "two of each skill");
}
