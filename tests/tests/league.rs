//! The rules of 2026 as scenarios: the striker on the simulated field, under a
//! referee that a test speaks for. The names of the tests are those of the rows of the table in the book.
//!
//! The predicates are written from the rule book's words, not with the code of the skills.

#[path = "league/game.rs"]
mod game;
#[path = "league/kickoffs.rs"]
mod kickoffs;
#[path = "league/open_play.rs"]
mod open_play;
#[path = "league/others.rs"]
mod others;
#[path = "soccer/rig.rs"]
#[allow(dead_code)] // other tests use the rest
mod rig;
#[path = "league/set_plays.rs"]
mod set_plays;
#[path = "league/states.rs"]
mod states;
#[path = "league/team.rs"]
mod team;
#[path = "league/whistle.rs"]
mod whistle;
#[path = "league/zones.rs"]
mod zones;
