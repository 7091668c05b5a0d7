//! Robots that talk: messages, the team that they make known, and the roles that follow from it.
//!
//! | module | contains |
//! |---|---|
//! | [`message`] | the bytes of a message |
//! | [`inbox`] | the last message of each mate; repeated, late and foreign ones are counted |
//! | [`outbox`] | the times to speak, within the budget of the league |
//! | [`roles`], [`stations`] | who plays the ball, and where the others wait |
//! | [`stage`] | all of that as a stage of the main loop, without a network |
//!
//! A program that has a network gives the stage the packets that arrive, and sends its messages. The
//! simulator does so for both teams of a game.

pub mod inbox;
pub mod message;
pub mod outbox;
pub mod roles;
pub mod stage;
pub mod stations;

pub use inbox::Inbox;
pub use message::TeamMessage;
pub use outbox::Outbox;
pub use stage::TeamStage;
