//! Numbers beyond what the body can do: refused in calls, clamped or discarded in messages, and
//! harmless in sensors.

use nao_sim::NaoSim;
use nao_sim::body::{Pose, Robot};
use skill_runtime::skiller::SkillStatus;
use skill_runtime::{Instant, NoTrace, SkillSpace, Skiller, Tick};
use skills_nao::body::LimitCounts;
use skills_nao::interfaces::{NaoBlackboard, joints, motion, stiffness};
use skills_nao::joint::Joint;

use skills_nao::skills::{NaoSoccer, Servo};

fn refusal(call: &str) -> String {
    NaoSoccer::parse(call).err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn each_joint_argument_has_the_limits_of_its_joint() {
    let targets = Servo.group.expect("the joints");
    assert_eq!(targets.len(), 22);
    let named = |name: &str| Joint::ALL.into_iter().find(|joint| joint.name() == name);
    let head = Servo.args.iter().filter(|arg| ["yaw", "pitch"].contains(&arg.name));
    let head = head.map(|arg| (arg, named(&format!("head_{}", arg.name))));
    for (arg, joint) in targets.iter().map(|arg| (arg, named(arg.name))).chain(head) {
        let (low, high) = joint.expect(arg.name).limits_rad();
        let range = arg.range.expect(arg.name);
        let bounds = (Some(f64::from(low)), Some(f64::from(high)), true);
        assert_eq!((range.low, range.high, range.inclusive), bounds, "{}", arg.name);
        assert_eq!(range.to_string(), format!("{low}..={high}"));
        let call = |angle: f64| match arg.name {
            "yaw" => format!("servo{{yaw={angle}, pitch=0}}"),
            "pitch" => format!("servo{{yaw=0, pitch={angle}}}"),
            name => format!("servo{{{name}={angle}}}"),
        };
        for inside in [f64::from(low), f64::from(high), 0.0] {
            assert_eq!(refusal(&call(inside)), "", "{}", call(inside));
        }
        for outside in [f64::from(high.next_up()), f64::from(low.next_down()), 100.0, 1e39] {
            let why = refusal(&call(outside));
            assert!(why.ends_with(&format!("must lie in {range}")), "{}: {why}", call(outside));
        }
    }
}

#[test]
fn each_number_of_a_call_has_a_range() {
    for skill in NaoSoccer::SKILLS {
        for arg in skill.arguments() {
            let number = ["f32", "f64", "u8", "u16", "u32", "i8", "i16", "i32"]
                .into_iter()
                .any(|number| arg.type_name.contains(number));
            assert!(!number || arg.range.is_some(), "{}: {}", skill.name, arg.name);
        }
    }
}

#[test]
fn wild_messages_are_clamped_or_discarded_and_counted() {
    let board = NaoBlackboard::new();
    let mut sim = NaoSim::new(Robot::without_noise(Pose::Standing), &board).unwrap();
    let now = |count: u32| Tick { time: Instant::from_millis(u64::from(count) * 10), count };
    sim.sense(now(0));
    let (joints, servo) = (&board.nao_joint_positions, Joint::HeadYaw.bit());
    for value in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        assert!(!joints.send_as(0, joints::GotoAngle { servo, value, time_sec: 1.0 }).is_refused());
        let velocity = motion::WalkVelocity { x: value, y: 0.0, theta: 0.0, speed: 1.0 };
        assert!(!board.naoqi_motion.send_as(0, velocity).is_refused());
    }
    sim.act(now(0));
    assert_eq!(sim.limit_counts(), LimitCounts { passed: 0, clamped: 0, discarded: 6 });
    assert_eq!(sim.robot().motion(), None);

    let wild = joints::GotoAngle { servo: u32::MAX, value: 100.0, time_sec: -1.0 };
    assert!(!joints.send_as(0, wild).is_refused());
    let wild = stiffness::SetBodyStiffness { value: 7.0, time_sec: 0.0 };
    assert!(!board.nao_joint_stiffness.send_as(0, wild).is_refused());
    sim.act(now(0));
    assert_eq!(sim.limit_counts(), LimitCounts { passed: 52, clamped: 52, discarded: 6 });
    for count in 1..500 {
        sim.sense(now(count));
    }
    for joint in Joint::ALL {
        let beyond = sim.robot().joint(joint) - joint.limits_rad().1;
        assert!(beyond.abs() < f32::EPSILON, "{joint:?}: {beyond}");
    }
}

#[test]
fn a_joint_whose_sensor_is_not_a_number_is_not_at_its_target() {
    let board = NaoBlackboard::new();
    let mut sim = NaoSim::new(Robot::without_noise(Pose::Standing), &board).unwrap();
    let mut skiller = Skiller::<NaoSoccer>::new(&board).unwrap();
    let targets = skills_nao::JointTargets { head_yaw: Some(0.5), ..Default::default() };
    skiller.start(Servo { targets, time_sec: Some(0.5), ..Servo::default() }).unwrap();
    for count in 0..100 {
        let now = Tick { time: Instant::from_millis(u64::from(count) * 10), count };
        sim.sense_falsified(now, |frame| {
            frame.sensors.joints[Joint::HeadYaw.index()] = f32::NAN;
        });
        assert_eq!(skiller.tick(now, NoTrace), SkillStatus::Running);
        sim.act(now);
    }
    let now = Tick { time: Instant::from_millis(1010), count: 101 };
    assert_eq!(skiller.tick(now, NoTrace), SkillStatus::Failed);
    let why = "head_yaw servo timeout. actual: NaN  expected: 0.500000  tolerance: 0.250000";
    assert_eq!(skiller.interface().error, why);
}
