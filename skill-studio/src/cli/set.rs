//! `set`, and the parameters of a robot that another program runs.

use super::Format;
use super::watched::{refused, server};
use crate::console::error::Error;
use crate::console::output::Output;
use crate::model::view::BoardView;
use crate::text::escape::Escaped;
use crate::watch::{Place, Remote};
use clap::Args;
use serde_json::{Value, json};
use skill_runtime::SkillInfo;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// The skills of a robot, and the words of its parameters that are set, by key.
type Running = (&'static [&'static SkillInfo], BTreeMap<u32, u32>);

/// Returns the parameters of a running robot.
pub(super) fn running(place: &Place) -> Result<Running, Error> {
    let remote = remote(place, None)?;
    let (description, _) = remote.description().map_err(refused)?;
    let board = remote.get("/api/board").map_err(refused)?;
    let board: BoardView = serde_json::from_value(board).map_err(Error::usage)?;
    Ok((description.all, board.parameters()))
}

fn remote(place: &Place, token: Option<&str>) -> Result<Remote, Error> {
    let of = match place {
        Place::SharedMemory(_) => "in shared memory",
        Place::Serial { .. } => "at a serial port",
        Place::Server { .. } => return server(place, token),
    };
    Err(Error::Usage(format!(
        "the parameters of a robot {of} are constants: give the address of a live page"
    )))
}

/// The arguments of `set`.
#[derive(Args, Clone, Debug)]
pub struct Set {
    /// The parameter: SKILL.NAME, as `params` lists it.
    #[arg(value_name = "NAME")]
    name: String,
    /// The value; `default` for its default.
    #[arg(value_name = "VALUE", allow_hyphen_values = true)]
    value: String,
    /// The robot: HOST:PORT of its live page, HOST:PORT/?robot=NAME for one of several, or the address that it
    /// has printed.
    #[arg(long = "at", value_name = "ROBOT", env = "SKILL_STUDIO_ROBOT")]
    robot: Place,
    /// The token.
    #[arg(long, value_name = "TOKEN", env = "SKILL_STUDIO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Set {
    /// Sets a parameter of a running robot.
    ///
    /// # Errors
    /// [`Error::Usage`] if the robot refuses.
    pub fn run(&self, output: &Output) -> Result<ExitCode, Error> {
        let remote = remote(&self.robot, self.token.as_deref())?;
        let value = match &*self.value {
            "default" => Value::Null,
            text => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
        };
        let answer = remote
            .post("/api/params", &json!({ "name": self.name, "value": value }))
            .map_err(refused)?;
        match self.format {
            Format::Json => output.json(&answer),
            Format::Text => {
                let text = format!("{} = {}", self.name, answer["value"]);
                output.line(Escaped(&text));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
