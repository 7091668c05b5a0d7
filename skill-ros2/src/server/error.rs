//! The reasons why a robot is no node.

use crate::package::PackageError;
use ros2_client::names::NameError;
use ros2_client::{CreateError, NodeCreateError};
use skill_runtime::WriterTaken;
use std::fmt::{self, Display, Formatter};
use std::io;

/// The reason why a robot is no node of ROS 2.
#[derive(Debug)]
pub enum ServerError {
    /// It has no messages.
    Package(PackageError),
    /// There is no such domain of DDS.
    Domain(u16),
    /// The library cannot make the node, or a part of it.
    Ros(String),
    /// The system has no thread.
    Thread(io::Error),
    /// An interface has a writer.
    Taken(WriterTaken),
}

impl Display for ServerError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Package(error) => error.fmt(f),
            Self::Domain(domain) => write!(f, "there is no domain {domain}; expected 0 to 232"),
            Self::Ros(error) => write!(f, "no node of ROS 2: {error}"),
            Self::Thread(error) => write!(f, "no thread for ROS 2: {error}"),
            Self::Taken(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServerError {}

impl From<PackageError> for ServerError {
    fn from(error: PackageError) -> Self {
        Self::Package(error)
    }
}

impl From<WriterTaken> for ServerError {
    fn from(error: WriterTaken) -> Self {
        Self::Taken(error)
    }
}

impl From<CreateError> for ServerError {
    fn from(error: CreateError) -> Self {
        Self::Ros(error.to_string())
    }
}

impl From<NodeCreateError> for ServerError {
    fn from(error: NodeCreateError) -> Self {
        Self::Ros(format!("{error:?}"))
    }
}

impl From<NameError> for ServerError {
    fn from(error: NameError) -> Self {
        Self::Ros(format!("{error:?}"))
    }
}
