//! The messages of a robot as data.

use super::types::{Count, Type};
use skill_runtime::SkillInfo;
use skill_runtime::blackboard::BoardEntry;

/// The messages of a robot in ROS.
#[derive(Clone, Debug)]
pub struct Package {
    /// The name of the message package: `rover_skills`.
    pub name: String,
    /// The namespace of actions and topics: `rover`.
    pub namespace: String,
    /// The hash of all files. It is in each goal, so that a client whose package was made from another
    /// description is refused.
    pub hash: u64,
    /// The actions, that of any call first.
    pub actions: Vec<Action>,
    /// The interfaces in the order of the description.
    pub interfaces: Vec<InterfaceMessage>,
}

/// The action of a skill, or of any call.
#[derive(Clone, Debug)]
pub struct Action {
    /// The skill; `None` if the goal is a call as a text.
    pub skill: Option<&'static SkillInfo>,
    /// The name of the action in the namespace: `drive_to`.
    pub name: String,
    /// The name of the type: `DriveTo`.
    pub type_name: String,
    /// The fields of the goal after the hash of the package.
    pub goal: Vec<Field>,
    /// The fields of the result after status and reason.
    pub result: Vec<Field>,
}

/// The message of an interface.
#[derive(Clone, Debug)]
pub struct InterfaceMessage {
    /// The interface.
    pub entry: &'static BoardEntry,
    /// The name of the topic in the namespace: `emergency_stop`.
    pub name: String,
    /// The name of the type: `EmergencyStop`.
    pub type_name: String,
    /// The fields after whether there is a writer and the age.
    pub fields: Vec<Field>,
}

/// A field of a message.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// The name in ROS.
    pub name: String,
    /// The name in skill strings; empty for a result without fields.
    pub source: &'static str,
    /// The type.
    pub ty: Type,
    /// The number of values.
    pub count: Count,
    /// The default as ROS writes it.
    pub(super) default: Option<String>,
    /// The lines of the comment before it.
    pub(super) comment: Vec<String>,
}
