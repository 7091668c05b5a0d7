//! A simulated NAO for programs that replace the hardware: the test hosts.

use crate::abi::take_sensors;
use crate::abi::{
    NAO_MOTION_GET_UP, NAO_MOTION_KICK, NAO_MOTION_MOVE_HEAD, NAO_MOTION_PARK, NAO_MOTION_STANDUP,
    NAO_MOTION_TURN, NAO_MOTION_WALK_ARC, NAO_MOTION_WALK_SIDEWAYS, NAO_MOTION_WALK_STRAIGHT,
    NAO_MOTION_WALK_VELOCITY, NAO_MOTION_YAW_PITCH_HEAD, NAO_OK, NaoActuators, NaoMotion,
    NaoResult, NaoSensors,
};
use core::ffi::c_void;
use core::time::Duration;
use nao_sim::body::{Pose, Robot};
use skill_c::header::Part;
use skill_c::{Handle, Object, input, object, place, put, value};
use skills_nao::hardware::{Leg, Motion, StandupFrom};
use skills_nao::joint::Joint;

/// A simulated NAO in the caller's memory.
pub type NaoRobot = Handle<Simulated>;

/// The robot, and the command that started its motion.
pub struct Simulated {
    robot: Robot,
    motion_id: u32,
}

impl Object for Simulated {
    const NAME: &'static str = "Robot";
    const MAGIC: u32 = 0x4e72_6f62;
}

skill_c::constants! { POSES:
    /// The robot is on its feet.
    pub const NAO_POSE_STANDING: u32 = 0;
    /// It sits.
    pub const NAO_POSE_SITTING: u32 = 1;
    /// It lies on its back.
    pub const NAO_POSE_LYING_BACK: u32 = 2;
    /// It lies on its front.
    pub const NAO_POSE_LYING_FRONT: u32 = 3;
    /// It falls.
    pub const NAO_POSE_FALLING: u32 = 4;
}

skill_c::functions! { nao, FUNCTIONS:
    safe {
        /// Returns the size of a robot in bytes.
        fn robot_size() -> usize = size;
    }
    unsafe {
        /// Creates a robot in the caller's memory, in a pose.
        fn robot_create(memory: *mut c_void, size: usize, pose: u32, seed: u32, robot: *mut *mut NaoRobot) -> NaoResult = create;
        /// Lets `time_us` microseconds pass, then reads the sensors.
        fn robot_step(robot: *mut NaoRobot, time_us: u32, sensors: *mut NaoSensors) -> NaoResult = step;
        /// Passes commands to the robot.
        fn robot_act(robot: *mut NaoRobot, actuators: *const NaoActuators) -> NaoResult = act;
        /// Returns the pose of the robot: `NAO_POSE_STANDING`, ..
        fn robot_pose(robot: *mut NaoRobot, pose: *mut u32) -> NaoResult = read_pose;
    }
}

/// The robot in the header.
pub const PART: Part =
    Part { constants: POSES, opaque: &[("Robot", "A simulated NAO.")], functions: FUNCTIONS };

fn size() -> usize {
    size_of::<Handle<Simulated>>()
}

/// # Safety
/// The pointers point to memory of the size given, and to a pointer.
unsafe fn create(
    memory: *mut c_void,
    size: usize,
    pose: u32,
    seed: u32,
    robot: *mut *mut NaoRobot,
) -> NaoResult {
    let pose = match pose {
        NAO_POSE_STANDING => Pose::Standing,
        NAO_POSE_SITTING => Pose::Sitting,
        NAO_POSE_LYING_FRONT => Pose::LyingFront,
        _ => Pose::LyingBack,
    };
    let simulated = Simulated { robot: Robot::new(pose, u64::from(seed)), motion_id: 0 };
    // SAFETY: the caller's promises; `place` has checked the memory.
    match unsafe { (place(memory, size), value(robot)) } {
        (Ok(at), Ok(robot)) => {
            // SAFETY: `at` comes from `place`.
            *robot = unsafe { put(at, simulated) };
            NAO_OK
        }
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// # Safety
/// The pointers are a living robot and memory for the sensors.
unsafe fn step(robot: *mut NaoRobot, time_us: u32, sensors: *mut NaoSensors) -> NaoResult {
    // SAFETY: the caller's promises.
    match unsafe { (object(robot), value(sensors)) } {
        (Ok(mut simulated), Ok(sensors)) => {
            simulated.robot.step(Duration::from_micros(u64::from(time_us)));
            simulated.feel(sensors);
            NAO_OK
        }
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// # Safety
/// The pointers are a living robot and the commands.
unsafe fn act(robot: *mut NaoRobot, actuators: *const NaoActuators) -> NaoResult {
    // SAFETY: the caller's promises.
    match unsafe { (object(robot), input(actuators)) } {
        (Ok(mut simulated), Ok(actuators)) => {
            simulated.act(actuators);
            NAO_OK
        }
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// # Safety
/// The pointers are a living robot and a number.
unsafe fn read_pose(robot: *mut NaoRobot, pose: *mut u32) -> NaoResult {
    // SAFETY: the caller's promises.
    match unsafe { (object(robot), value(pose)) } {
        (Ok(simulated), Ok(pose)) => {
            *pose = match simulated.robot.pose() {
                Pose::Standing => NAO_POSE_STANDING,
                Pose::Sitting => NAO_POSE_SITTING,
                Pose::LyingBack => NAO_POSE_LYING_BACK,
                Pose::LyingFront => NAO_POSE_LYING_FRONT,
                Pose::Falling { .. } => NAO_POSE_FALLING,
            };
            NAO_OK
        }
        (Err(code), _) | (_, Err(code)) => code,
    }
}

impl Simulated {
    fn feel(&self, out: &mut NaoSensors) {
        let of = self.robot.sensors();
        out.joint_rad = of.joints;
        out.stiffness = Joint::ALL.map(|joint| self.robot.stiffness(joint));
        take_sensors!(out, of);
        out.motion_id = if self.robot.moving() { self.motion_id } else { 0 };
    }

    fn act(&mut self, told: &NaoActuators) {
        for joint in Joint::joints_in(told.moves) {
            let i = joint.index();
            if told.time_sec[i] > 0.0 {
                self.robot.goto_angle(joint, told.target_rad[i], told.time_sec[i]);
            } else {
                self.robot.move_with_speed(joint, told.target_rad[i], told.speed[i]);
            }
        }
        for joint in Joint::joints_in(told.stiffens) {
            let i = joint.index();
            self.robot.set_stiffness(Some(joint), told.stiffness[i], told.stiffness_time_sec[i]);
        }
        for command in told.motion.iter().take(told.motions as usize) {
            self.motion_id = command.id;
            match motion(command) {
                Some(motion) => self.robot.start_motion(motion),
                None => self.robot.stop(),
            }
        }
    }
}

/// Returns the motion of a command; `None` stops.
fn motion(command: &NaoMotion) -> Option<Motion> {
    let [a, b, c, d] = command.argument;
    Some(match command.kind {
        NAO_MOTION_STANDUP if a < 0.5 => Motion::Standup(StandupFrom::Detect),
        NAO_MOTION_STANDUP if a < 1.5 => Motion::Standup(StandupFrom::Back),
        NAO_MOTION_STANDUP => Motion::Standup(StandupFrom::Front),
        NAO_MOTION_GET_UP => Motion::GetUp,
        NAO_MOTION_PARK => Motion::Park,
        NAO_MOTION_KICK => {
            Motion::Kick { leg: if a < 0.5 { Leg::Left } else { Leg::Right }, strength: b }
        }
        NAO_MOTION_WALK_STRAIGHT => Motion::WalkStraight { distance_m: a },
        NAO_MOTION_WALK_SIDEWAYS => Motion::WalkSideways { distance_m: a },
        NAO_MOTION_WALK_ARC => Motion::WalkArc { angle_rad: a, radius_m: b },
        NAO_MOTION_WALK_VELOCITY => Motion::WalkVelocity { x: a, y: b, theta: c, speed: d },
        NAO_MOTION_TURN => Motion::Turn { angle_rad: a },
        NAO_MOTION_MOVE_HEAD => Motion::MoveHead { yaw: a, pitch: b, speed: c },
        NAO_MOTION_YAW_PITCH_HEAD => Motion::YawPitchHead { yaw_rad: a, pitch_rad: b, time_sec: c },
        // `NAO_MOTION_STOP`, and invalid kinds.
        _ => return None,
    })
}
