//! The agents with a scripted skiller: their reaction to its status.

use skill_runtime::skiller::{Message, SkillStatus, SkillerInterface};
use skill_runtime::{Agent, AgentRunner, Cell, Exec, Instant, Interface, Machine, Tick, Writer};
use skill_test::Covered;
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::interfaces::{
    GameState, HumanoidMotion, Joystick, NaoBlackboard, NaoJointPosition, NaoJointStiffness,
    NaoSensor, NaoState, ObjectPosition, SoccerPenalty, Switch, game, object,
    state::{Conduct, Posture},
    stick,
};
use std::fmt::Debug;
use std::num::NonZeroU32;

const AGENT: NonZeroU32 = NonZeroU32::new(7).unwrap();
/// The time of a pass.
const PASS_MILLIS: u64 = 10;

/// The writer of an interface, and its value.
struct Part<'a, I: Interface>(Writer<'a, I>, I);

impl<'a, I: Interface> Part<'a, I> {
    fn of(cell: &'a Cell<I>) -> Self {
        Self(cell.writer().expect("a new blackboard has no writers"), I::default())
    }

    fn publish(&mut self, now: Instant) {
        while self.0.next_message().is_some() {}
        self.0.write(&self.1, now);
    }
}

/// An agent, and the writers of its inputs.
struct Commanded<'a, A: Agent>
where
    A::Machine: Exec<NaoBlackboard>,
{
    agent: AgentRunner<'a, A, NaoBlackboard>,
    skiller: Part<'a, SkillerInterface>,
    motion: Part<'a, HumanoidMotion>,
    sensors: Part<'a, NaoSensor>,
    body: Part<'a, NaoState>,
    joints: Part<'a, NaoJointPosition>,
    stiffness: Part<'a, NaoJointStiffness>,
    ball: Part<'a, ObjectPosition>,
    game: Part<'a, GameState>,
    penalty: Part<'a, SoccerPenalty>,
    joystick: Part<'a, Joystick>,
    chest: Part<'a, Switch>,
    feet: [Part<'a, Switch>; 2],
    now: Tick,
}

impl<'a, A: Agent + Default> Commanded<'a, A>
where
    A::Machine: Exec<NaoBlackboard>,
    <A::Machine as Machine>::State: Debug,
{
    fn new(board: &'a NaoBlackboard) -> Self {
        let agent = AgentRunner::new(board, A::default(), AGENT).expect("a new blackboard");
        Self {
            agent,
            skiller: Part::of(&board.skiller),
            motion: Part::of(&board.naoqi_motion),
            sensors: Part::of(&board.nao_sensors),
            body: Part::of(&board.nao_state),
            joints: Part::of(&board.nao_joint_positions),
            stiffness: Part::of(&board.nao_joint_stiffness),
            ball: Part::of(&board.wm_ball),
            game: Part::of(&board.wm_gamestate),
            penalty: Part::of(&board.spl_penalty),
            joystick: Part::of(&board.joystick),
            chest: Part::of(&board.nao_button_chest),
            feet: [&board.nao_button_foot_left, &board.nao_button_foot_right].map(Part::of),
            now: Tick::default(),
        }
    }

    fn pass(&mut self) {
        let time = self.now.time;
        self.motion.publish(time);
        self.sensors.publish(time);
        self.body.publish(time);
        self.joints.publish(time);
        self.stiffness.publish(time);
        self.ball.publish(time);
        self.game.publish(time);
        self.penalty.publish(time);
        self.joystick.publish(time);
        self.chest.publish(time);
        self.feet.iter_mut().for_each(|foot| foot.publish(time));
        self.agent.tick(self.now, Covered);
        let Part(skiller, says) = &mut self.skiller;
        while let Some(received) = skiller.next_message() {
            match received.message {
                Message::AcquireControl(_) => says.exclusive_controller = AGENT.get(),
                Message::ExecSkill(exec) => {
                    (says.msgid, says.status) = (received.id.0, SkillStatus::Running);
                    says.skill_string = exec.skill_string;
                }
                Message::StopExec(_) => (says.msgid, says.status) = (0, SkillStatus::Inactive),
                Message::ReleaseControl(_) => says.exclusive_controller = 0,
            }
        }
        skiller.write(says, time);
        self.now = Tick {
            time: Instant::from_millis(time.as_micros() / 1000 + PASS_MILLIS),
            count: self.now.count + 1,
        };
    }

    fn pass_for(&mut self, millis: u64) {
        (0..millis / PASS_MILLIS).for_each(|_| self.pass());
    }

    /// Checks that the agent reaches a state, and calls this skill there.
    #[track_caller]
    fn comes_to(&mut self, state: &str, skill: &str) {
        for _ in 0..20 {
            self.pass();
        }
        assert_eq!(self.state(), state);
        let call = &self.skiller.1.skill_string;
        let runs = self.skiller.1.status == SkillStatus::Running;
        assert_eq!(runs, !skill.is_empty(), "`{call}`");
        assert!(!runs || call.split('{').next() == Some(skill), "`{call}`");
    }

    fn state(&self) -> String {
        format!("{:?}", self.agent.machine().state())
    }

    fn ends(&mut self, status: SkillStatus) {
        assert_eq!(self.skiller.1.status, SkillStatus::Running);
        self.skiller.1.status = status;
    }
}

impl Commanded<'_, Striker> {
    fn sees_ball(&mut self) {
        let ball = &mut self.ball.1;
        ball.flags = object::FLAG_HAS_RELATIVE_CARTESIAN;
        (ball.visible, ball.visibility_history) = (true, 2);
    }
}

/// Returns an agent that has been commanded to play.
fn playing(board: &NaoBlackboard) -> Commanded<'_, Striker> {
    let mut robot = Commanded::new(board);
    robot.game.1.game_state = game::GS_SPL_PLAY;
    robot
}

#[test]
fn a_striker_that_cannot_stand_up_tries_again() {
    let board = NaoBlackboard::new();
    let mut robot = Commanded::<Striker>::new(&board);
    (robot.body.1.posture, robot.body.1.conduct) = (Posture::LyingFront, Conduct::Stay);
    robot.comes_to("Rise", "standup");
    robot.ends(SkillStatus::Failed);
    robot.comes_to("Trouble", "");
    robot.pass_for(1000);
    robot.comes_to("Rise", "standup");
    robot.body.1.posture = Posture::Upright;
    robot.ends(SkillStatus::Final);
    robot.comes_to("Wait", "");
}

#[test]
fn a_striker_that_lies_where_it_may_not_stand_up_waits() {
    let board = NaoBlackboard::new();
    let mut robot = Commanded::<Striker>::new(&board);
    for conduct in [Conduct::Limp, Conduct::Still, Conduct::Look, Conduct::Posture] {
        (robot.body.1.posture, robot.body.1.conduct) = (Posture::LyingSide, conduct);
        robot.comes_to("Wait", "");
    }
    robot.body.1.conduct = Conduct::Play;
    robot.comes_to("Rise", "standup");
}

#[test]
fn a_striker_that_is_carried_waits_until_it_may_play() {
    let board = NaoBlackboard::new();
    let mut robot = playing(&board);
    robot.sees_ball();
    robot.comes_to("Intercept", "intercept_ball");
    (robot.body.1.posture, robot.body.1.conduct) = (Posture::Carried, Conduct::Limp);
    robot.comes_to("Held", "");
    (robot.body.1.posture, robot.body.1.conduct) = (Posture::Upright, Conduct::Posture);
    robot.comes_to("Held", "");
    robot.body.1.conduct = Conduct::Play;
    robot.comes_to("Rise", "standup");
}

#[test]
fn a_striker_that_cannot_reach_its_place_tries_again() {
    let board = NaoBlackboard::new();
    let mut robot = Commanded::<Striker>::new(&board);
    robot.game.1.game_state = game::GS_SPL_READY;
    robot.comes_to("Walk", "goto");
    robot.ends(SkillStatus::Failed);
    robot.comes_to("There", "");
    robot.pass_for(2000);
    robot.comes_to("Walk", "goto");
    (robot.body.1.posture, robot.body.1.conduct) = (Posture::LyingBack, Conduct::Play);
    robot.comes_to("Rise", "standup");
}

#[test]
fn a_striker_that_finds_no_ball_searches_from_the_center() {
    let board = NaoBlackboard::new();
    let mut robot = playing(&board);
    robot.ball.1.visibility_history = -8;
    robot.comes_to("Search", "search_ball");
    robot.ends(SkillStatus::Failed);
    robot.comes_to("Centre", "goto");
    robot.ends(SkillStatus::Final);
    robot.comes_to("Search", "search_ball");
    robot.ends(SkillStatus::Failed);
    robot.comes_to("Centre", "goto");
    robot.ends(SkillStatus::Failed);
    robot.comes_to("Pause", "");
    robot.pass_for(700);
    robot.comes_to("Search", "search_ball");
    robot.ends(SkillStatus::Failed);
    robot.comes_to("Centre", "goto");
    robot.sees_ball();
    robot.comes_to("Intercept", "intercept_ball");
}

#[test]
fn a_striker_whose_approach_or_kick_fails_decides_anew() {
    let board = NaoBlackboard::new();
    let mut robot = playing(&board);
    robot.sees_ball();
    robot.comes_to("Intercept", "intercept_ball");
    robot.ends(SkillStatus::Final);
    robot.comes_to("Approach", "approach_ball");
    robot.ends(SkillStatus::Failed);
    robot.comes_to("Pause", "");
    robot.pass_for(700);
    robot.comes_to("Intercept", "intercept_ball");
    robot.ends(SkillStatus::Final);
    robot.comes_to("Approach", "approach_ball");
    robot.ends(SkillStatus::Final);
    robot.comes_to("Kick", "kick");
    robot.ends(SkillStatus::Failed);
    robot.comes_to("Pause", "");
}

#[test]
fn a_joystick_skill_that_fails_leads_back_or_begins_again() {
    let board = NaoBlackboard::new();
    let mut robot = Commanded::<Naojoystick>::new(&board);
    robot.comes_to("Ready", "");
    (robot.chest.1.activation_count, robot.chest.1.short_activations) = (1, 1);
    robot.comes_to("Rise", "");
    robot.pass_for(3200);
    robot.comes_to("Play", "");
    for (button, state) in [(stick::BUTTON_7, "KickLeft"), (stick::BUTTON_8, "KickRight")] {
        robot.joystick.1.pressed_buttons = button;
        robot.comes_to(state, "kick");
        robot.joystick.1.pressed_buttons = 0;
        robot.ends(SkillStatus::Failed);
        robot.comes_to("Play", "");
    }
    robot.joystick.1.pressed_buttons = stick::BUTTON_4;
    robot.comes_to("Standup", "standup");
    robot.joystick.1.pressed_buttons = 0;
    let first = robot.skiller.1.msgid;
    robot.ends(SkillStatus::Failed);
    robot.comes_to("Standup", "standup");
    assert!(robot.skiller.1.msgid > first, "it is called again");
    robot.ends(SkillStatus::Final);
    robot.comes_to("Play", "");
}
