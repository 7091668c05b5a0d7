//! The server of a live page, from outside: its limits, and what its clients see.

mod access;
mod control;
mod lease;
mod limits;
mod past;
mod rig;
mod roles;
mod site;
mod slow;
mod truth;
