//! The columns of the table.

use serde::Serialize;

/// The version of the table: it grows when a column is removed or gets another meaning.
pub const VERSION: u32 = 1;

/// The type of a column. Each value may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// UTF-8.
    Text,
    /// A signed number of 64 bits.
    Integer,
    /// A number of 64 bits.
    Float,
}

/// A column of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// The type of its values.
    pub ty: ColumnType,
    /// The meaning, for readers of the table.
    pub docs: &'static [&'static str],
}

/// A value of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Cell<'r> {
    Text(Option<&'r str>),
    Integer(Option<i64>),
    Float(Option<f64>),
}

impl<'r> From<&'r Option<String>> for Cell<'r> {
    fn from(value: &'r Option<String>) -> Self {
        Self::Text(value.as_deref())
    }
}

impl From<&Option<i64>> for Cell<'_> {
    fn from(value: &Option<i64>) -> Self {
        Self::Integer(*value)
    }
}

impl From<&Option<f64>> for Cell<'_> {
    fn from(value: &Option<f64>) -> Self {
        Self::Float(*value)
    }
}

/// Declares the row, and its columns in the same order.
macro_rules! columns {
    ($($(#[doc = $docs:literal])+ $name:ident: $column:ident($rust:ty),)+) => {
        /// A row of the table. Which columns have a value depends on [`kind`](Row::kind).
        #[derive(Clone, PartialEq, Debug, Default, Serialize)]
        pub struct Row {
            $($(#[doc = $docs])+
            #[serde(skip_serializing_if = "Option::is_none")]
            pub $name: Option<$rust>,)+
        }

        /// The columns in order.
        pub const COLUMNS: &[Column] = &[
            $(Column { name: stringify!($name), ty: ColumnType::$column, docs: &[$($docs),+] },)+
        ];

        impl Row {
            /// Returns the values in the order of the columns.
            pub(super) fn cells(&self) -> [Cell<'_>; COLUMNS.len()] {
                [$(Cell::from(&self.$name),)+]
            }
        }
    };
}

columns! {
    /// The path of the recording, as it was given.
    file: Text(String),
    /// The name of the robot's program.
    program: Text(String),
    /// The name of the robot in a run of several ones, else that of its program.
    robot: Text(String),
    /// The build of the program.
    build: Text(String),
    /// The hash of the skills and agents, 16 digits: another one for other states or transitions.
    skills: Text(String),
    /// `file`, `declared`, `visit`, `transition`, `call`, `sent`, `failure` or `log`; or another kind of event
    /// of the trace, with its text.
    kind: Text(String),
    /// The number of the pass in which it began or happened.
    pass: Integer(i64),
    /// The robot's time of it, s.
    time_sec: Float(f64),
    /// The time of the end of a visit, a call or a file, s; none if the recording ends before.
    end_sec: Float(f64),
    /// The time between both, s.
    duration_sec: Float(f64),
    /// `agent` or `skiller`.
    layer: Text(String),
    /// The number of the machine: 0 for the agent and for the skill that was called, others for sub-skills.
    machine: Integer(i64),
    /// The skill or agent.
    skill: Text(String),
    /// The state of a visit, or that a transition left.
    state: Text(String),
    /// The state of a visit after those around it: `Position/Walk`.
    path: Text(String),
    /// The state that a transition entered.
    target: Text(String),
    /// The index of a transition in the graph of its skill.
    transition: Integer(i64),
    /// The label of a transition: its documentation, or the condition.
    label: Text(String),
    /// The values of the fields of interfaces that a condition names, at the pass of the transition:
    /// `ball.distance_m = 0.31`.
    values: Text(String),
    /// A call as it is written: `goto{x_m=1}`.
    call: Text(String),
    /// The arguments of a call, `x_m=1`, and the fields of a sent message, `speed_m_sec: 0.1`.
    arguments: Text(String),
    /// The end of a call: `FINAL`, `FAILED` or `stopped`; none if the recording ends before.
    result: Text(String),
    /// The values of the result of a call: `distance_m=1.6`.
    returned: Text(String),
    /// The reason of a failure.
    reason: Text(String),
    /// The interface that a message was sent to.
    interface: Text(String),
    /// The name of the message.
    message: Text(String),
    /// A line of the log, an event of another kind, or the way in which a file ends.
    text: Text(String),
}
