//! Messages between the robots of a team.

use super::*;
use skills_nao::interfaces::Team as Mates;

/// Returns a short game with a bad radio.
fn noisy(seed: u64) -> Setup {
    let radio = RadioOptions { loss: 0.3, delay: Duration::from_millis(900), duplicates: 0.2 };
    Setup { radio, ..short(seed, 3, 20) }
}

/// Returns what each robot knows of its team after a game, and the game's report.
fn known(setup: Setup) -> (Vec<Mates>, TeamReport) {
    let boards = setup.boards();
    let mut game = TeamGame::new(&boards, setup).unwrap();
    while !game.is_over() {
        game.pass();
    }
    (boards.iter().map(|board| board.team.sample().data).collect(), game.report())
}

#[test]
fn a_game_with_a_bad_radio_is_the_same_by_a_seed() {
    let (known_once, report) = known(noisy(2));
    let (known_again, again) = known(noisy(2));
    assert!(report == again && known_once == known_again);
    for mates in &known_once {
        assert!(mates.received > 50 && mates.duplicates > 5 && mates.late > 0, "{mates:?}");
        assert_eq!(mates.refused, 0);
    }
    let sent: u32 = known_once.iter().map(|mates| mates.sent).sum();
    assert_eq!(sent, report.teams.iter().map(|team| team.messages).sum::<u32>());
}

#[test]
fn each_mate_is_heard_and_nobody_of_the_other_team() {
    let (known, report) = known(short(1, 3, 20));
    let of_a_team = report.teams[0].messages;
    for mates in &known {
        let heard: Vec<_> = (1..=20).filter(|index| mates.age_sec[index - 1] < 999.0).collect();
        assert!(heard.len() == 2 && heard.iter().all(|number| *number <= 3), "{heard:?}");
        assert_eq!((mates.refused, mates.late, mates.duplicates), (0, 0, 0));
        assert!(mates.received < of_a_team);
    }
}

#[test]
fn a_team_that_does_not_talk_sends_nothing() {
    let (known, report) = known(Setup { talk: [true, false], ..short(1, 2, 20) });
    assert!(report.teams[0].messages > 100 && report.teams[1].messages == 0);
    assert_eq!(known.iter().filter(|mates| mates.sent > 0).count(), 2);
}

#[test]
fn robots_are_silent_before_the_budget_is_spent() {
    for message_budget in [0, 30, 100] {
        let (_, report) = known(Setup { message_budget, ..short(1, 3, 40) });
        for team in &report.teams {
            assert!(team.messages <= u32::from(message_budget), "{}", team.messages);
        }
    }
}

#[test]
#[ignore = "long: two whole games"]
fn whole_games_are_within_the_budget_and_use_it() {
    for players in [5, 7] {
        let (_, report) = known(short(1, players, 600));
        for team in &report.teams {
            assert!((9_000..=12_000).contains(&team.messages), "{}", team.messages);
        }
    }
}

/// Checks games of so many players: no two strikers for longer than a second, roles that do not flap, and a
/// team's ball that is near the truth and as sure as it claims.
fn check_teams(seeds: core::ops::RangeInclusive<u64>, players: u8, half_sec: u64) {
    for seed in seeds {
        let (_, report) = known(short(seed, players, half_sec));
        for TeamPart { roles, ball, .. } in &report.teams {
            let place = format!("seed {seed} of {players}: {roles:?} {ball:?}");
            assert!(roles.two_strikers_sec <= 1.0, "{place}");
            assert!(roles.one_striker > 0.6 && roles.changes_per_min < 6.0, "{place}");
            assert!(
                ball.unseen < 20 || ball.team_m.unwrap() < 0.7 * ball.alone_m.unwrap(),
                "{place}"
            );
            assert!(ball.within_sigmas.unwrap()[1] > 0.7, "{place}");
        }
    }
}

#[test]
fn one_striker_and_one_ball_of_the_team() {
    check_teams(1..=4, 4, 40);
}

#[test]
#[ignore = "long: many games"]
fn one_striker_and_one_ball_of_the_team_in_many_games() {
    for players in [3, 5, 7] {
        check_teams(1..=40, players, 150);
    }
}
