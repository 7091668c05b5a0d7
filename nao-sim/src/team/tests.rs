//! Games of teams with their bodies: the same by a seed, mirrored, without overlaps.

mod sizes;
mod talk;

use super::report::Heard;
use super::*;
use skills_nao::hardware::Motion;
use skills_nao::referee::State;

const PITCH: Pitch = Pitch::SPL_2008;
const TWO: PlayerId = PlayerId::new(Team::Left, 2);
const THEIR_TWO: PlayerId = PlayerId::new(Team::Right, 2);
const WALK: Motion = Motion::WalkVelocity { x: 1.0, y: 0.0, theta: 0.0, speed: 1.0 };

/// Returns the lines and the report of a game.
fn played(setup: Setup) -> (Vec<String>, TeamReport) {
    let boards = setup.boards();
    let mut game = TeamGame::new(&boards, setup).unwrap();
    let mut lines = Vec::new();
    while !game.is_over() {
        lines.extend(game.pass());
    }
    (lines, game.report())
}

fn short(seed: u64, players: u8, half_sec: u64) -> Setup {
    let half = Duration::from_secs(half_sec);
    Setup { seed, players: [players; 2], half, ..Setup::default() }
}

#[test]
fn a_seed_is_one_game() {
    let game = played(short(3, 2, 30));
    assert_eq!(game, played(short(3, 2, 30)));
    assert_ne!(game.0, played(short(4, 2, 30)).0);
    assert!(game.0.iter().any(|line| line.contains("2.2 goto")), "{:?}", game.0);
}

/// Returns the number of lines with a text.
fn count(lines: &[String], text: &str) -> usize {
    lines.iter().filter(|line| line.contains(text)).count()
}

#[test]
fn lines_go_forward_and_have_each_collision_and_both_ends_of_each_penalty() {
    let (mut collisions, mut penalties) = (0, 0);
    for seed in 1..=6 {
        let (lines, report) = played(short(seed, 5, 60));
        let times = lines.iter().map(|line| line[..7].trim().parse::<f32>().unwrap());
        assert!(times.is_sorted(), "seed {seed}: {lines:#?}");
        let walks = count(&lines, " walks into ");
        assert_eq!(u32::try_from(walks).unwrap(), report.collisions, "seed {seed}");
        let given = count(&lines, "referee: penalty for ");
        assert_eq!(given, count(&lines, "referee: penalty of "), "seed {seed}: {lines:#?}");
        (collisions, penalties) = (collisions + walks, penalties + given);
    }
    assert!(collisions > 0 && penalties > 0, "{collisions} {penalties}");
}

#[test]
fn a_ball_that_was_never_out_of_sight_has_no_error() {
    let setup = short(1, 1, 2);
    let boards = setup.boards();
    let report = TeamGame::new(&boards, setup).unwrap().report();
    for TeamPart { ball, .. } in &report.teams {
        assert_eq!((ball.unseen, ball.alone_m, ball.team_m), (0, None, None));
    }
    let mut talked = report;
    talked.teams[0].messages = 1;
    let text = talked.to_string();
    assert!(text.contains("out of sight: none for the team, none for the robot"), "{text}");
}

#[test]
fn packets_are_counted_by_their_fate() {
    let setup = short(2, 3, 2);
    let boards = setup.boards();
    let mut game = TeamGame::new(&boards, setup).unwrap();
    game.pass();
    game.pass();
    for packet in [&[0; 3][..], &[0; LENGTH], &[255; 600]] {
        game.hear(Team::Left, packet);
    }
    let mut repeated = 0;
    while game.time() < Duration::from_secs(20) {
        game.pass();
        // The network repeats what the left team says.
        for (from, packet) in game.said().to_vec() {
            if from.team == Team::Left {
                game.hear(Team::Left, &packet);
                repeated += 1;
            }
        }
    }
    game.pass();
    let report = game.report();
    let [left, right] = &report.teams;
    // A robot refuses what comes back to it, and its two mates hear it twice.
    let of = |heard: &Heard| (heard.refused, heard.duplicates, heard.late);
    assert!(of(&left.heard) == (3 * 3 + repeated, 2 * repeated, 0) && repeated > 10, "{left:?}");
    assert!(of(&right.heard) == (0, 0, 0) && right.heard.received > 10, "{right:?}");
    let text = report.to_string();
    let counts =
        format!("team 1: packets accepted: {}, repeated: {}", left.heard.received, 2 * repeated);
    assert!(text.contains(&counts) && text.matches("packets").count() == 1, "{text}");
}

#[test]
fn short_games_of_three_against_three_have_no_robot_at_a_wrong_place() {
    for seed in 1..=10 {
        let (lines, report) = played(short(seed, 3, 40));
        let wrong = [Offence::IllegalPositioning, Offence::MotionInSet, Offence::MotionInStop];
        for offence in wrong {
            assert_eq!(report.penalties(offence), 0, "seed {seed}: {lines:#?}");
        }
        assert!(report.is_sound(), "seed {seed}: {report}");
        assert!(report.teams.iter().all(|team| team.kicks > 0), "seed {seed}: {report}");
        // The figures of the robots are those of the teams, and of the lines.
        for (number, team) in (1..).zip(&report.teams) {
            let of_team = |name: &str| name.starts_with(&format!("{number}."));
            let robots = report.robots.iter().filter(|(name, _)| of_team(name));
            let sums = robots.fold([0; 4], |[kicks, hits, falls, goals], (_, of)| {
                [kicks + of.kicks, hits + of.hits, falls + of.falls, goals + of.goals]
            });
            assert_eq!(sums[..3], [team.kicks, team.hits, team.falls], "seed {seed}: {report}");
            let said = format!("goal for team {number} by {number}.");
            let goals = lines.iter().filter(|line| line.contains(&said)).count();
            assert_eq!(u32::try_from(goals), Ok(sums[3]), "seed {seed}: {lines:#?}");
            assert!(sums[3] <= team.goals, "seed {seed}: {report}");
        }
    }
}

#[test]
fn no_robot_is_inside_of_another() {
    let setup = short(1, 7, 20);
    let boards = setup.boards();
    let mut game = TeamGame::new(&boards, setup).unwrap();
    while !game.is_over() {
        game.pass();
        let places: Vec<_> =
            game.players().map(|id| (id, game.place(id).unwrap().point())).collect();
        for (index, (one, at)) in places.iter().enumerate() {
            for (other, to) in &places[..index] {
                let gap = (*at - *to).length();
                assert!(gap > 2.0 * RADIUS - 0.005, "{one} {other}: {gap} at {:?}", game.time());
            }
        }
    }
}

/// A game without agents, in which a test moves the robots.
fn scripted(boards: &[NaoBlackboard], players: [u8; 2]) -> TeamGame<'_> {
    let setup = Setup { players, slip: 0.0, stumble: 0.0, agents: false, ..Setup::default() };
    TeamGame::new(boards, setup).unwrap()
}

fn until(game: &mut TeamGame<'_>, state: State) {
    for _ in 0..10_000 {
        if game.referee().state() == state {
            return;
        }
        game.pass();
    }
    panic!("no {state:?}");
}

#[test]
fn teams_have_mirrored_views() {
    let boards = Setup { players: [2, 2], ..Setup::default() }.boards();
    let mut game = scripted(&boards, [2, 2]);
    game.pass();
    game.put_ball(Point::new(0.7, -0.4));
    game.pass();
    for id in [TWO, THEIR_TWO] {
        let sign = if id.team == Team::Left { 1.0 } else { -1.0 };
        assert_eq!(game.field(id).unwrap().ball().at, Point::new(sign * 0.7, sign * -0.4));
        // Each in its own half, at its right touchline.
        let own = game.field(id).unwrap().place();
        assert_eq!((own.x, own.y), (-0.6, -PITCH.half_width_m));
        let place = game.place(id).unwrap();
        assert_eq!((place.x, place.y), (sign * -0.6, sign * -PITCH.half_width_m));
    }
    let there = Place::new(1.0, -2.0, 0.5);
    let back = Team::Right.place(Team::Right.place(there));
    assert!((back.point() - there.point()).length() < 1e-6 && (back.theta - 0.5).abs() < 1e-5);
}

#[test]
fn the_ball_is_returned_once_and_only_if_it_was_touched() {
    let start = Place::new(-0.1, 0.0, 0.0);
    let mut field = Field::of_team(&Options { start, slip: 0.0, ..Options::default() });
    let rolls = Ball { at: Point::new(1.0, 0.0), velocity: Point::new(1.0, 0.0) };
    field.give_ball(rolls);
    field.step(PERIOD);
    assert_eq!((field.ball(), field.take_ball()), (rolls, None), "it does not roll by itself");
    let near = Ball::resting(Point::new(-0.05, 0.0));
    field.give_ball(near);
    field.step(PERIOD);
    let moved = field.take_ball().expect("it was in its feet");
    assert!(moved.at.x > 0.0, "{moved:?}");
    assert_eq!(field.take_ball(), None);
    field.give_ball(moved);
    field.step(PERIOD);
    assert_eq!(field.take_ball(), None, "it lies at its feet");
}

#[test]
fn both_teams_move_one_ball() {
    let boards = Setup { players: [1, 1], ..Setup::default() }.boards();
    let mut game = scripted(&boards, [1, 1]);
    until(&mut game, State::Play);
    let [one, other] = Team::BOTH.map(|team| PlayerId::new(team, 1));
    game.field_mut(one).unwrap().put_robot(Place::new(-0.3, 0.5, 0.0));
    game.field_mut(other).unwrap().put_robot(Place::new(-0.3, -0.5, 0.0));
    // Between both, in the feet of the left team's.
    game.put_ball(Point::new(-0.22, 0.5));
    game.pass();
    let ball = game.ball();
    assert!((ball.at.x + 0.1775).abs() < 1e-3, "{ball:?}");
    assert_eq!(game.field(other).unwrap().ball().at, Team::Right.point(ball.at));
    // In those of the right team's: away from it.
    game.put_ball(Point::new(0.22, 0.5));
    game.pass();
    assert!((game.ball().at.x - 0.1775).abs() < 1e-3, "{:?}", game.ball());
}

#[test]
fn a_robot_that_walks_in_set_stays_in_place_for_its_penalty() {
    let boards = Setup { players: [2, 2], ..Setup::default() }.boards();
    let mut game = scripted(&boards, [2, 2]);
    game.pass();
    for id in [TWO, THEIR_TWO] {
        game.field_mut(id).unwrap().put_robot(Place::new(-1.5, 0.5, 0.0));
    }
    until(&mut game, State::Set);
    // Past the guard of the robot.
    game.field_mut(TWO).unwrap().start_motion(Some(WALK));
    for _ in 0..300 {
        game.pass();
    }
    let at = game.place(TWO).unwrap();
    assert_eq!(game.referee().penalty(TWO).map(|of| of.offence), Some(Offence::MotionInSet));
    assert_eq!(game.report().penalties(Offence::MotionInSet), 1);
    assert!(at.x < -1.0, "it is not removed: {at:?}");
}

#[test]
fn a_removed_robot_waits_beside_the_field_and_comes_back_at_its_mark() {
    let boards = Setup { players: [2, 2], ..Setup::default() }.boards();
    let mut game = scripted(&boards, [2, 2]);
    until(&mut game, State::Play);
    for id in [TWO, THEIR_TWO] {
        game.field_mut(id).unwrap().put_robot(Place::new(0.0, 2.8, 0.0));
    }
    for _ in 0..10 {
        game.pass();
    }
    for id in [TWO, THEIR_TWO] {
        let place = game.field(id).unwrap().place();
        assert!(place.y > PITCH.half_width_m + 1.0 && place.x < 0.0, "{place:?}");
        let penalty = game.referee().penalty(id).unwrap();
        assert_eq!((penalty.offence, penalty.left.as_secs()), (Offence::LeavingTheField, 44));
    }
    for _ in 0..4600 {
        // Somebody is at the ball.
        game.field_mut(PlayerId::new(Team::Left, 1)).unwrap().put_robot(Place::new(-0.3, 0.0, 0.0));
        game.pass();
    }
    for id in [TWO, THEIR_TWO] {
        let place = game.field(id).unwrap().place();
        assert!((place.x + PITCH.mark_x_m()).abs() < 1e-3, "{place:?}");
        assert!((place.y.abs() - PITCH.half_width_m).abs() < 1e-3, "{place:?}");
        let faces = Place::new(0.0, 0.0, place.theta).global(Point::new(1.0, 0.0));
        assert!(faces.y * place.y < -0.9, "it faces the field");
    }
}
