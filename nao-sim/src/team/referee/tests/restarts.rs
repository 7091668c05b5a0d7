//! Free kicks, and goals that count or do not.

use super::*;

#[test]
fn opponents_leave_the_ball_of_a_free_kick() {
    // A throw-in for the left team at (0.5, 2).
    let throw_in = || {
        let mut stage = Stage::playing();
        stage.kick(THEIR_TWO, 0.5, HALF_WIDTH + 0.1);
        assert!(stage.said("throw-in for team 1") && stage.ball.at == Point::new(0.5, HALF_WIDTH));
        stage
    };
    // One that stays.
    let mut stage = throw_in();
    stage.put(THEIR_TWO, 0.5, 1.5);
    stage.run(4.0 + 9.0);
    stage.given(&[]);
    stage.run(2.0);
    stage.given(&[(THEIR_TWO, Offence::IllegalPositioning)]);
    // One that leaves slowly, and comes back.
    let mut stage = throw_in();
    for step in 0..20_u8 {
        stage.put(THEIR_TWO, 0.5, 1.5 - 0.03 * f32::from(step));
        stage.run(1.0);
    }
    stage.given(&[]);
    stage.put(THEIR_TWO, 0.5, 1.5);
    stage.run(0.7);
    stage.given(&[(THEIR_TWO, Offence::IllegalPositioning)]);
    // The kicking team may be there; after 45 s everybody.
    let mut stage = throw_in();
    stage.put(TWO, 0.5, 1.7);
    stage.run(50.0);
    assert!(stage.referee.restart().is_none());
    stage.given(&[]);
}

#[test]
fn goal_kicks_and_corners_go_to_the_right_team_and_place() {
    let mut stage = Stage::playing();
    stage.kick(TWO, 3.1, -1.5);
    assert!(stage.said("goal kick for team 2"));
    assert_eq!(stage.ball.at, Point::new(2.4, -1.1));
    stage.run(4.1);
    stage.put(TWO, 2.7, 1.0);
    stage.run(11.0);
    stage.given(&[(TWO, Offence::IllegalPositioning)]);
    let mut stage = Stage::playing();
    stage.kick(TWO, -3.1, 1.5);
    assert!(stage.said("corner kick for team 2"));
    assert_eq!(stage.ball.at, Point::new(-3.0, 2.0));
}

#[test]
fn goals_that_count_and_goals_that_do_not() {
    let mut stage = Stage::playing();
    stage.kick(TWO, 3.1, 0.0);
    assert_eq!((stage.referee.score(), stage.referee.state()), ([1, 0], State::Ready));
    // Directly by a throw-in.
    let mut stage = Stage::playing();
    stage.kick(THEIR_TWO, 0.5, HALF_WIDTH + 0.1);
    stage.run(4.5);
    stage.kick(TWO, 3.1, 0.0);
    assert!(stage.said("no goal") && stage.said("goal kick for team 2"));
    assert_eq!(stage.referee.score(), [0, 0]);
    // Another one has touched it.
    let mut stage = Stage::playing();
    stage.kick(THEIR_TWO, 0.5, HALF_WIDTH + 0.1);
    stage.run(4.5);
    stage.kick(TWO, 1.0, 1.0);
    stage.kick(ONE, 3.1, 0.0);
    assert_eq!(stage.referee.score(), [1, 0]);
    // Directly by a corner kick; and by a goal kick into the own goal.
    let mut stage = Stage::playing();
    stage.kick(THEIR_TWO, 3.1, 1.5);
    stage.run(4.5);
    stage.kick(TWO, 3.1, 0.0);
    assert_eq!(stage.referee.score(), [1, 0]);
    let mut stage = Stage::playing();
    stage.kick(TWO, 3.1, 1.5);
    stage.run(4.5);
    stage.kick(THEIR_ONE, 3.1, 0.0);
    assert!(stage.said("no own goal") && stage.said("corner kick for team 1"));
}

#[test]
fn no_goal_directly_from_a_kick_off() {
    let whistle = |players| {
        let mut stage = Stage::of(players);
        stage.run_until(State::Set);
        stage.run(6.0);
        assert!(stage.said("whistle"));
        stage
    };
    let mut stage = whistle([3, 3]);
    stage.kick(TWO, 3.1, 0.0);
    assert!(stage.said("no goal") && stage.referee.state() == State::Play);
    let mut stage = whistle([3, 3]);
    stage.kick(TWO, 1.0, 0.0);
    stage.kick(PlayerId::new(Team::Left, 3), 3.1, 0.0);
    assert_eq!(stage.referee.score(), [1, 0]);
    // Of two, the kicker may touch it again outside of the circle.
    let mut stage = whistle([2, 2]);
    stage.kick(TWO, 1.0, 0.0);
    stage.run(0.5);
    stage.kick(TWO, 1.1, 0.0);
    stage.kick(TWO, 3.1, 0.0);
    assert_eq!(stage.referee.score(), [1, 0]);
}

#[test]
fn a_second_touch_of_three_is_an_indirect_free_kick() {
    let mut stage = Stage::of([3, 3]);
    stage.run_until(State::Play);
    stage.kick(THEIR_TWO, 0.5, HALF_WIDTH + 0.1);
    stage.run(4.5);
    stage.kick(TWO, 0.6, 1.7);
    stage.run(0.5);
    stage.kick(TWO, 0.7, 1.6);
    assert!(stage.said("second touch of 1.2") && stage.said("indirect free kick for team 2"));
    stage.given(&[]);
}

#[test]
fn no_goal_of_a_team_counts_that_has_sent_too_many_messages() {
    let mut stage = Stage::playing();
    stage.referee.set_budget(2);
    stage.kick(TWO, 3.1, 0.0);
    let mut verdict = Verdict::default();
    for _ in 0..2 {
        stage.referee.count_message(Team::Left, &mut verdict);
    }
    assert_eq!((stage.referee.score(), verdict.lines.len()), ([1, 0], 0), "within the budget");
    assert_eq!(stage.referee.official(TWO).referee.message_budget, 0);
    for _ in 0..2 {
        stage.referee.count_message(Team::Left, &mut verdict);
    }
    assert_eq!((stage.referee.score(), verdict.lines.len()), ([0, 0], 1), "{:?}", verdict.lines);
    stage.run_until(State::Play);
    stage.kick(TWO, 3.1, 0.0);
    assert!(stage.said("no goal for team 1: too many messages"));
    assert_eq!((stage.referee.score(), stage.referee.state()), ([0, 0], State::Ready));
    stage.run_until(State::Play);
    stage.kick(THEIR_TWO, -3.1, 0.0);
    assert_eq!(stage.referee.score(), [0, 1], "the other team's count");
    assert_eq!(stage.referee.messages(Team::Left), 4);
}

#[test]
fn touches_of_the_others_ball_are_counted() {
    let mut stage = Stage::of([2, 2]);
    stage.run_until(State::Set);
    stage.run(6.0);
    stage.touched.push(THEIR_TWO);
    stage.pass();
    assert_eq!(stage.referee.tally().foreign_touches, 1, "our kick-off");
    stage.kick(TWO, 0.3, 0.0);
    stage.touched.push(THEIR_TWO);
    stage.pass();
    assert_eq!(stage.referee.tally().foreign_touches, 1, "it was taken");
    stage.run_until(State::Play);
    stage.kick(THEIR_TWO, 0.5, HALF_WIDTH + 0.1);
    stage.run(4.1);
    for (id, count) in [(TWO, 1), (THEIR_TWO, 2)] {
        stage.touched.push(id);
        stage.pass();
        assert_eq!(stage.referee.tally().foreign_touches, count);
    }
}

#[test]
fn who_waits_for_an_announcement_is_not_incapable() {
    let mut stage = Stage::of([2, 2]);
    stage.referee.set_announcement(Duration::MAX);
    stage.run_until(State::Play);
    stage.body(TWO).sees_ball = false;
    stage.run(15.0);
    stage.given(&[]);
    let state = |stage: &Stage| stage.referee.official(TWO).game.game_state;
    assert_eq!(state(&stage), skills_nao::interfaces::game::GS_SPL_SET);
    // There is no pushing in SET.
    let mut verdict = Verdict::default();
    stage.referee.penalize(THEIR_TWO, Offence::Pushing, &mut verdict);
    assert_eq!(state(&stage), skills_nao::interfaces::game::GS_SPL_PLAY);
    stage.run(9.0);
    stage.given(&[]);
    stage.run(2.0);
    stage.given(&[(TWO, Offence::IncapableRobot)]);
}

#[test]
fn playing_that_is_not_announced_is_known_by_the_next_free_kick() {
    let mut stage = Stage::of([2, 2]);
    stage.referee.set_announcement(Duration::MAX);
    stage.run_until(State::Play);
    stage.run(20.0);
    let state = |stage: &Stage| stage.referee.official(TWO).game.game_state;
    assert_eq!(state(&stage), skills_nao::interfaces::game::GS_SPL_SET);
    stage.kick(THEIR_TWO, 0.5, HALF_WIDTH + 0.1);
    stage.run(4.1);
    assert_eq!(state(&stage), skills_nao::interfaces::game::GS_SPL_PLAY);
}
