//! The motions that a robot may make, whatever its skills and agents command: a rule above them.
//!
//! A [`Guard`] judges the [posture](PostureFilter) from the sensors, takes the order of the referee, and
//! withholds each command that the result does not allow. People's hands come first: a robot that is
//! carried, or that lies where it may not stand up, has no stiffness.
//!
//! | order | from | head | arms | stand up, sit down | stand up after a fall | walk, kick |
//! |---|---|---|---|---|---|---|
//! | [`Play`](Conduct::Play) | READY, PLAY | x | x | x | x | x |
//! | [`Stay`](Conduct::Stay) | SET | x | x | | x | |
//! | [`Posture`](Conduct::Posture) | a penalty, FINISHED | | | x | | |
//! | [`Look`](Conduct::Look) | INITIAL, timeout, a silent referee | x | | | | |
//! | [`Still`](Conduct::Still) | play is stopped | | | | | |
//! | [`Limp`](Conduct::Limp) | carried, or lies under one of the three orders before | | | | | |
//!
//! Without a referee the order is `Play`.

mod guard;
mod posture;
mod rules;

pub use crate::interfaces::state::{Conduct, Posture};
pub use guard::Guard;
pub use posture::PostureFilter;
