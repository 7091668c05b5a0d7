//! Two hundred changes of skills on twenty recordings: a check finds exactly those that have an effect.
//!
//! The expected result is found without recordings: the original and the changed skills run on a bench
//! with the same inputs, and the messages, calls and transitions are compared one by one.

#[path = "changed/change.rs"]
mod change;
#[path = "changed/skills.rs"]
mod skills;

use change::apply;
use skill_runtime::dependency::interface_id;
use skill_runtime::skiller::{ExecSkill, SkillStatus, SkillerInterface, StopExec};
use skill_runtime::{
    Instant, MainLoop, NoTrace, ObservedPass, Provides, Skiller, Stages, Text, Tick, Writer,
    blackboard, interface,
};
use skill_studio::Description;
use skill_studio::record::{Options, Recorder, Recording};
use skill_studio::replay::check;
use skill_test::Bench;
use skills::Skills;
use std::time::Duration;

const SKILLER: u64 = interface_id("Skiller");
const PASSES: usize = 2000;
const PERIOD: Duration = Duration::from_millis(10);
const RECORDINGS: u64 = 20;

interface! {
    /// A ball in front of the robot.
    pub Ball { fields { distance_m: f32, angle_rad: f32, is_seen: bool } }
}
interface! {
    pub Bumper { fields { is_pressed: bool, charge: f32 } }
}
interface! {
    pub Wheels {
        fields { speed: f32 }
        messages (capacity = 8) { Drive { speed: f32, turn: f32 }, Halt }
    }
}
interface! {
    pub Lamp {
        fields { color: f32 }
        messages (capacity = 8) { Show { color: f32, rate: f32 }, Off }
    }
}
blackboard! {
    pub Board {
        ball: Ball,
        bumper: Bumper,
        wheels: Wheels,
        lamp: Lamp,
        "Skiller": SkillerInterface
    }
}

/// A message to the skiller.
#[derive(Clone)]
enum Order {
    Call(String),
    Stop,
}

/// The values that the skills read in a pass.
#[derive(Clone, Default)]
struct Input {
    ball: Ball,
    bumper: Bumper,
    wheels: Wheels,
    lamp: Lamp,
    order: Option<Order>,
}

/// The events of a pass, and the messages to each interface in order.
#[derive(PartialEq, Debug, Default)]
struct Output {
    events: Vec<String>,
    wheels: Vec<wheels::Message>,
    lamp: Vec<lamp::Message>,
}

/// The writers of the robot, and the messages that they have received.
struct Ports<'a> {
    board: &'a Board,
    ball: Writer<'a, Ball>,
    bumper: Writer<'a, Bumper>,
    wheels: Writer<'a, Wheels>,
    lamp: Writer<'a, Lamp>,
}

impl<'a> Ports<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            ball: board.ball.writer().unwrap(),
            bumper: board.bumper.writer().unwrap(),
            wheels: board.wheels.writer().unwrap(),
            lamp: board.lamp.writer().unwrap(),
        }
    }

    fn publish(&mut self, input: &Input, now: Tick) {
        self.ball.write(&input.ball, now.time);
        self.bumper.write(&input.bumper, now.time);
        self.wheels.write(&input.wheels, now.time);
        self.lamp.write(&input.lamp, now.time);
        let skiller = Provides::<SkillerInterface, SKILLER>::cell(self.board);
        match &input.order {
            Some(Order::Call(call)) => {
                let skill_string = Text::try_from(&call[..]).unwrap();
                assert!(!skiller.send_as(0, ExecSkill { skill_string }).is_refused());
            }
            Some(Order::Stop) => assert!(!skiller.send_as(0, StopExec {}).is_refused()),
            None => {}
        }
    }

    fn receive(&mut self) -> Output {
        let wheels = std::iter::from_fn(|| self.wheels.next_message()).map(|of| of.message);
        let wheels = wheels.collect();
        let lamp = std::iter::from_fn(|| self.lamp.next_message()).map(|of| of.message).collect();
        Output { events: Vec::new(), wheels, lamp }
    }
}

struct Random(u64);

impl Random {
    /// Returns a number below 1.
    #[allow(clippy::cast_precision_loss)] // of 24 bits
    fn next(&mut self) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }
}

/// A ball that rolls while the robot drives, and is called for other things.
struct World<'a> {
    ports: Ports<'a>,
    random: Random,
    now: Input,
    turn: f32,
    hidden: u32,
    pressed: u32,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
}

impl<'a> World<'a> {
    fn new(board: &'a Board, seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        random.next();
        let mut now = Input::default();
        now.bumper.charge = 1.0;
        now.ball.distance_m = 1.0 + 2.0 * random.next();
        let (inputs, outputs) = (Vec::new(), Vec::new());
        let ports = Ports::new(board);
        Self { ports, random, now, turn: 0.0, hidden: 0, pressed: 0, inputs, outputs }
    }

    /// Moves on by a period.
    fn move_on(&mut self) {
        let Self { random, now, .. } = self;
        let ball = &mut now.ball;
        ball.distance_m = (ball.distance_m - now.wheels.speed * 0.02).abs();
        ball.angle_rad += 0.01 * (random.next() - 0.5) - self.turn * 0.01;
        if random.next() < 0.002 {
            ball.distance_m = 8.0 * random.next() * random.next();
            ball.angle_rad = 2.0 * random.next() - 1.0;
        }
        if random.next() < 0.004 {
            self.hidden = 20 + if random.next() < 0.2 { 150 } else { 0 };
        }
        if random.next() < 0.003 {
            self.pressed = 15;
        }
        ball.is_seen = self.hidden == 0;
        now.bumper.is_pressed = self.pressed > 0;
        now.bumper.charge = (now.bumper.charge - 0.0008).max(0.05);
        if random.next() < 0.002 {
            now.bumper.charge = 1.0;
        }
        self.hidden = self.hidden.saturating_sub(1);
        self.pressed = self.pressed.saturating_sub(1);
        let skiller = Provides::<SkillerInterface, SKILLER>::cell(self.ports.board).sample().data;
        let calls = random.next();
        now.order = match skiller.status {
            SkillStatus::Running if calls < 0.001 => Some(Order::Stop),
            SkillStatus::Running => None,
            _ if calls < 0.8 => None,
            _ if calls < 0.9 => Some(Order::Call("chase{}".to_owned())),
            _ => Some(Order::Call(format!("patrol{{rounds={}}}", 1 + u32::from(calls < 0.95)))),
        };
    }
}

impl Stages for World<'_> {
    fn sensor(&mut self, now: Tick) {
        self.move_on();
        self.inputs.push(self.now.clone());
        self.ports.publish(&self.now, now);
    }

    fn act(&mut self, _: Tick) {
        let output = self.ports.receive();
        for message in &output.wheels {
            (self.now.wheels.speed, self.turn) = match message {
                wheels::Message::Drive(of) => (of.speed, of.turn),
                wheels::Message::Halt(_) => (0.0, 0.0),
            };
        }
        for message in &output.lamp {
            self.now.lamp.color = match message {
                lamp::Message::Show(of) => of.color,
                lamp::Message::Off(_) => 0.0,
            };
        }
        self.outputs.push(output);
    }
}

fn description() -> Description {
    Description::of::<Skills>("chaser", &[])
}

/// Records the original skills. Returns the recording, and what the world has given to them.
fn record(seed: u64) -> (Recording, Vec<Input>) {
    let directory = tempfile::tempdir().unwrap();
    let options = Options::new(directory.path().join("chase.mcap"));
    let board = Board::new();
    let mut observer = Recorder::new(description(), &board, None, &options).unwrap();
    let mut world = World::new(&board, seed);
    let mut skiller = Skiller::<Skills>::new(&board).unwrap();
    let mut main_loop = MainLoop::new();
    let mut time = Instant::ZERO;
    for _ in 0..PASSES {
        let mut pass = ObservedPass {
            robot: &mut world,
            agent: &mut (),
            skiller: &mut skiller,
            observer: &mut observer,
            tracer: &mut NoTrace,
        };
        main_loop.pass(time, &mut pass).unwrap();
        time = time.after(PERIOD);
    }
    observer.finish().unwrap();
    (Recording::open(&options.path).unwrap(), world.inputs)
}

/// Gives inputs to the skills, whatever they do.
struct Given<'a> {
    ports: Ports<'a>,
    inputs: &'a [Input],
    output: Output,
}

impl Stages for Given<'_> {
    fn sensor(&mut self, now: Tick) {
        self.ports.publish(&self.inputs[now.count as usize], now);
    }

    fn act(&mut self, _: Tick) {
        self.output = self.ports.receive();
    }
}

/// Runs the skills as they are changed now on a bench, until they do something else than `original`.
/// Returns what they have done before.
fn run(inputs: &[Input], original: Option<&[Output]>) -> Vec<Output> {
    let board = Board::new();
    let given = Given { ports: Ports::new(&board), inputs, output: Output::default() };
    let mut bench = Bench::on(&board).with_period(PERIOD).without_explanations();
    let given = bench.add(given);
    let mut bench = bench.with_skiller::<Skills>();
    let mut all = Vec::new();
    for pass in 0..inputs.len() {
        bench.clear();
        bench.pass();
        let mut output = std::mem::take(&mut given.borrow_mut().output);
        output.events = bench.events().iter().map(ToString::to_string).collect();
        if original.is_some_and(|original| original[pass] != output) {
            break;
        }
        all.push(output);
    }
    all
}

/// A recording, what the robot has given to the original skills, and what they have done.
struct Recorded {
    recording: Recording,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
}

impl Recorded {
    fn new(seed: u64) -> Self {
        apply(None);
        let (recording, inputs) = record(seed);
        let outputs = run(&inputs, None);
        // The bench does what was recorded.
        let events: Vec<&str> = outputs
            .iter()
            .flat_map(|of| &of.events)
            .map(|event| event.split_once(' ').expect("a time").1)
            .collect();
        let recorded: Vec<&str> = recording.events.iter().map(|of| &of.text[..]).collect();
        assert_eq!(events, recorded);
        Self { recording, inputs, outputs }
    }

    /// Returns the passes before the first difference of the skills as they are changed now: what a bench
    /// says, and what a check of the recording says.
    fn passes_the_same(&self) -> [usize; 2] {
        let bench = run(&self.inputs, Some(&self.outputs)).len();
        let checked = check::<Skills, ()>(description(), &self.recording, &Board::new(), ());
        let checked = checked.unwrap();
        assert_eq!(checked.difference.is_none(), checked.passes == PASSES);
        [bench, checked.passes]
    }
}

/// Returns how many changes have an effect in one of the recordings.
fn find(recordings: u64, changes: &[change::Change]) -> usize {
    let recorded: Vec<Recorded> = (1..=recordings).map(Recorded::new).collect();
    let (mut visible, mut found, mut runs) = (0, 0, [0, 0]);
    for change in changes {
        let mut is = [false; 2];
        for (number, recorded) in recorded.iter().enumerate() {
            apply(Some(*change));
            let passes = recorded.passes_the_same();
            assert_eq!(passes[0], passes[1], "{change} in recording {number}");
            for of in 0..2 {
                is[of] |= passes[of] < PASSES;
            }
            runs[usize::from(passes[0] < PASSES)] += 1;
        }
        visible += usize::from(is[0]);
        found += usize::from(is[1]);
        if !is[0] {
            println!("no effect: {change}");
        }
    }
    apply(None);
    let messages: usize = recorded.iter().map(|of| of.recording.sent.len()).sum();
    let events: usize = recorded.iter().map(|of| of.recording.events.len()).sum();
    println!("{recordings} recordings: {events} events, {messages} messages");
    println!(
        "changed {}, of which visible {visible}, found {found}; of the runs {} different, {} the same",
        changes.len(),
        runs[1],
        runs[0]
    );
    assert_eq!(visible, found);
    visible
}

#[test]
fn a_check_finds_what_has_an_effect() {
    let changes: Vec<_> = change::all().into_iter().step_by(9).collect();
    let visible = find(2, &changes);
    assert!(visible > 5 && visible < changes.len(), "{visible} of {}", changes.len());
}

#[test]
#[ignore = "takes a minute"]
fn a_check_finds_each_of_two_hundred_changes_that_has_an_effect() {
    let changes = change::all();
    assert_eq!(changes.len(), 200);
    let visible = find(RECORDINGS, &changes);
    assert!((100..=190).contains(&visible), "{visible} have an effect");
}
