//! Figures of the simulated world: run with `--release -- --ignored --nocapture`.

use super::*;
use crate::FieldSim;
use skill_runtime::Tick;
use skills_nao::hardware::Leg;
use skills_nao::hardware::{Motion, StandupFrom};
use skills_nao::interfaces::NaoBlackboard;

/// Mean, and the deviation from it.
fn spread(values: &[f32]) -> (f32, f32) {
    let count = f32::from(u16::try_from(values.len()).unwrap_or(u16::MAX));
    let mean = values.iter().sum::<f32>() / count;
    let squares: f32 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / count).sqrt())
}

fn fields() -> impl Iterator<Item = Field> {
    (0..500).map(|seed| {
        Field::new(&Options { seed, disturbances: false, stumble: 0.0, ..Options::default() })
    })
}

#[test]
#[ignore = "a measurement"]
fn speed() {
    let board = NaoBlackboard::new();
    let mut sim = FieldSim::new(Field::new(&Options::default()), &board).unwrap();
    let (mut now, start) = (Tick::default(), std::time::Instant::now());
    for step in 0..60_000_u32 {
        now.time = now.time.after(STEP);
        now.count = step;
        sim.sense(now);
        sim.world_model(now);
        if step % 3000 == 2000 {
            let me = sim.field().odometry();
            let target = Place::new(0.5, 0.0, 2.0);
            sim.field_mut().navigator.go(me, target, (0.05, 0.1), MessageId(step));
        }
        sim.act(now);
    }
    let took = start.elapsed();
    let ratio = 600.0 / took.as_secs_f64();
    println!(
        "{:.2} us a step of 10 ms, {ratio:.0} times real time",
        took.as_secs_f64() * 1e6 / 6e4
    );
}

#[test]
#[ignore = "a measurement"]
fn walking() {
    let (mut along, mut aside, mut turned) = (Vec::new(), Vec::new(), Vec::new());
    for mut field in fields() {
        field.put_robot(Place::new(-2.0, 0.0, 0.0));
        field.start_motion(Some(Motion::WalkVelocity { x: 1.0, y: 0.0, theta: 0.0, speed: 1.0 }));
        while field.odometry().x < 2.0 {
            field.step(STEP);
        }
        let place = field.place();
        along.push(place.x);
        aside.push(place.y);
        turned.push(place.theta);
    }
    println!("2 m straight on, mean and deviation:");
    println!("  along {:.3?} m, aside {:.3?} m", spread(&along), spread(&aside));
    println!("  turned {:.3?} rad", spread(&turned));
}

#[test]
#[ignore = "a measurement"]
fn kicks() {
    let (mut ways, mut angles) = (Vec::new(), Vec::new());
    for mut field in fields() {
        run(&mut field, 15.5);
        field.put_robot(Place::new(-1.5, 0.0, 0.0));
        field.move_ball(Point::new(-1.34, 0.05));
        field.start_motion(Some(Motion::Kick { leg: Leg::Left, strength: 1.0 }));
        run(&mut field, 12.0);
        let way = field.ball().at - Point::new(-1.34, 0.05);
        ways.push(way.length());
        angles.push(way.angle());
    }
    let (least, most) =
        ways.iter().fold((f32::MAX, 0.0_f32), |(low, high), way| (low.min(*way), high.max(*way)));
    println!(
        "kicks: {:.3?} m, {least:.2} to {most:.2}; {:.3?} rad",
        spread(&ways),
        spread(&angles)
    );
}

#[test]
#[ignore = "a measurement"]
fn falls() {
    let names = ["ahead", "ahead, with a stop every 3 s", "turning", "ahead and turning"];
    for (name, theta, x) in
        [(names[0], 0.0, 1.0), (names[1], 0.0, 1.0), (names[2], 1.0, 0.0), (names[3], 1.0, 1.0)]
    {
        let mut robot = Robot::without_noise(Pose::Standing);
        robot.set_stiffness(None, 1.0, 0.0);
        let mut robot = robot.on_carpet(Carpet { seed: 1, slip: 1.0, stumble: 1.0 });
        let (mut fell, mut walked) = (0.0_f32, 0.0_f32);
        for step in 0..600_000_u32 {
            if robot.pose() == Pose::Standing {
                if name == names[1] && step % 300 == 0 {
                    robot.stop();
                } else if !matches!(robot.motion(), Some(Motion::Standup(_))) {
                    robot.start_motion(Motion::WalkVelocity { x, y: 0.0, theta, speed: 1.0 });
                }
                walked += 0.01;
            } else if robot.pose().side().is_some()
                && !matches!(robot.motion(), Some(Motion::Standup(_)))
            {
                fell += 1.0;
                robot.start_motion(Motion::Standup(StandupFrom::Detect));
            }
            robot.step(STEP);
        }
        println!("{name}: {:.2} falls a minute of walking", fell / (walked / 60.0));
    }
}

#[test]
#[ignore = "a measurement"]
fn belief() {
    let (mut far, mut turned) = (Vec::new(), Vec::new());
    for mut field in fields().take(50) {
        for step in 0..12_000_u32 {
            if field.navigator.is_final() {
                let me = field.odometry();
                field.navigator.go(me, Place::new(0.5, 0.2, 1.0), (0.05, 0.1), MessageId(step));
            }
            field.step(STEP);
            if step % 500 == 499 {
                let error = field.localization().place().to(field.place());
                far.push(error.point().length());
                turned.push(error.theta.abs());
            }
        }
    }
    println!("belief off by {:.3?} m, {:.3?} rad", spread(&far), spread(&turned));
}
