//! A robot in a terminal: what is active, why it stays so, the trace and the blackboard. It needs no
//! browser, so it works on the robot through `ssh`.
//!
//! Imports `model`, `live` and `console`, and never reads a robot itself: it shows the state of a hub.

mod draw;

pub use draw::{Act, Panel, Screen, draw};

use crate::console::error::Error;
use crate::console::output::Output;
use crate::live::Hub;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use std::time::Duration;

/// The time between two pictures.
const PERIOD: Duration = Duration::from_millis(50);

/// Shows the robot of `hub` until somebody presses `q`. `send` carries calls and stops to it; its
/// error is shown.
///
/// # Errors
/// [`Error::Output`] if there is no terminal.
pub fn show(
    hub: &Hub,
    output: &Output,
    mut send: impl FnMut(Act) -> Result<(), String>,
) -> Result<(), Error> {
    let mut terminal = ratatui::try_init().map_err(Error::Output)?;
    let mut newest = hub.subscribe();
    let mut screen = Screen::default();
    let result = loop {
        let seen = newest.borrow_and_update().clone();
        if let Err(error) = terminal.draw(|frame| draw(frame, &screen, &hub.description, &seen)) {
            break Err(error);
        }
        match next_key() {
            Ok(Some(key)) if !screen.press(key) => break Ok(()),
            Ok(_) if output.is_over() => break Ok(()),
            Ok(_) => {}
            Err(error) => break Err(error),
        }
        if let Some(act) = screen.take_act() {
            screen.answer(send(act));
        }
    };
    ratatui::restore();
    result.map_err(Error::Output)
}

/// Returns the key that is pressed next, if one is pressed soon.
fn next_key() -> std::io::Result<Option<KeyCode>> {
    if !event::poll(PERIOD)? {
        return Ok(None);
    }
    Ok(match event::read()? {
        Event::Key(key) if key.kind == KeyEventKind::Release => None,
        Event::Key(key)
            if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) =>
        {
            Some(KeyCode::Char('q'))
        }
        Event::Key(key) => Some(key.code),
        _ => None,
    })
}
