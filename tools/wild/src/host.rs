//! The C library: a host and a behavior over memory that they share.

use crate::generate::Wild;
use crate::limits::check_actuators;
use crate::{Figures, Options, Part};
use anyhow::ensure;
use nao_skills::Nao;
use nao_skills::abi::{NAO_BAD_CALL, NAO_JOINTS, NAO_NO_CONTROL, NAO_OK, NaoActuators, NaoSensors};
use nao_skills::boundary::{
    NaoBehaviour, NaoHost, blackboard, nao_abi, nao_behaviour_attach, nao_behaviour_call,
    nao_behaviour_size, nao_behaviour_tick, nao_host_act, nao_host_attach, nao_host_sense,
    nao_host_size, nao_shared_size,
};
use skill_runtime::SkillSpace as _;
use skills_nao::skills::NaoBody;
use std::ffi::c_void;
use std::ptr::null_mut;

/// Zeroed memory that is aligned for everything.
type Memory = Box<[u128]>;

fn memory(size: usize) -> (Memory, usize) {
    let memory = vec![0; size.div_ceil(size_of::<u128>())].into_boxed_slice();
    (memory, size)
}

fn start((memory, _): &mut (Memory, usize)) -> *mut c_void {
    memory.as_mut_ptr().cast()
}

struct CHost {
    host: *mut NaoHost,
    behaviour: *mut NaoBehaviour,
    board: &'static skills_nao::interfaces::BodyBlackboard,
    shared: *mut c_void,
    shared_size: usize,
    time_us: u64,
    figures: Figures,
    _memory: [(Memory, usize); 3],
}

pub fn run(options: Options, name: &str) -> anyhow::Result<Figures> {
    crate::run_part(&mut CHost::new()?, options, name)
}

impl CHost {
    fn new() -> anyhow::Result<Self> {
        let sizes = [nao_shared_size(), nao_host_size(), nao_behaviour_size()];
        let mut all = sizes.map(memory);
        let [shared, host_memory, behaviour_memory] = all.each_mut();
        let (size, shared) = (shared.1, start(shared));
        let (mut host, mut behaviour) = (null_mut(), null_mut());
        // SAFETY: the memory has these sizes and lives as long as the objects in it.
        let (attached, body) = unsafe {
            let at = start(host_memory);
            let a = nao_host_attach(at, host_memory.1, shared, size, nao_abi(), 0, &raw mut host);
            let at = start(behaviour_memory);
            let b = nao_behaviour_attach(
                at,
                behaviour_memory.1,
                shared,
                size,
                nao_abi(),
                &raw mut behaviour,
            );
            ([a, b], blackboard::<Nao>(shared, size))
        };
        ensure!(attached == [NAO_OK; 2], "not attached: {attached:?}");
        let (board, _) = body.map_err(|code| anyhow::anyhow!("no blackboard: {code}"))?;
        let figures = Figures::default();
        let shared_size = size;
        Ok(Self { host, behaviour, board, shared, shared_size, time_us: 0, figures, _memory: all })
    }

    /// Sends messages in the name of the behavior in control.
    fn send(&mut self, wild: &mut Wild) -> anyhow::Result<()> {
        // SAFETY: the memory is alive.
        let body = unsafe { blackboard::<Nao>(self.shared, self.shared_size) };
        let (_, sender) = body.map_err(|code| anyhow::anyhow!("no blackboard: {code}"))?;
        for _ in 0..wild.below(3) {
            let sent = match wild.below(4) {
                0 => wild.send(&self.board.naoqi_motion, sender),
                1 => wild.send(&self.board.naohw, sender),
                2 => wild.send(&self.board.nao_joint_positions, sender),
                _ => wild.send(&self.board.nao_joint_stiffness, sender),
            };
            self.figures.messages += u64::from(sent);
        }
        Ok(())
    }
}

fn sensors(wild: &mut Wild) -> NaoSensors {
    let all = wild.once_in(4);
    let mut next = |usual: f32| if all || wild.once_in(16) { wild.float() } else { usual };
    NaoSensors {
        joint_rad: [0.0; NAO_JOINTS].map(&mut next),
        stiffness: [1.0; NAO_JOINTS].map(&mut next),
        accel_x: next(-1.0),
        accel_y: next(0.0),
        accel_z: next(0.0),
        gyro_x: next(0.0),
        gyro_y: next(0.0),
        gyro_ref: next(0.0),
        angle_x: next(0.0),
        angle_y: next(0.0),
        l_fsr: [1.0; 4].map(&mut next),
        r_fsr: [1.0; 4].map(&mut next),
        l_total_weight: next(2.0),
        r_total_weight: next(2.0),
        l_cop: [0.0; 2].map(&mut next),
        r_cop: [0.0; 2].map(&mut next),
        ultrasonic_left: [2.0; 4].map(&mut next),
        ultrasonic_right: [2.0; 4].map(&mut next),
        battery_charge: next(1.0),
        bumper: [0; 4],
        touch: [0; 4],
        motion_id: if wild.once_in(2) {
            0
        } else {
            u32::try_from(wild.below(1 << 20)).unwrap_or(0)
        },
    }
}

impl Part for CHost {
    fn tick(&mut self, wild: &mut Wild) -> anyhow::Result<()> {
        self.time_us += wild.step_us();
        let sensors = sensors(wild);
        let mut told = NaoActuators::NOTHING;
        self.send(wild)?;
        // A call every other tick, so that skills also run on.
        if wild.once_in(2) {
            let text = wild.call(NaoBody::SKILLS);
            // SAFETY: a living behavior, and a text of this length.
            match unsafe { nao_behaviour_call(self.behaviour, text.as_ptr().cast(), text.len()) } {
                NAO_OK => self.figures.calls += 1,
                NAO_BAD_CALL => self.figures.refused += 1,
                other => ensure!(false, "a call returns {other}"),
            }
        }
        // SAFETY: both are alive.
        let results = unsafe {
            [
                nao_host_sense(self.host, &raw const sensors, self.time_us),
                nao_behaviour_tick(self.behaviour),
                nao_host_act(self.host, &raw mut told),
            ]
        };
        ensure!(
            matches!(results, [NAO_OK, NAO_OK | NAO_NO_CONTROL, NAO_OK]),
            "a tick returns {results:?}"
        );
        self.figures.commands += check_actuators(&told)?;
        (self.figures.clamped, self.figures.discarded) = (told.clamped, told.discarded);
        self.figures.ticks += 1;
        Ok(())
    }
    fn figures(&self) -> Figures {
        self.figures
    }
}
