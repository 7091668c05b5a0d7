//! A game whose referee is on the network: obeyed in the tick in which a packet arrives.

use super::{Address, Link, RobotStatus};
use nao_sim::field::{Field, Options, Place};
use nao_sim::game::{Game, Player};
use robocup_gamecontroller::PlayerId;
use skill_runtime::dependency::interface_id;
use skill_runtime::skiller::SkillStatus;
use skill_runtime::{Interface, Provides};
use skills_nao::interfaces::{GameState, NaoBlackboard, Skiller, SoccerPenalty, game, penalty};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::time::Duration;
use tool_referee::{Packet, Referee, Step};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const TEAM: u8 = 5;
const NUMBER: u8 = 2;

/// A game, its referee and the link between them.
struct Rig<'a> {
    board: &'a NaoBlackboard,
    game: Game<'a>,
    link: Link,
    referee: Referee,
    lines: Vec<String>,
}

impl<'a> Rig<'a> {
    fn new(board: &'a NaoBlackboard, version: u8) -> Rig<'a> {
        Self::at(LOOPBACK, board, version)
    }

    fn at(ip: IpAddr, board: &'a NaoBlackboard, version: u8) -> Rig<'a> {
        let options = Options { disturbances: false, ..Options::default() };
        let game = Game::new(board, Field::new(&options), Player::Striker).unwrap();
        // Each port must be known to the other side: the link gets that of the reports, the referee
        // that of the packets.
        let packet = Packet::new(version, TEAM, 12);
        let unused = "127.0.0.1:9".parse().unwrap();
        let first = Referee::new(LOOPBACK, unused, 0, packet.clone()).unwrap();
        let return_port = first.return_port().unwrap();
        drop(first);
        let player = PlayerId::new(TEAM, NUMBER).unwrap();
        let link = Link::open(Address { ip, port: 0 }, return_port, player).unwrap();
        let robot = (LOOPBACK, link.local().port()).into();
        let referee = Referee::new(LOOPBACK, robot, return_port, packet).unwrap();
        Rig { board, game, link, referee, lines: Vec::new() }
    }

    /// Runs one pass, as `nao play` does.
    fn tick(&mut self) {
        self.lines.extend(self.link.receive());
        self.game.follow(self.link.official());
        self.lines.extend(self.link.report(|| RobotStatus::of(self.board)));
        self.lines.extend(self.game.pass());
    }

    fn ticks(&mut self, count: u32) {
        (0..count).for_each(|_| self.tick());
    }

    /// Changes the referee's packet, sends it and runs one pass.
    fn send(&mut self, steps: &[Step]) {
        for step in steps {
            step.apply(&mut self.referee.packet, TEAM, NUMBER);
        }
        self.referee.send().unwrap();
        self.tick();
    }

    fn read<I: Interface, const ID: u64>(&self) -> I
    where
        NaoBlackboard: Provides<I, ID>,
    {
        Provides::<I, ID>::cell(self.board).sample().data
    }

    fn state(&self) -> GameState {
        self.read::<_, { interface_id("WM GameState") }>()
    }

    fn penalty(&self) -> SoccerPenalty {
        self.read::<_, { interface_id("SPL Penalty") }>()
    }

    /// Returns the call that runs.
    fn call(&self) -> Option<String> {
        let skiller: Skiller = self.read::<_, { interface_id("Skiller") }>();
        (skiller.status == SkillStatus::Running).then(|| skiller.skill_string.to_string())
    }

    fn has_line(&self, part: &str) -> bool {
        self.lines.iter().any(|line| line.contains(part))
    }
}

const INITIAL: Step = Step::State(0);
const READY: Step = Step::State(1);
const SET: Step = Step::State(2);
const PLAYING: Step = Step::State(3);
const FINISHED: Step = Step::State(4);

#[test]
fn each_decision_is_obeyed_in_the_tick_in_which_its_packet_arrives() {
    for version in [18, 19, 20] {
        let board = NaoBlackboard::new();
        let rig = &mut Rig::new(&board, version);
        rig.ticks(300);
        assert_eq!((rig.state().game_state, rig.call()), (game::GS_SPL_INITIAL, None));

        rig.send(&[INITIAL]);
        assert_eq!(rig.state().game_state, game::GS_SPL_INITIAL);
        rig.ticks(100);
        assert_eq!(rig.call(), None);
        rig.send(&[READY]);
        assert_eq!(rig.state().game_state, game::GS_SPL_READY);
        assert!(rig.state().kickoff);
        rig.ticks(2);
        assert!(rig.call().unwrap().starts_with("goto"));
        rig.ticks(300);
        rig.send(&[SET]);
        assert_eq!((rig.state().game_state, rig.call()), (game::GS_SPL_SET, None));
        rig.ticks(300);
        assert_eq!(rig.call(), None);
        rig.send(&[PLAYING]);
        assert_eq!(rig.state().game_state, game::GS_SPL_PLAY);
        rig.ticks(2);
        assert!(rig.call().is_some());

        let leaving = match version {
            18 => 6,
            19 => 7,
            _ => 8,
        };
        rig.send(&[Step::Penalty(leaving, 45)]);
        let penalized =
            SoccerPenalty { penalty: penalty::SPL_PENALTY_LEAVING_THE_FIELD, remaining: 45 };
        assert_eq!((rig.penalty(), rig.call()), (penalized, None));
        assert!(rig.game.field().referee().is_off());
        rig.ticks(300);
        assert_eq!(rig.call(), None);
        rig.send(&[Step::Penalty(0, 0)]);
        assert_eq!(rig.penalty(), SoccerPenalty::default());
        assert!(!rig.game.field().referee().is_off());
        rig.ticks(2);
        assert!(rig.call().is_some());

        rig.send(&[Step::Score(3, 1), FINISHED]);
        assert_eq!((rig.state().game_state, rig.call()), (game::GS_SPL_FINISHED, None));
        assert_eq!((rig.state().score_cyan, rig.state().score_magenta), (3, 1));
        assert_eq!(rig.game.field().score(), (3, 1));
        assert_eq!(rig.state().our_goal_color, game::GoalColor::Blue);
        rig.send(&[Step::Half(2), Step::KickOff(Some(false)), INITIAL]);
        let second = rig.state();
        assert_eq!((second.half, second.kickoff), (game::Half::Second, false));
        assert_eq!(second.our_goal_color, game::GoalColor::Yellow);
        assert_eq!((second.score_cyan, second.score_magenta), (3, 1));
        assert!(rig.has_line("second half"), "{:?}", rig.lines);
        rig.send(&[READY]);
        rig.send(&[SET]);
        rig.send(&[PLAYING]);
        rig.ticks(2);
        assert!(rig.call().is_some());
        let version_line = format!("version {version}: team 5 on the left, team 12");
        assert!(rig.has_line(&version_line), "{:?}", rig.lines);
        assert!(!rig.has_line("error"), "{:?}", rig.lines);
    }
}

#[test]
fn a_stop_is_no_kick_off() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::new(&board, 19);
    rig.send(&[PLAYING]);
    rig.ticks(100);
    let place = |rig: &Rig<'_>| rig.game.field().place();
    let before = place(rig);
    rig.send(&[Step::Stop(true)]);
    assert_eq!((rig.state().game_state, rig.call()), (game::GS_SPL_SET, None));
    assert!((place(rig).point() - before.point()).length() < 0.05);
    rig.ticks(200);
    assert_eq!(rig.call(), None);
    rig.send(&[Step::Stop(false)]);
    assert_eq!(rig.state().game_state, game::GS_SPL_PLAY);
    rig.ticks(2);
    assert!(rig.call().is_some());
    assert!(rig.has_line("play stopped") && rig.has_line("play goes on"));
}

#[test]
fn standby_and_a_timeout_are_waited_for() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::new(&board, 18);
    rig.send(&[PLAYING]);
    rig.send(&[Step::State(5)]);
    assert_eq!((rig.state().game_state, rig.call()), (game::GS_SPL_INITIAL, None));
    rig.send(&[PLAYING]);
    assert_eq!(rig.state().game_state, game::GS_SPL_PLAY);
    assert!(!rig.has_line("timeout"));
    rig.referee.packet.phase = 3;
    rig.send(&[INITIAL]);
    assert_eq!(rig.state().game_state, game::GS_SPL_INITIAL);
    assert!(rig.has_line("timeout") && !rig.has_line("timeout over"), "{:?}", rig.lines);
    rig.referee.packet.phase = 0;
    rig.send(&[PLAYING]);
    assert!(rig.has_line("timeout over"), "{:?}", rig.lines);
}

#[test]
fn wrong_packets_and_those_of_others_change_nothing() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::new(&board, 19);
    rig.send(&[PLAYING]);
    let before = rig.link.official();
    let mut wrong = rig.referee.packet.bytes();
    wrong[10] = 9;
    rig.referee.send_bytes(&wrong).unwrap();
    for _ in 0..20 {
        rig.referee.send_bytes(b"RGme").unwrap();
    }
    rig.referee.send_bytes(&[0; 2000]).unwrap();
    let mut finished = Packet::new(19, TEAM, 12);
    (finished.state, finished.number) = (4, 100);
    let other = UdpSocket::bind("127.0.0.2:0").unwrap();
    other.send_to(&finished.bytes(), rig.link.local()).unwrap();
    rig.referee.send_bytes(&Packet::new(19, 7, 12).bytes()).unwrap();
    rig.tick();
    assert_eq!(rig.link.official(), before);
    let refused = "packet from 127.0.0.1 refused: byte 10: `state` is 9, expected 0 to 4";
    assert!(rig.has_line(refused), "{:?}", rig.lines);
    // A single line, not one for each packet.
    assert_eq!(rig.lines.iter().filter(|line| line.contains("refused")).count(), 1);
    rig.link.advance(Duration::from_secs(2));
    rig.referee.send_bytes(&Packet::new(19, 7, 12).bytes()).unwrap();
    rig.tick();
    let refused = "a game of teams 7 and 12, expected team 5; 21 other packets, too";
    assert!(rig.has_line(refused), "{:?}", rig.lines);
}

#[test]
fn lines_about_refused_packets_become_fewer() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::new(&board, 19);
    for _ in 0..600 {
        rig.referee.send_bytes(&Packet::new(19, 7, 12).bytes()).unwrap();
        rig.link.advance(Duration::from_millis(500));
        rig.tick();
    }
    let count = |part: &str| rig.lines.iter().filter(|line| line.contains(part)).count();
    // After 0, 1, 3, 7, 15, 31, 63, 123, 183, 243 s.
    assert!((9..=11).contains(&count(" refused: a game of teams")), "{:?}", rig.lines);
    let none = "only packets that are refused (the referee at 127.0.0.1, on port";
    assert_eq!((count(none), count("no packet")), (1, 0), "{:?}", rig.lines);
}

#[test]
fn a_referee_of_another_season_is_named_once_and_the_robot_waits() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::new(&board, 20);
    let mut packet = Packet::new(20, TEAM, 12).bytes();
    packet[4] = 21;
    for _ in 0..4 {
        rig.referee.send_bytes(&packet).unwrap();
        rig.link.advance(Duration::from_secs(2));
        rig.tick();
    }
    let told =
        |rig: &Rig<'_>, part: &str| rig.lines.iter().filter(|line| line.contains(part)).count();
    assert_eq!(told(rig, "sends version 21 of its packets, and this program reads 18 to 20"), 1);
    assert_eq!((told(rig, "; the robot waits"), told(rig, "no packet")), (1, 0), "{:?}", rig.lines);
    assert_eq!(told(rig, "refused"), 0, "{:?}", rig.lines);
    assert_eq!((rig.state().game_state, rig.call()), (game::GS_SPL_INITIAL, None));
    // Another one is named, too; and one that is known is obeyed.
    packet[4] = 3;
    rig.referee.send_bytes(&packet).unwrap();
    rig.tick();
    assert_eq!(told(rig, "sends version 3 of its packets"), 1);
    rig.send(&[PLAYING]);
    assert_eq!(rig.state().game_state, game::GS_SPL_PLAY);
    // One between good packets changes nothing.
    packet[4] = 22;
    rig.referee.send_bytes(&packet).unwrap();
    rig.tick();
    assert_eq!(told(rig, "version 22"), 1);
    assert!(rig.has_line("; such packets are ignored"), "{:?}", rig.lines);
    assert_eq!(rig.state().game_state, game::GS_SPL_PLAY);
    rig.link.advance(Duration::from_secs(6));
    rig.tick();
    assert_eq!(told(rig, "no packet from the referee for"), 1, "{:?}", rig.lines);
    // One that sends whatever it likes has few lines.
    for version in 30..=255 {
        packet[4] = version;
        rig.referee.send_bytes(&packet).unwrap();
        rig.tick();
    }
    assert_eq!(told(rig, "of its packets, and this program reads"), 3);
    assert!(told(rig, "`version` is ") <= 5, "{:?}", rig.lines);
}

#[test]
fn any_referee_is_the_first_until_it_is_silent() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::at(Ipv4Addr::UNSPECIFIED.into(), &board, 19);
    let to = (LOOPBACK, rig.link.local().port());
    let other = UdpSocket::bind("127.0.0.2:0").unwrap();
    // A packet of another game does not make its sender the referee.
    other.send_to(&Packet::new(19, 7, 12).bytes(), to).unwrap();
    rig.send(&[PLAYING]);
    assert_eq!(rig.state().game_state, game::GS_SPL_PLAY);
    rig.link.advance(Duration::from_secs(3));
    let mut finished = Packet::new(19, TEAM, 12);
    finished.state = 4;
    other.send_to(&finished.bytes(), to).unwrap();
    rig.tick();
    assert_eq!(rig.state().game_state, game::GS_SPL_PLAY);
    rig.link.advance(Duration::from_secs(3));
    rig.tick();
    other.send_to(&finished.bytes(), to).unwrap();
    rig.tick();
    assert_eq!(rig.state().game_state, game::GS_SPL_FINISHED);
}

/// More packets than the queue of the socket takes, between two ticks.
#[test]
#[cfg(target_os = "linux")]
fn a_flood_from_others_does_not_drown_the_referee() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::new(&board, 19);
    let other = UdpSocket::bind("127.0.0.2:0").unwrap();
    let same = UdpSocket::bind("127.0.0.1:0").unwrap();
    let foreign = Packet::new(19, 7, 12).bytes();
    rig.send(&[INITIAL]);
    for state in [3, 4, 3, 4] {
        for _ in 0..2000 {
            other.send_to(&foreign, rig.link.local()).unwrap();
            same.send_to(&[0; 32], rig.link.local()).unwrap();
        }
        rig.send(&[Step::State(state)]);
        let expected = [game::GS_SPL_PLAY, game::GS_SPL_FINISHED][usize::from(state - 3)];
        assert_eq!(rig.state().game_state, expected);
    }
    assert!(!rig.has_line("refused"), "{:?}", rig.lines);
    // When the referee is silent, others are told of again.
    rig.link.advance(Duration::from_secs(6));
    rig.tick();
    other.send_to(&foreign, rig.link.local()).unwrap();
    rig.tick();
    assert!(rig.has_line("packet from 127.0.0.2 refused: not the referee"), "{:?}", rig.lines);
}

#[test]
fn a_silent_referee_is_an_error_and_the_robot_waits() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::new(&board, 19);
    rig.link.advance(Duration::from_secs(6));
    rig.tick();
    assert!(rig.has_line("error: no packet from the referee yet (the referee at 127.0.0.1"));
    assert!(rig.link.check_heard().is_err());
    rig.send(&[PLAYING]);
    rig.ticks(2);
    assert!(rig.call().is_some() && rig.link.check_heard().is_ok());
    rig.link.advance(Duration::from_secs(5));
    rig.tick();
    assert_eq!((rig.state().game_state, rig.call()), (game::GS_SPL_INITIAL, None));
    assert!(rig.has_line("error: no packet from the referee for 5.0 s"), "{:?}", rig.lines);
    rig.send(&[]);
    assert_eq!(rig.state().game_state, game::GS_SPL_PLAY);
}

#[test]
fn the_robot_reports_what_it_sees() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::new(&board, 19);
    let report = |rig: &Rig<'_>| rig.referee.report(Duration::from_millis(20)).unwrap();
    rig.ticks(10);
    assert_eq!(report(rig), None);
    rig.send(&[INITIAL]);
    let first = report(rig).unwrap();
    assert_eq!((first.team, first.player, first.fallen), (TEAM, NUMBER, false));
    assert_eq!((first.ball_age, first.ball), (-1.0, [0.0; 2]));
    rig.game.field_mut().put_robot(Place::new(-1.0, 0.5, 0.0));
    rig.send(&[PLAYING]);
    while RobotStatus::of(rig.board).ball.is_none() {
        rig.tick();
    }
    rig.ticks(20);
    assert_eq!(report(rig), None);
    rig.link.advance(Duration::from_secs(1));
    rig.tick();
    let second = report(rig).unwrap();
    let field = rig.game.field();
    let (at, ball) = (field.place(), field.place().local(field.ball().at));
    let near = |limit| move |(a, b): (f32, f32)| (a - b).abs() < limit;
    let [x, y, theta] = second.pose;
    assert!([(x, at.x * 1000.0), (y, at.y * 1000.0)].into_iter().all(near(200.0)), "{second:?}");
    assert!(near(0.3)((theta, at.theta)), "{second:?}");
    assert!((0.0..0.5).contains(&second.ball_age), "{second:?}");
    let [x, y] = second.ball;
    assert!([(x, ball.x * 1000.0), (y, ball.y * 1000.0)].into_iter().all(near(300.0)));
    rig.game.field_mut().push(nao_sim::body::Side::Front);
    rig.ticks(200);
    rig.link.advance(Duration::from_secs(1));
    rig.tick();
    assert!(report(rig).unwrap().fallen);
}

/// Runs so many passes of 10 ms of the link's clock, with a packet of the referee twice a second if it
/// `speaks`. Returns the times of the reports, s.
fn reports(rig: &mut Rig<'_>, passes: u16, speaks: bool) -> Vec<(f32, tool_referee::Report)> {
    let mut all = Vec::new();
    for pass in 0..passes {
        if speaks && pass % 50 == 0 {
            rig.referee.send().unwrap();
        }
        rig.link.advance(Duration::from_millis(10));
        rig.tick();
        if pass % 5 == 4 {
            let report = rig.referee.report(Duration::from_millis(1)).unwrap();
            all.extend(report.map(|report| (f32::from(pass) / 100.0, report)));
        }
    }
    all
}

#[test]
fn a32_reports_come_at_half_a_hertz_to_two_whatever_happens() {
    let board = NaoBlackboard::new();
    let rig = &mut Rig::new(&board, 20);
    rig.send(&[INITIAL]);
    let check = |rig: &mut Rig<'_>, what: &str, speaks| {
        let all = reports(rig, 800, speaks);
        assert!((4..=16).contains(&all.len()), "{} in 8 s: {what}", all.len());
        let gaps = all.windows(2).map(|two| two[1].0 - two[0].0);
        assert!(all[0].0 < 2.0 && gaps.fold(0.0, f32::max) < 1.5, "{what}");
        for (_, report) in all {
            let numbers = [&report.pose[..], &report.ball, &[report.ball_age]].concat();
            assert!(numbers.iter().all(|number| number.is_finite()), "{what}: {report:?}");
        }
    };
    for steps in [&[INITIAL][..], &[READY], &[SET], &[PLAYING], &[Step::Stop(true)]] {
        rig.send(steps);
        check(rig, &format!("{steps:?}"), true);
    }
    rig.send(&[Step::Stop(false)]);
    rig.game.field_mut().push(nao_sim::body::Side::Back);
    check(rig, "a fall", true);
    rig.send(&[Step::Penalty(8, 45)]);
    check(rig, "a penalty", true);
    rig.send(&[Step::Penalty(0, 0), FINISHED]);
    check(rig, "the end", true);
    // The program does not run for a second.
    for _ in 0..5 {
        assert!(!reports(rig, 70, true).is_empty());
        rig.link.advance(Duration::from_millis(1200));
    }
    check(rig, "pauses", true);
    check(rig, "a referee that is silent", false);
}

#[test]
fn a24_a_robot_on_the_ground_says_so_and_begins_to_get_up() {
    for side in [nao_sim::body::Side::Front, nao_sim::body::Side::Back] {
        for steps in [&[READY][..], &[SET], &[PLAYING]] {
            let board = NaoBlackboard::new();
            let rig = &mut Rig::new(&board, 20);
            rig.send(&[READY]);
            reports(rig, 200, true);
            rig.send(steps);
            rig.game.field_mut().push(side);
            let all = reports(rig, 400, true);
            assert!(all.last().unwrap().1.fallen, "{side:?} in {steps:?}");
            assert!(rig.call().unwrap().starts_with("standup"), "{side:?} in {steps:?}");
            let all = reports(rig, 1600, true);
            assert!(!all.last().unwrap().1.fallen, "{side:?} in {steps:?}");
        }
    }
}

#[test]
fn addresses_are_ips_with_or_without_a_port() {
    let local = |text: &str| text.parse::<Address>().unwrap().local().to_string();
    assert_eq!(local("127.0.0.1"), "127.0.0.1:3838");
    assert_eq!(local("127.0.0.1:4000"), "127.0.0.1:4000");
    assert_eq!(local("10.0.24.2"), "0.0.0.0:3838");
    assert_eq!(local("::1"), "[::1]:3838");
    assert_eq!(local("[fe80::1]:4000"), "[::]:4000");
    for wrong in ["", "localhost", "127.0.0.1:", "127.0.0.1:70000", "3838"] {
        assert!(wrong.parse::<Address>().is_err(), "{wrong}");
    }
}
