//! The rover's C functions as C calls them: what all robots with the interfaces of their blackboard
//! have in common.
#![allow(unsafe_code, missing_docs)]

mod memory;

use memory::Memory;
use rover::interfaces::gripper::Jaws;
use rover::interfaces::{EmergencyStop, Gripper, Lidar, Odometry, RoverBoard, wheels};
use rover_skills::*;
use skill_c::abi::{
    BAD_CALL, BAD_SENSORS, FAILED, FINAL, INACTIVE, NO_CONTROL, OK, OTHER_HEADER, REFUSED, RUNNING,
};
use skill_c::hardware::{Command, Data, number};
use skill_c::{Robot as _, Status};
use skill_runtime::Text;
use skill_runtime::skiller::{AcquireControl, ExecSkill};
use std::ffi::CStr;
use std::fs;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::atomic::Ordering::Relaxed;

const STOP: u32 = number(1, 2);
const SET_VELOCITY: u32 = number(1, 1);
const MOVE: u32 = number(4, 1);

/// An engine with its sensors.
struct Engine {
    at: *mut RoverEngine,
    sensors: RoverSensors,
    time_us: u64,
    _memory: Memory,
}

fn sensors() -> RoverSensors {
    RoverSensors {
        published: 0b11111,
        emergency_stop: Data::new(&EmergencyStop { released: true }),
        wheels: Data::new(&rover::interfaces::Wheels::default()),
        odometry: Data::new(&Odometry::default()),
        lidar: Data::new(&Lidar::default()),
        gripper: Data::new(&Gripper { r#final: true, ..Gripper::default() }),
    }
}

impl Engine {
    fn new() -> Self {
        Self::publishing(0b11111)
    }

    /// Returns an engine whose first cycle is at 10 ms.
    fn publishing(published: u32) -> Self {
        let (memory, mut engine) = (Memory::new(rover_engine_size()), null_mut());
        let (at, size) = (memory.at(), memory.1);
        // SAFETY: the memory has the size, and is kept beside the engine.
        let created = unsafe { rover_engine_create(at, size, rover_abi(), &raw mut engine) };
        assert_eq!(created, OK);
        let sensors = RoverSensors { published, ..sensors() };
        let mut this = Self { at: engine, sensors, time_us: 0, _memory: memory };
        assert_eq!(this.tick().0, NO_CONTROL);
        this
    }

    fn tick(&mut self) -> (u32, RoverActuators) {
        self.time_us += 10_000;
        let mut told = Rover::NOTHING;
        // SAFETY: the engine is alive.
        let result = unsafe {
            rover_engine_tick(self.at, &raw const self.sensors, self.time_us, &raw mut told)
        };
        (result, told)
    }

    fn call(&mut self, text: &str) -> u32 {
        // SAFETY: the engine is alive, and the text has its length.
        unsafe {
            let behaviour = rover_engine_behaviour(self.at);
            rover_behaviour_call(behaviour, text.as_ptr().cast(), text.len())
        }
    }

    fn status(&mut self) -> (u32, String) {
        // SAFETY: numbers; the engine is alive.
        let status: Status = unsafe {
            let mut status = std::mem::zeroed();
            let behaviour = rover_engine_behaviour(self.at);
            assert_eq!(rover_behaviour_status(behaviour, &raw mut status), OK);
            status
        };
        let text = CStr::from_bytes_until_nul(&status.error).expect("a final 0");
        (status.status, text.to_str().expect("UTF-8").to_owned())
    }
}

fn messages(told: &RoverActuators) -> Vec<u32> {
    told.command.iter().take(told.commands as usize).map(|command| command.0.message).collect()
}

#[test]
fn messages_are_commands_and_the_gripper_reports_theirs() {
    let mut engine = Engine::new();
    assert_eq!(engine.call("grip{jaws=\"opn\"}"), BAD_CALL);
    assert!(engine.status().1.contains("did you mean \"open\"?"), "{:?}", engine.status());
    assert_eq!(engine.call("grip{jaws=\"open\"}"), OK);
    let (result, told) = engine.tick();
    assert_eq!((result, messages(&told)), (OK, vec![MOVE]));
    let Command { id, words, .. } = told.command[0].0;
    assert_eq!((words[0], engine.status().0), (Jaws::Open as u32, RUNNING));
    engine.sensors.gripper = Data::new(&Gripper { msgid: id, r#final: true, ..Gripper::default() });
    let (result, told) = engine.tick();
    assert_eq!((result, told.commands, engine.status().0), (OK, 0, FINAL));
}

#[test]
fn an_interface_whose_bit_is_not_set_becomes_stale() {
    let mut engine = Engine::new();
    assert_eq!(engine.call("drive_to{x_m=1, y_m=0}"), OK);
    let (_, told) = engine.tick();
    assert_eq!(messages(&told), [SET_VELOCITY]);
    // 100 ms is the greatest age of the button.
    engine.sensors.published &= !1;
    for _ in 0..10 {
        engine.tick();
        assert_eq!(engine.status().0, RUNNING);
    }
    engine.tick();
    // SAFETY: the engine is alive.
    unsafe { rover_behaviour_serve(rover_engine_behaviour(engine.at)) };
    let (_, error) = engine.status();
    assert_eq!(error, "estop is stale");
}

#[test]
fn an_interface_that_was_never_published_is_stale_from_the_beginning() {
    for (bit, name) in [(0, "estop"), (2, "odometry")] {
        let mut engine = Engine::publishing(0b11111 & !(1 << bit));
        // FINAL on the zeros of the odometry.
        assert_eq!(engine.call("drive_to{x_m=0, y_m=0}"), OK);
        engine.tick();
        // SAFETY: the engine is alive.
        unsafe { rover_behaviour_serve(rover_engine_behaviour(engine.at)) };
        assert_eq!(engine.status(), (FAILED, format!("{name} is stale")));
    }
    let mut engine = Engine::publishing(0b11111);
    assert_eq!((engine.call("drive_to{x_m=0, y_m=0}"), engine.tick().0), (OK, OK));
    assert_eq!(engine.status().0, FINAL);
}

#[test]
fn the_agent_calls_skills_until_it_is_stopped() {
    let mut engine = Engine::new();
    // SAFETY: the engine is alive.
    let behaviour = unsafe { rover_engine_behaviour(engine.at) };
    let agent = || {
        let mut status = u32::MAX;
        // SAFETY: the engine is alive.
        assert_eq!(unsafe { rover_behaviour_agent_status(behaviour, &raw mut status) }, OK);
        status
    };
    assert_eq!(agent(), INACTIVE);
    assert_eq!(engine.call("drive_to{x_m=1, y_m=0}"), OK);
    // SAFETY: the engine is alive.
    assert_eq!(unsafe { rover_behaviour_start_agent(behaviour) }, OK);
    assert_eq!(agent(), RUNNING);
    let sent: Vec<u32> = (0..5).flat_map(|_| messages(&engine.tick().1)).collect();
    assert_eq!(sent, [MOVE], "the first skill opens the gripper");
    assert_eq!(engine.call("drive_to{x_m=1, y_m=0}"), REFUSED);
    // SAFETY: the engine is alive.
    assert_eq!(unsafe { rover_behaviour_stop_agent(behaviour) }, OK);
    assert_eq!((agent(), engine.status().0), (INACTIVE, INACTIVE));
    assert_eq!(engine.call("drive_to{x_m=1, y_m=0}"), OK);
    assert_eq!(messages(&engine.tick().1), [SET_VELOCITY]);
}

#[test]
fn words_that_are_no_values_are_refused_and_nothing_is_published() {
    let mut engine = Engine::new();
    // SAFETY: the words of the gripper, of which any bits are a value.
    unsafe { (&raw mut engine.sensors.gripper).cast::<u32>().write(7) };
    assert_eq!(engine.tick().0, BAD_SENSORS, "there are two positions of the jaws");
    engine.sensors.published &= !0b10000;
    assert_eq!(engine.tick().0, OK);
    engine.sensors.published |= 0b10_0000;
    assert_eq!(engine.tick().0, BAD_SENSORS, "there are five interfaces");
}

#[test]
fn a_message_that_is_not_finite_is_discarded_and_counted() {
    let mut engine = Engine::new();
    engine.sensors.lidar =
        Data::new(&Lidar { sees: true, distance_m: f32::NAN, bearing_rad: f32::NAN });
    assert_eq!(engine.call("approach{}"), OK);
    let (result, told) = engine.tick();
    assert_eq!((result, told.commands, told.discarded), (OK, 0, 1));
}

#[test]
fn without_a_behaviour_the_wheels_are_stopped_once() {
    let (shared, memory) = (Memory::new(rover_shared_size()), Memory::new(rover_host_size()));
    let (mut host, mut told) = (null_mut(), Rover::NOTHING);
    let sensors = sensors();
    // SAFETY: the memory has the sizes, and outlives the host.
    unsafe {
        let mut attach = |abi| {
            let (at, size) = (memory.at(), memory.1);
            rover_host_attach(at, size, shared.at(), shared.1, abi, 0, &raw mut host)
        };
        assert_eq!(attach(rover_abi() ^ 1), OTHER_HEADER);
        assert_eq!(attach(rover_abi()), OK);
        for commands in [vec![STOP], vec![]] {
            assert_eq!(rover_host_sense(host, &raw const sensors, 0), OK);
            assert_eq!(rover_host_act(host, &raw mut told), OK);
            assert_eq!((messages(&told), told.watchdog), (commands, 1));
        }
        let mut read = Rover::NOTHING;
        assert_eq!(rover_actuators_safe(&raw mut read), OK);
        assert_eq!(messages(&read), [STOP]);
        let (mut seen, mut time) = (self::sensors(), 1);
        seen.published = 0;
        let result = rover_shared_sensors(shared.at(), shared.1, &raw mut seen, &raw mut time);
        assert_eq!((result, seen.published, time), (OK, 0b11111, 0));
        assert!(seen.emergency_stop.value().is_some_and(|button| button.released));
        assert_eq!(rover_host_detach(host), OK);
    }
}

/// A host and a behaviour over shared memory, whose agent runs.
struct Two {
    host: *mut RoverHost,
    behaviour: *mut RoverBehaviour,
    board: &'static RoverBoard,
    time_us: u64,
    _memory: [Memory; 3],
}

impl Two {
    fn new() -> Self {
        let sizes = [rover_shared_size(), rover_host_size(), rover_behaviour_size()];
        let all = sizes.map(Memory::new);
        let (mut host, mut behaviour) = (null_mut(), null_mut());
        let [shared, of_host, of_behaviour] = &all;
        // SAFETY: the memory has the sizes, and outlives the objects.
        let board = unsafe {
            let (at, size, abi) = (shared.at(), shared.1, rover_abi());
            let (to, room) = (of_host.at(), of_host.1);
            assert_eq!(rover_host_attach(to, room, at, size, abi, 0, &raw mut host), OK);
            let (to, room) = (of_behaviour.at(), of_behaviour.1);
            assert_eq!(rover_behaviour_attach(to, room, at, size, abi, &raw mut behaviour), OK);
            assert_eq!(rover_behaviour_start_agent(behaviour), OK);
            skill_c::boundary::blackboard::<Rover>(at, size).expect("a blackboard").0
        };
        Self { host, behaviour, board, time_us: 0, _memory: all }
    }

    /// Runs cycles, and returns the messages that were commands.
    fn cycles(&mut self, count: usize) -> Vec<u32> {
        let (sensors, mut told, mut all) = (sensors(), Rover::NOTHING, Vec::new());
        for _ in 0..count {
            self.time_us += 10_000;
            // SAFETY: both are alive.
            unsafe {
                assert_eq!(rover_host_sense(self.host, &raw const sensors, self.time_us), OK);
                assert!([OK, NO_CONTROL].contains(&rover_behaviour_tick(self.behaviour)));
                assert_eq!(rover_behaviour_serve(self.behaviour), OK);
                assert_eq!(rover_host_act(self.host, &raw mut told), OK);
            }
            all.extend(messages(&told));
        }
        all
    }
}

#[test]
fn an_agent_that_was_replaced_can_still_send_and_has_no_effect() {
    let mut two = Two::new();
    let skill_string = Text::try_from("drive_to{x_m=1, y_m=0}").expect("it fits");
    let replaced = 99;
    let steal = AcquireControl { steal_control: true };
    assert!(!two.board.skiller.send_as(replaced, steal).is_refused());
    assert!(!two.board.skiller.send_as(replaced, ExecSkill { skill_string }).is_refused());
    assert_eq!(two.cycles(6), [MOVE], "the agent's first skill opens the gripper");
}

#[test]
fn an_agent_that_was_replaced_and_died_while_it_sent_blocks_the_next_for_a_moment_only() {
    let mut two = Two::new();
    // A message that is reserved, and never written.
    let [_, tail, _] = two.board.skiller.words().indices();
    tail.fetch_add(4, Relaxed);
    assert!(two.cycles(3).is_empty());
    assert_eq!(two.cycles(8), [MOVE]);
}

#[test]
fn more_messages_than_places_wait_for_the_next_cycle() {
    static BOARD: RoverBoard = RoverBoard::new();
    let mut command = [Command::<2>::NONE; 1];
    let (mut used, mut discarded) = (0, 0);
    let mut writer = BOARD.wheels.writer().expect("no other writer");
    let velocity = |speed| wheels::SetVelocity { forward_m_per_sec: speed, turn_rad_per_sec: 0.0 };
    for speed in [1.0, f32::INFINITY, 2.0] {
        let sent = BOARD.wheels.send_as(7, velocity(speed));
        assert!(!sent.is_refused());
    }
    for (speed, lost) in [(1.0_f32, 0), (2.0, 1)] {
        used = 0;
        let mut commands = skill_c::hardware::Commands {
            places: &mut command,
            used: &mut used,
            discarded: &mut discarded,
        };
        assert_eq!(commands.deliver::<_, 2>(1, &mut writer, |sender| sender == 7), 0);
        assert_eq!((command[0].words[0], discarded), (speed.to_bits(), lost));
    }
    assert_eq!(used, 1);
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn the_headers_are_those_of_the_sources() {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    for (file, text) in [
        ("rover_skills.h", header().to_string()),
        ("rover_memory.h", header().memory().to_string()),
    ] {
        let is = fs::read_to_string(include.join(file)).expect("a header");
        assert!(is == text, "{file}: `cargo run -p rover-c --example header` writes it");
    }
}
