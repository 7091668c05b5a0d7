//! The conduct of a robot under a referee and in people's hands, whatever is commanded. The predicates are
//! the rule book's table of motions, on the true state of the simulated body.

use nao_sim::FieldSim;
use nao_sim::body::{Pose, Side};
use nao_sim::field::{EventKind, Field, Options, Place, Point};
use skill_runtime::{Instant, Tick};
use skill_tests::Random;
use skills_nao::conduct::{Conduct, Posture};
use skills_nao::hardware::Motion;
use skills_nao::interfaces::{
    GameState, NaoBlackboard, NaoState, SoccerPenalty, SoccerReferee, game, hardware, joints,
    motion, navigation, penalty, stiffness,
};
use skills_nao::joint::Joint;
use skills_nao::referee::{Decisions, Official, State};
use std::time::Duration;

const PASS_MILLIS: u64 = 10;
const SENDER: u32 = 5;

/// The referee's order: state, penalty and whether play is stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Order {
    state: State,
    penalty: u16,
    stopped: bool,
}

const PLAY: Order = Order { state: State::Play, penalty: 0, stopped: false };
const SET: Order = Order { state: State::Set, ..PLAY };
const INITIAL: Order = Order { state: State::Initial, ..PLAY };
const READY: Order = Order { state: State::Ready, ..PLAY };
const FINISHED: Order = Order { state: State::Finished, ..PLAY };
const STOPPED: Order = Order { stopped: true, ..PLAY };
/// It stays on the field.
const PENALTY: Order = Order { penalty: penalty::SPL_PENALTY_MANUAL, ..PLAY };

struct Lab<'a> {
    board: &'a NaoBlackboard,
    sim: FieldSim<'a>,
    now: Tick,
}

impl<'a> Lab<'a> {
    fn new(board: &'a NaoBlackboard, pose: Pose, order: Order) -> Self {
        let options =
            Options { disturbances: false, slip: 0.0, stumble: 0.0, pose, ..Options::default() };
        let mut field = Field::new(&options);
        field.move_ball(Point::new(3.0, 1.5));
        let sim = FieldSim::new(field, board).unwrap();
        let mut lab = Self { board, sim, now: Tick::default() };
        lab.order(order);
        lab.pass_for(1000);
        lab
    }

    fn order(&mut self, Order { state, penalty, stopped }: Order) {
        let game_state = match state {
            State::Initial => game::GS_SPL_INITIAL,
            State::Ready => game::GS_SPL_READY,
            State::Set => game::GS_SPL_SET,
            State::Play => game::GS_SPL_PLAY,
            State::Finished => game::GS_SPL_FINISHED,
        };
        self.sim.follow(Official {
            decisions: Decisions {
                state,
                centered: false,
                kickoff: true,
                score: (0, 0),
                penalty,
                penalty_left: Duration::ZERO,
            },
            game: GameState { game_state, ..GameState::default() },
            penalty: SoccerPenalty { penalty, remaining: 0 },
            referee: SoccerReferee { heard: true, stopped, ..SoccerReferee::default() },
        });
    }

    fn pass(&mut self) {
        self.sim.sense(self.now);
        self.sim.world_model(self.now);
        self.sim.act(self.now);
        let millis = self.now.time.as_micros() / 1000 + PASS_MILLIS;
        self.now = Tick { time: Instant::from_millis(millis), count: self.now.count + 1 };
    }

    fn pass_for(&mut self, millis: u64) {
        (0..millis / PASS_MILLIS).for_each(|_| self.pass());
    }

    fn send(&self, message: impl Into<motion::Message>) {
        self.board.naoqi_motion.send_as(SENDER, message);
    }

    fn go_to(&self, joint: Joint, value: f32) {
        let message = joints::GotoAngle { servo: joint.bit(), value, time_sec: 0.3 };
        self.board.nao_joint_positions.send_as(SENDER, message);
    }

    fn state(&self) -> NaoState {
        self.board.nao_state.sample().data
    }

    fn pose(&self) -> Pose {
        self.sim.field().robot().pose()
    }

    fn angle(&self, joint: Joint) -> f32 {
        self.sim.field().robot().joint(joint)
    }

    fn stiffness(&self) -> f32 {
        let robot = self.sim.field().robot();
        Joint::ALL.into_iter().map(|joint| robot.stiffness(joint)).fold(0.0, f32::max)
    }

    fn is_moving(&self) -> bool {
        self.sim.field().robot().moving()
    }

    fn enable(&self) {
        self.board.naohw.send_as(SENDER, hardware::EnableServos {});
    }
}

/// The parts of the table: whether an upright robot may move its head, its arms, its legs joint by
/// joint, sit down, get up, kick and walk.
const TABLE: [(Order, Conduct, [bool; 7]); 8] = [
    (INITIAL, Conduct::Look, [true, false, false, false, false, false, false]),
    (READY, Conduct::Play, [true; 7]),
    (SET, Conduct::Stay, [true, true, false, false, false, false, false]),
    (PLAY, Conduct::Play, [true; 7]),
    (FINISHED, Conduct::Posture, [false, false, false, true, true, false, false]),
    (STOPPED, Conduct::Still, [false; 7]),
    (Order { state: State::Initial, ..PENALTY }, Conduct::Still, [false; 7]),
    (PENALTY, Conduct::Posture, [false, false, false, true, true, false, false]),
];

#[test]
fn an_upright_robot_does_what_the_table_allows() {
    for (order, conduct, allowed) in TABLE {
        let moved = |joint: Joint, to: f32| {
            let board = NaoBlackboard::new();
            let mut lab = Lab::new(&board, Pose::Standing, order);
            assert_eq!((lab.state().posture, lab.state().conduct), (Posture::Upright, conduct));
            let before = lab.angle(joint);
            lab.go_to(joint, to);
            lab.pass_for(500);
            let moved = (lab.angle(joint) - before).abs() > 0.01;
            assert_eq!(lab.state().withheld, u32::from(!moved), "{order:?} {joint:?}");
            moved
        };
        let runs = |message: motion::Message| {
            let board = NaoBlackboard::new();
            let mut lab = Lab::new(&board, Pose::Standing, order);
            lab.send(message);
            lab.pass_for(100);
            lab.is_moving()
        };
        let kick = motion::Kick { leg: motion::Leg::Left, strength: 1.0 };
        let found = [
            moved(Joint::HeadYaw, 0.5),
            moved(Joint::LShoulderPitch, 0.5),
            moved(Joint::LKneePitch, 0.5),
            runs(motion::Park {}.into()),
            runs(motion::GetUp {}.into()),
            runs(kick.into()),
            runs(motion::WalkStraight { distance: 1.0 }.into()),
        ];
        assert_eq!(found, allowed, "{order:?}");
    }
}

#[test]
fn a_walk_ends_with_the_order_to_play() {
    for order in [INITIAL, SET, FINISHED, STOPPED, PENALTY] {
        for by_navigator in [false, true] {
            let board = NaoBlackboard::new();
            let mut lab = Lab::new(&board, Pose::Standing, PLAY);
            let go = |lab: &Lab<'_>| {
                if by_navigator {
                    let message = navigation::CartesianGoto { x: 2.0, y: 0.0, orientation: 0.0 };
                    lab.board.navigator.send_as(SENDER, message);
                } else {
                    lab.send(motion::WalkVelocity { x: 1.0, y: 0.0, theta: 0.0, speed: 1.0 });
                }
            };
            go(&lab);
            lab.pass_for(2000);
            assert!(lab.is_moving());
            lab.order(order);
            lab.pass_for(20);
            let before = lab.sim.field().place();
            for _ in 0..300 {
                // A skill that has not been stopped goes on.
                go(&lab);
                lab.pass_for(10);
                assert!(!lab.is_moving(), "{order:?}");
            }
            let way = (lab.sim.field().place().point() - before.point()).length();
            assert!(way < 0.05, "{order:?}: {way} m");
        }
    }
}

#[test]
fn a_kick_under_way_does_not_hit_the_ball_after_a_stop() {
    let board = NaoBlackboard::new();
    let mut lab = Lab::new(&board, Pose::Standing, PLAY);
    let ball = lab.sim.field().place().global(Point::new(0.12, 0.05));
    lab.sim.field_mut().move_ball(ball);
    lab.send(motion::Kick { leg: motion::Leg::Left, strength: 1.0 });
    lab.pass_for(5000);
    assert!(lab.is_moving());
    lab.order(STOPPED);
    lab.pass_for(10_000);
    assert!(!lab.is_moving() && lab.pose() == Pose::Standing);
    let events = lab.sim.field_mut().take_events();
    assert!(!events.iter().any(|event| matches!(event.kind, EventKind::Kicked { .. })));
}

#[test]
fn a_robot_that_lies_stays_limp_where_it_may_not_stand_up() {
    for (pose, lying) in
        [(Pose::LyingBack, Posture::LyingBack), (Pose::LyingFront, Posture::LyingFront)]
    {
        for order in [INITIAL, FINISHED, STOPPED, PENALTY] {
            let board = NaoBlackboard::new();
            let mut lab = Lab::new(&board, pose, order);
            assert_eq!((lab.state().posture, lab.state().conduct), (lying, Conduct::Limp));
            for _ in 0..50 {
                lab.enable();
                lab.send(motion::Standup { from: motion::StandupFrom::Detect });
                lab.pass_for(20);
                assert!(lab.stiffness() <= 0.0 && !lab.is_moving(), "{order:?}");
            }
        }
        for order in [SET, READY, PLAY] {
            let board = NaoBlackboard::new();
            let mut lab = Lab::new(&board, pose, order);
            lab.enable();
            lab.pass_for(50);
            lab.send(motion::Standup { from: motion::StandupFrom::Detect });
            lab.pass_for(14_000);
            assert_eq!((lab.pose(), lab.state().posture), (Pose::Standing, Posture::Upright));
        }
    }
}

/// A robot that has begun to stand up would fall without stiffness; a stop ends that all the same.
#[test]
fn standing_up_goes_on_but_for_a_stop() {
    for (order, stands) in
        [(SET, true), (PENALTY, true), (FINISHED, true), (STOPPED, false), (INITIAL, false)]
    {
        let board = NaoBlackboard::new();
        let mut lab = Lab::new(&board, Pose::LyingBack, PLAY);
        lab.enable();
        lab.pass_for(50);
        lab.send(motion::Standup { from: motion::StandupFrom::Detect });
        lab.pass_for(6000);
        lab.order(order);
        lab.pass_for(30);
        assert_eq!(lab.is_moving(), stands, "{order:?}");
        lab.pass_for(8000);
        assert_eq!(lab.pose() == Pose::Standing, stands, "{order:?}");
        assert_eq!(lab.stiffness() <= 0.0, !stands, "{order:?}");
    }
}

#[test]
fn a_robot_that_is_lifted_is_limp_within_300_ms() {
    for order in [INITIAL, READY, SET, PLAY, FINISHED, STOPPED, PENALTY] {
        let board = NaoBlackboard::new();
        let mut lab = Lab::new(&board, Pose::Standing, order);
        lab.enable();
        if order == PLAY {
            lab.send(motion::WalkVelocity { x: 1.0, y: 0.0, theta: 0.0, speed: 1.0 });
        }
        lab.pass_for(2000);
        assert!(lab.stiffness() > 0.9);
        lab.sim.field_mut().lift_robot();
        lab.pass_for(300);
        assert!(lab.stiffness() <= 0.0 && !lab.is_moving(), "{order:?}");
        assert_eq!(lab.state().posture, Posture::Carried);
        for _ in 0..100 {
            lab.enable();
            lab.send(motion::Standup { from: motion::StandupFrom::Back });
            lab.send(motion::GetUp {});
            lab.board
                .nao_joint_stiffness
                .send_as(SENDER, stiffness::SetBodyStiffness { value: 1.0, time_sec: 0.0 });
            lab.go_to(Joint::HeadYaw, 1.0);
            lab.pass_for(20);
            assert!(lab.stiffness() <= 0.0 && !lab.is_moving(), "{order:?}");
        }
        lab.sim.field_mut().put_down_robot(Place::new(1.0, 1.0, 0.0), Pose::Sitting);
        lab.pass_for(1000);
        assert_eq!(lab.state().posture, Posture::Upright, "{order:?}");
        assert!(lab.stiffness() <= 0.0);
    }
}

#[test]
fn a_joint_does_not_move_later_to_a_goal_that_it_could_not_reach() {
    let board = NaoBlackboard::new();
    let mut lab = Lab::new(&board, Pose::Sitting, PLAY);
    // Without stiffness it keeps the goal.
    lab.go_to(Joint::HeadYaw, 1.0);
    lab.go_to(Joint::LShoulderRoll, 1.0);
    lab.pass_for(100);
    lab.order(STOPPED);
    lab.pass_for(2000);
    let before = [Joint::HeadYaw, Joint::LShoulderRoll].map(|joint| lab.angle(joint));
    lab.enable();
    lab.pass_for(2000);
    let after = [Joint::HeadYaw, Joint::LShoulderRoll].map(|joint| lab.angle(joint));
    assert!(before.into_iter().zip(after).all(|(a, b)| (a - b).abs() < 0.02), "{after:?}");
    assert!(lab.stiffness() > 0.9);
}

#[test]
fn a_robot_that_is_lifted_while_it_rises_is_limp_soon() {
    let board = NaoBlackboard::new();
    let mut lab = Lab::new(&board, Pose::LyingBack, PLAY);
    lab.enable();
    lab.pass_for(50);
    lab.send(motion::Standup { from: motion::StandupFrom::Detect });
    lab.pass_for(1000);
    lab.sim.field_mut().lift_robot();
    // It is turned upright in 1.6 s; then its feet would carry it.
    lab.pass_for(2200);
    assert!(lab.stiffness() <= 0.0 && !lab.is_moving());
    assert_eq!(lab.state().posture, Posture::Carried);
}

#[test]
fn neither_a_fall_nor_a_walk_is_taken_for_hands() {
    for side in [Side::Front, Side::Back] {
        let board = NaoBlackboard::new();
        let mut lab = Lab::new(&board, Pose::Standing, PLAY);
        lab.send(motion::WalkVelocity { x: 1.0, y: 0.0, theta: 0.0, speed: 1.0 });
        for _ in 0..500 {
            lab.pass();
            assert_eq!(lab.state().posture, Posture::Upright);
        }
        lab.sim.field_mut().push(side);
        for _ in 0..200 {
            lab.pass();
            assert_ne!(lab.state().posture, Posture::Carried);
        }
        assert!(lab.state().posture.lies());
    }
}

/// Random orders, hands, pushes and commands.
struct Chaos(Random);

impl Chaos {
    fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// Returns a number from -1 to 1.
    #[allow(clippy::cast_precision_loss)] // a small number
    fn number(&mut self) -> f32 {
        self.below(2001) as f32 / 1000.0 - 1.0
    }

    fn command(&mut self, lab: &Lab<'_>) {
        let (a, b, c) = (self.number(), self.number(), self.number());
        let leg = if a > 0.0 { motion::Leg::Left } else { motion::Leg::Right };
        let from =
            [motion::StandupFrom::Detect, motion::StandupFrom::Front, motion::StandupFrom::Back]
                [self.below(3)];
        match self.below(15) {
            0 => lab.send(motion::Stop {}),
            1 => lab.send(motion::WalkStraight { distance: a }),
            2 => lab.send(motion::WalkVelocity { x: a, y: b, theta: c, speed: 1.0 }),
            3 => lab.send(motion::Turn { angle: a }),
            4 => lab.send(motion::Kick { leg, strength: 1.0 }),
            5 => lab.send(motion::Park {}),
            6 => lab.send(motion::GetUp {}),
            7 | 8 => lab.send(motion::Standup { from }),
            9 => lab.send(motion::MoveHead { yaw: a, pitch: 0.3 * b, speed: 1.0 }),
            10 => {
                let message = navigation::CartesianGoto { x: a, y: b, orientation: c };
                lab.board.navigator.send_as(SENDER, message);
            }
            11 => lab.enable(),
            12 => {
                let message = stiffness::SetBodyStiffness { value: a.abs(), time_sec: 0.2 };
                lab.board.nao_joint_stiffness.send_as(SENDER, message);
            }
            _ => {
                let joint = Joint::ALL[self.below(26)];
                lab.go_to(joint, a);
            }
        }
    }

    fn order(&mut self) -> Order {
        let state = [State::Initial, State::Ready, State::Set, State::Play, State::Finished];
        let state = state[self.below(5)];
        let penalty = if self.below(4) == 0 { penalty::SPL_PENALTY_MANUAL } else { 0 };
        Order { state, penalty, stopped: self.below(4) == 0 }
    }

    fn happen(&mut self, lab: &mut Lab<'_>) {
        let field = lab.sim.field_mut();
        match self.below(4) {
            0 => field.push(if self.below(2) == 0 { Side::Front } else { Side::Back }),
            1 => field.lift_robot(),
            _ => {
                let pose = [Pose::Standing, Pose::Sitting, Pose::LyingBack, Pose::LyingFront];
                let pose = pose[self.below(4)];
                field.put_down_robot(Place::new(self.number(), self.number(), 0.0), pose);
            }
        }
    }
}

/// The memory of the predicate: since when the order is what it is, since when hands hold the robot,
/// since when it lies, and what was before.
struct Seen {
    order: Order,
    ordered: u32,
    held: u32,
    rose: u32,
    lies: u32,
    /// The angles with which it came to rest.
    rest: Option<[f32; Joint::COUNT]>,
    place: Place,
    motion: Option<Motion>,
}

impl Seen {
    /// Checks a pass that came after `self`.
    fn check(&mut self, lab: &Lab<'_>, order: Order) -> Result<(), String> {
        let robot = lab.sim.field().robot();
        let count = |of: u32, holds: bool| if holds { of + 1 } else { 0 };
        self.ordered = count(self.ordered, order == self.order);
        self.order = order;
        self.held = count(self.held, robot.is_held());
        let rises = matches!(robot.motion(), Some(Motion::Standup(_)));
        self.lies = count(self.lies, robot.pose().side().is_some() && !rises);
        let may_play = !order.stopped
            && order.penalty == 0
            && matches!(order.state, State::Ready | State::Play);
        let may_look = !order.stopped
            && order.penalty == 0
            && matches!(order.state, State::Initial | State::Set)
            || may_play;
        let may_wave = may_look && order.state != State::Initial;
        let stiff = lab.stiffness() > 0.0;
        // Whether a robot that rises carries itself is judged over a second, once it is turned upright.
        self.rose = if rises { 220 } else { self.rose.saturating_sub(1) };
        if self.held > 30.max(self.rose) && (stiff || robot.moving()) {
            return Err(format!(
                "it is in hands for {} passes, and not limp: {}, {:?}",
                self.held,
                lab.stiffness(),
                robot.motion()
            ));
        }
        let may_rise = !order.stopped
            && order.penalty == 0
            && matches!(order.state, State::Set | State::Ready | State::Play);
        if !may_rise && self.lies > 160 && self.ordered > 160 && stiff {
            return Err("it lies, may not stand up, and is not limp".into());
        }
        let begun = robot.motion().filter(|motion| self.motion != Some(*motion));
        let old = core::mem::replace(&mut self.motion, robot.motion());
        // The order counts from the pass in which it came.
        if self.ordered > 1 && !may_play {
            match begun {
                Some(Motion::Standup(_)) if !may_rise => return Err("it begins to rise".into()),
                Some(Motion::Standup(_) | Motion::GetUp | Motion::Park) | None => {}
                Some(other) => return Err(format!("it begins {other:?}")),
            }
            if order.stopped && begun.is_some() {
                return Err(format!("it begins {begun:?} while play is stopped"));
            }
        }
        let calm = self.ordered > 100 && old.is_none() && robot.motion().is_none();
        let angles = Joint::ALL.map(|joint| robot.joint(joint));
        // The sensors that a joint holds its angle by have noise.
        let before = if calm { *self.rest.get_or_insert(angles) } else { angles };
        self.rest = self.rest.filter(|_| calm);
        let place = core::mem::replace(&mut self.place, lab.sim.field().place());
        if calm && !may_play {
            for joint in Joint::ALL {
                let part = joint.name();
                let allowed = if part.contains("head") {
                    may_look
                } else if ["shoulder", "elbow", "wrist", "hand"].iter().any(|of| part.contains(of))
                {
                    may_wave
                } else {
                    false
                };
                let moved = (angles[joint.index()] - before[joint.index()]).abs() > 0.01;
                if moved && !allowed {
                    return Err(format!("it moves {part}"));
                }
            }
            let way = (self.place.point() - place.point()).length();
            let lives = robot.is_held() || robot.pose() != Pose::Standing;
            if way > 1e-6 && !lives {
                return Err(format!("it walks {way} m"));
            }
        }
        Ok(())
    }
}

fn campaign(seed: u64, ticks: u32) {
    let board = NaoBlackboard::new();
    let mut lab = Lab::new(&board, Pose::Standing, PLAY);
    let mut chaos = Chaos(Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let mut order = PLAY;
    let mut seen = Seen {
        order,
        ordered: 0,
        held: 0,
        rose: 0,
        lies: 0,
        rest: None,
        place: lab.sim.field().place(),
        motion: None,
    };
    for tick in 0..ticks {
        if chaos.below(400) == 0 {
            order = chaos.order();
            lab.order(order);
        }
        if chaos.below(300) == 0 {
            chaos.happen(&mut lab);
            // What was before is not comparable.
            seen.ordered = 0;
        }
        for _ in 0..chaos.below(3) {
            chaos.command(&lab);
        }
        lab.pass();
        if let Err(error) = seen.check(&lab, order) {
            panic!("seed {seed}, tick {tick}, {order:?}, {:?}: {error}", lab.state());
        }
    }
}

#[test]
fn no_random_command_breaks_a_rule() {
    for seed in 0..8 {
        campaign(seed, 5000);
    }
}

#[test]
#[ignore = "a campaign: cargo test --release --test conduct -- --ignored"]
fn no_command_of_a_million_ticks_breaks_a_rule() {
    for seed in 100..120 {
        campaign(seed, 50_000);
    }
}
