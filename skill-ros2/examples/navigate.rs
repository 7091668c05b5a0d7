//! A robot whose navigation is the action `NavigateToPose` of Nav2:
//! `cargo run -p robot-skill-ros2 --example navigate -- ros2 start`.

use serde::{Deserialize, Serialize};
use skill_ros2::ServerOptions;
use skill_ros2::driver::{
    ActionOptions, Drivers, Ended, Header, Order, PoseStamped, Progress, Quaternion, RosAction,
};
use skill_runtime::blackboard::Received;
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{blackboard, interface, skill, skill_space};
use skill_studio::{Description, Error, Session};
use std::process::ExitCode;

// ANCHOR: skill
interface! {
    /// The navigation.
    pub Navigator {
        /// The state of the last goal.
        enum Outcome {
            /// It is under way.
            Running,
            /// The robot is there.
            Succeeded,
            /// The navigation has given up.
            Aborted,
            /// It was canceled.
            Canceled,
            /// The goal was not accepted.
            Rejected,
            /// The navigation is silent.
            Lost,
        }
        fields {
            /// The state of the last goal.
            outcome: Outcome,
            /// The way that is left, m.
            left_m: f32,
            /// The message with the goal.
            msgid: u32,
            /// Whether the goal has ended.
            final: bool,
        }
        messages (capacity = 4) {
            /// Goes to a place on the map, m and rad.
            Go { x_m: f32, y_m: f32, heading_rad: f32 } until Cancel,
            /// Ends the goal.
            flush Cancel,
        }
    }
}

skill! {
    /// Goes to a place on the map.
    pub skill Navigate(x_m: f32, y_m: f32, heading_rad: f32 = 0.0, timeout_sec: f32 = 60.0) {
        depends_interfaces { navigator: Navigator = "Navigator" }
        start state Go = navigator.send(navigator::Go {
            x_m: self.x_m,
            y_m: self.y_m,
            heading_rad: self.heading_rad
        }) {
            -> FINAL on FINAL when navigator.outcome == navigator::Outcome::Succeeded;
            -> FAILED("the navigation was lost, {:.1} m are left", navigator.left_m)
                on FINAL when navigator.outcome == navigator::Outcome::Lost;
            -> FAILED("the navigation has refused the goal")
                on FINAL when navigator.outcome == navigator::Outcome::Rejected;
            -> FAILED("the navigation was ended, {:.1} m are left", navigator.left_m) on FINAL;
            -> FAILED("not there after {} s", self.timeout_sec) after self.timeout_sec;
        }
    }
}
// ANCHOR_END: skill

blackboard! {
    /// The blackboard.
    pub WalkerBoard {
        "Navigator": Navigator,
        "Skiller": SkillerInterface,
    }
}

skill_space! {
    /// The skills.
    pub WalkerSkills on WalkerBoard { Navigate }
}

// ANCHOR: driver
/// The action of Nav2.
struct NavigateToPose;

#[derive(Clone, Serialize, Deserialize)]
struct Goal {
    pose: PoseStamped,
    behavior_tree: String,
}

#[derive(Clone, Serialize, Deserialize)]
struct GoalResult {
    error_code: u16,
    error_msg: String,
}

/// `builtin_interfaces/Duration`.
#[derive(Clone, Serialize, Deserialize)]
struct Duration {
    sec: i32,
    nanosec: u32,
}

#[derive(Serialize, Deserialize)]
struct Feedback {
    current_pose: PoseStamped,
    navigation_time: Duration,
    estimated_time_remaining: Duration,
    number_of_recoveries: i16,
    distance_remaining: f32,
}

impl RosAction for NavigateToPose {
    const PACKAGE: &'static str = "nav2_msgs";
    const NAME: &'static str = "NavigateToPose";
    type Goal = Goal;
    type Result = GoalResult;
    type Feedback = Feedback;
}

/// The goal for a message.
fn order(received: &Received<navigator::Message>, navigator: &mut Navigator) -> Order<Goal> {
    let navigator::Message::Go(to) = &received.message else { return Order::Cancel };
    let (msgid, outcome) = (received.id.0, navigator::Outcome::Running);
    *navigator = Navigator { msgid, outcome, left_m: 0.0, r#final: false };
    let header = Header { frame_id: "map".to_owned(), ..Header::default() };
    let mut pose = PoseStamped { header, ..PoseStamped::default() };
    pose.pose.position.x = to.x_m.into();
    pose.pose.position.y = to.y_m.into();
    pose.pose.orientation = Quaternion::of_yaw(to.heading_rad.into());
    Order::Go(Goal { pose, behavior_tree: String::new() })
}

/// Puts the progress of the goal into the fields.
fn progress(progress: Progress<'_, NavigateToPose>, navigator: &mut Navigator) {
    let ended = match progress {
        Progress::Accepted => return,
        Progress::Feedback(feedback) => {
            navigator.left_m = feedback.distance_remaining;
            return;
        }
        Progress::Ended(ended) => ended,
    };
    navigator.r#final = true;
    navigator.outcome = match ended {
        Ended::Succeeded(_) => navigator::Outcome::Succeeded,
        Ended::Aborted(_) => navigator::Outcome::Aborted,
        Ended::Canceled(_) => navigator::Outcome::Canceled,
        Ended::Rejected => navigator::Outcome::Rejected,
        Ended::Lost => navigator::Outcome::Lost,
    };
}

fn walker(
    options: ServerOptions,
) -> Result<Session<'static, WalkerSkills, Drivers<'static>>, Error> {
    let board: &WalkerBoard = Box::leak(Box::default());
    let mut drivers = Drivers::new("walker_drivers", options).map_err(Error::usage)?;
    let silence = std::time::Duration::from_secs(2);
    drivers
        .action(&board.navigator, "/navigate_to_pose", ActionOptions { silence }, order, progress)
        .map_err(Error::usage)?;
    Ok(Session::new(board, drivers).map_err(Error::usage)?.in_realtime(true))
}
// ANCHOR_END: driver

fn main() -> ExitCode {
    let description = Description::of::<WalkerSkills>("walker", const { &[] });
    skill_ros2::main(description, walker)
}
