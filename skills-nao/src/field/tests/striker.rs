//! A plain striker: whether the world can be played in.

use super::*;
use crate::interfaces::NaoBlackboard;
use crate::skills::NaoSoccer;
use skill_runtime::skiller::{ExecSkill, SkillStatus};
use skill_runtime::{NoTrace, Skiller, Text, Tick};

/// The next call, by what the blackboard says.
fn next_call(board: &NaoBlackboard, field: &Field, last: (&str, SkillStatus)) -> String {
    if field.robot().pose() != Pose::Standing {
        return "standup{}".into();
    }
    let (ball, pose) = (board.wm_ball.sample().data, board.wm_pose.sample().data);
    if field.referee().state() != State::Play {
        return "stop{}".into();
    }
    let dir = (0.0 - ball.world_y).atan2(3.0 - ball.world_x);
    let leg = if ball.relative_y > 0.0 { "left" } else { "right" };
    let _ = pose;
    if !ball.visible {
        "search_ball{}".into()
    } else if last.0.starts_with("intercept") && last.1 == SkillStatus::Final {
        format!("approach_ball{{leg=\"{leg}\", dir_rad={dir:.3}}}")
    } else if last.0.starts_with("approach") && last.1 == SkillStatus::Final {
        let leg = if last.0.contains("left") { "left" } else { "right" };
        format!("kick{{leg=\"{leg}\"}}")
    } else {
        format!("intercept_ball{{dir_rad={dir:.3}}}")
    }
}

/// Plays for some minutes; the field after it and what has happened.
fn play(seed: u64, minutes: u32, tell: bool) -> (Field, Vec<Event>) {
    let board = NaoBlackboard::new();
    let game = Duration::from_secs(u64::from(minutes) * 60);
    let field = Field::new(&Options { seed, game, ..Options::default() });
    let mut sim = FieldSim::new(field, &board).unwrap();
    let mut skiller = Skiller::<NaoSoccer>::new(&board).unwrap();
    let (mut now, mut events) = (Tick::default(), Vec::new());
    let (mut last, mut status) = (String::new(), SkillStatus::Inactive);
    while sim.field().referee().state() != State::Finished {
        now.time = now.time.after(STEP);
        now.count += 1;
        sim.sense(now);
        sim.world_model(now);
        let down = sim.field().robot().pose().side().is_some() && !last.starts_with("standup");
        if status != SkillStatus::Running || down {
            if tell {
                let (field, why) = (sim.field(), skiller.interface().error);
                let (place, ball) = (field.place(), field.ball().at);
                println!(
                    "{:6.2} {status:?} {why} | {:.2},{:.2},{:.2} {:.2},{:.2}",
                    now.time.as_secs_f64(),
                    place.x,
                    place.y,
                    place.theta,
                    ball.x,
                    ball.y
                );
            }
            last = next_call(&board, sim.field(), (&last, status));
            if tell {
                println!("       {last}");
            }
            let skill_string = Text::try_from(last.as_str()).unwrap();
            board.skiller.send_as(0, ExecSkill { skill_string });
        }
        status = skiller.tick(now, NoTrace);
        sim.act(now);
        for event in sim.field_mut().take_events() {
            if tell {
                println!("       * {:.2} {}", event.time.as_secs_f32(), event.what);
            }
            events.push(event);
        }
    }
    (sim.field().clone(), events)
}

#[test]
#[ignore = "a measurement"]
fn a_season() {
    play(1, 5, true);
    let (mut games, mut scored) = (Vec::new(), 0);
    let count = |events: &[Event], of: fn(&What) -> bool| {
        events.iter().filter(|event| of(&event.what)).count()
    };
    let mut sums = [0; 6];
    for seed in 0..200 {
        let (field, events) = play(seed, 5, false);
        scored += u32::from(field.score().0 > 0);
        games.push(field.score());
        for (sum, of) in sums.iter_mut().zip([
            (|what| matches!(what, What::Fell(_))) as fn(&What) -> bool,
            |what| matches!(what, What::Pushed(_)),
            |what| matches!(what, What::Kicked { hit: true, .. }),
            |what| matches!(what, What::Kicked { hit: false, .. }),
            |what| matches!(what, What::Out),
            |what| matches!(what, What::Penalty(_)),
        ]) {
            *sum += count(&events, of);
        }
    }
    println!("{scored} of 200 scored; {games:?}");
    println!("fell, pushed, hit, missed, out, penalties: {sums:?}");
}
