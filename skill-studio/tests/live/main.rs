//! The server of a live page, from outside: its limits, and what its clients see.

mod access;
mod control;
mod limits;
mod rig;
