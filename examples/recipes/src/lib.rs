//! Ten skills for common tasks of robots, each with the construct that it needs: something is tried
//! again, with a pause or after a recovery; something more urgent preempts; two arms move at once; a
//! person holds a button.
#![no_std]
#![forbid(unsafe_code)]

pub mod agent;
pub mod interfaces;
pub mod skills;
