//! The robot's own view, which it reports to the referee.

use robocup_gamecontroller::Ball;
use skill_runtime::dependency::interface_id;
use skill_runtime::{Interface, Provides};
use skills_nao::interfaces::{NaoBlackboard, NaoState, ObjectPosition, object};

/// The number of images in a second, in which a history counts.
const IMAGES_PER_SEC: f32 = 15.0;
const MM_PER_M: f32 = 1000.0;

/// The robot's own view of itself and of the ball.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RobotStatus {
    /// Whether the robot lies.
    pub fallen: bool,
    /// Its place on the field, mm, and direction, rad; zero if unknown.
    pub pose: [f32; 3],
    /// The ball; `None` if it has not been seen.
    pub ball: Option<Ball>,
}

impl RobotStatus {
    /// Reads the view from a blackboard. Numbers that are not finite count as unknown.
    pub fn of(board: &NaoBlackboard) -> RobotStatus {
        let state: NaoState = read::<_, { interface_id("Nao State") }>(board);
        let pose: ObjectPosition = read::<_, { interface_id("WM Pose") }>(board);
        let ball: ObjectPosition = read::<_, { interface_id("WM Ball") }>(board);
        let has = |of: &ObjectPosition, flag| of.flags & flag != 0;
        let pose = has(&pose, object::FLAG_HAS_WORLD)
            .then_some([pose.world_x * MM_PER_M, pose.world_y * MM_PER_M, pose.world_z])
            .filter(|pose| pose.iter().all(|component| component.is_finite()));
        let position_mm = [ball.relative_x * MM_PER_M, ball.relative_y * MM_PER_M];
        let is_known = has(&ball, object::FLAG_HAS_RELATIVE_CARTESIAN)
            && position_mm.iter().all(|component| component.is_finite());
        // Positive: the number of images in which it was seen last.
        #[allow(clippy::cast_precision_loss)] // seconds
        let unseen = ball.visibility_history.min(0).unsigned_abs() as f32;
        let age_sec = if ball.visible { 0.0 } else { unseen / IMAGES_PER_SEC };
        RobotStatus {
            fallen: state.posture.lies(),
            pose: pose.unwrap_or_default(),
            ball: is_known.then_some(Ball { age_sec, position_mm }),
        }
    }
}

fn read<I: Interface, const ID: u64>(board: &NaoBlackboard) -> I
where
    NaoBlackboard: Provides<I, ID>,
{
    Provides::<I, ID>::cell(board).sample().data
}
