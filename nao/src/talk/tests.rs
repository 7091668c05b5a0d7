//! Robots that hear each other over sockets.

use super::*;
use skill_runtime::Instant;
use skills_nao::interfaces::{
    GameState, NaoState, ObjectPosition, SoccerPenalty, SoccerReferee, game,
};
use skills_nao::team::stage::Senses;
use skills_nao::team::{TeamMessage, TeamStage};
use std::time::Duration;

const TEAM: u8 = 5;

/// Returns an address of this machine that nobody uses.
fn free() -> SocketAddrV4 {
    let ip = Ipv4Addr::new(127, 255, 255, 255);
    let free = UdpSocket::bind((ip, 0)).unwrap();
    SocketAddrV4::new(ip, free.local_addr().unwrap().port())
}

/// Returns what arrives, which is there at once on this machine.
fn heard(radio: &mut Radio) -> Vec<Vec<u8>> {
    std::thread::sleep(Duration::from_millis(50));
    radio.receive()
}

fn message(team: u8, player: u8, sequence: u32) -> [u8; LENGTH] {
    TeamMessage { team, player, sequence, ..TeamMessage::default() }.encode().unwrap()
}

/// A robot of the team with a socket of its own.
struct Robot {
    stage: TeamStage,
    radio: Radio,
    number: u8,
    passes: u64,
}

impl Robot {
    fn new(to: SocketAddrV4, number: u8) -> Robot {
        let (stage, radio) = (TeamStage::new(TEAM), Radio::open(to).unwrap());
        let mut robot = Robot { stage, radio, number, passes: 0 };
        robot.pass(true);
        robot
    }

    /// Runs a pass of 10 ms; a deaf robot receives nothing.
    fn pass(&mut self, is_deaf: bool) {
        self.passes += 1;
        let now = Instant::ZERO.after(Duration::from_millis(10 * self.passes));
        for packet in if is_deaf { Vec::new() } else { self.radio.receive() } {
            self.stage.hear(&packet, now);
        }
        let referee = SoccerReferee {
            number: self.number,
            heard: true,
            message_budget: 1200,
            our_penalties: [0; 20],
            ..SoccerReferee::default()
        };
        let pose = ObjectPosition {
            flags: skills_nao::interfaces::object::FLAG_HAS_WORLD,
            ..ObjectPosition::default()
        };
        self.stage.step(
            &Senses {
                ball: &ObjectPosition::default(),
                pose: &pose,
                state: &NaoState::default(),
                game: &GameState { game_state: game::GS_SPL_PLAY, ..GameState::default() },
                penalty: &SoccerPenalty::default(),
                referee: &referee,
            },
            now,
        );
        if let Some(message) = self.stage.take_message() {
            assert_eq!(self.radio.send(&message), None);
        }
    }

    /// Runs a pass when what was sent has arrived, which is at once on this machine.
    fn pass_later(&mut self) {
        std::thread::sleep(Duration::from_millis(50));
        self.pass(false);
    }

    /// Returns the numbers of messages that were received, repeated, late, and refused.
    fn counts(&self) -> [u32; 4] {
        let team = self.stage.team();
        [team.received, team.duplicates, team.late, team.refused]
    }
}

/// Runs robots in turn for a time.
fn run(robots: &mut [Robot], sec: u64) {
    for _ in 0..100 * sec {
        for robot in &mut *robots {
            robot.pass(false);
        }
    }
}

#[test]
fn robots_hear_each_other_and_not_themselves() {
    let to = free();
    let mut robots = [2, 3, 4].map(|number| Robot::new(to, number));
    run(&mut robots, 20);
    for robot in &mut robots {
        robot.pass_later();
        let team = robot.stage.team();
        assert!(team.sent > 5, "{}", team.sent);
        let others = (2..5).filter(|number| *number != robot.number);
        assert!(others.clone().all(|number| team.fresh[usize::from(number) - 1]));
        let [received, duplicates, late, refused] = robot.counts();
        assert!(received > 10 && [duplicates, late, refused] == [0; 3], "{:?}", robot.counts());
    }
}

#[test]
fn foreign_packets_and_those_of_another_team_are_refused_and_counted() {
    let to = free();
    let (mut robot, mut other) = (Robot::new(to, 2), Radio::open(to).unwrap());
    for packet in [&b"RGme"[..], &[], &[7; 512], &[7; 700], &message(TEAM + 1, 3, 1)] {
        other.socket.send_to(packet, to).unwrap();
    }
    // Another robot with its number.
    other.send(&message(TEAM, 2, 1));
    robot.pass_later();
    assert_eq!(robot.counts(), [0, 0, 0, 6]);
    other.send(&message(TEAM, 3, 1));
    robot.pass_later();
    assert_eq!(robot.counts(), [1, 0, 0, 6]);
}

#[test]
fn repeated_and_late_messages_are_counted_once_each() {
    let to = free();
    let (mut robot, mut mate) = (Robot::new(to, 2), Radio::open(to).unwrap());
    for sequence in [7, 7, 8, 6] {
        mate.send(&message(TEAM, 3, sequence));
    }
    robot.pass_later();
    assert_eq!(robot.counts(), [2, 1, 1, 0]);
}

#[test]
fn lost_messages_make_a_mate_old_and_the_next_one_makes_it_fresh() {
    let to = free();
    let (mut robot, mut mate) = (Robot::new(to, 2), Radio::open(to).unwrap());
    mate.send(&message(TEAM, 3, 1));
    robot.pass_later();
    assert!(robot.stage.team().fresh[2]);
    (0..600).for_each(|_| robot.pass(true));
    assert!(!robot.stage.team().fresh[2] && robot.stage.team().age_sec[2] > 5.0);
    // Those between were lost.
    mate.send(&message(TEAM, 3, 9));
    robot.pass_later();
    assert!(robot.stage.team().fresh[2]);
    assert_eq!(robot.counts(), [2, 0, 0, 0]);
}

#[test]
fn an_own_message_that_the_network_repeats_is_not_silently_dropped() {
    let to = free();
    let (mut one, other) = (Radio::open(to).unwrap(), Radio::open(to).unwrap());
    one.send(&message(TEAM, 3, 1));
    assert!(heard(&mut one).is_empty(), "its echo");
    other.socket.send_to(&message(TEAM, 3, 1), to).unwrap();
    assert_eq!(heard(&mut one), [message(TEAM, 3, 1)]);
}

#[test]
fn a_network_that_is_not_there_is_logged_once_in_a_row() {
    let mut radio = Radio::open(free()).unwrap();
    // Nothing can be sent to port 0.
    radio.to.set_port(0);
    let line = radio.send(&message(TEAM, 3, 1));
    assert!(
        line.is_some_and(|line| line.contains("cannot send team messages to 127.255.255.255:0: "))
    );
    assert_eq!(radio.send(&message(TEAM, 3, 2)), None);
}
