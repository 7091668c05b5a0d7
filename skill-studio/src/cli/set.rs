//! `set`, and the parameters of a robot that another program runs.

use super::Format;
use super::watch::refused;
use crate::console::error::Error;
use crate::console::output::Output;
use crate::text::escape::Escaped;
use crate::watch::{Place, Remote};
use clap::Args;
use serde_json::{Value, json};
use skill_runtime::SkillInfo;
use skill_runtime::blackboard::PARAMETERS_ID;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// The skills of a robot, and the words of its parameters that are set, by key.
type Running = (&'static [&'static SkillInfo], BTreeMap<u32, u32>);

/// Returns the parameters of a running robot.
pub(super) fn running(place: &Place) -> Result<Running, Error> {
    let remote = remote(place, None)?;
    let (description, _) = remote.description().map_err(refused)?;
    let board = remote.get("/api/board").map_err(refused)?;
    let interfaces = board["interfaces"].as_array().into_iter().flatten();
    let found = interfaces.filter(|of| of["id"] == PARAMETERS_ID);
    let entries = found.flat_map(|of| of["values"][0].as_array().into_iter().flatten());
    let number = |value: &Value| value.as_u64().and_then(|value| u32::try_from(value).ok());
    let set = entries.filter_map(|entry| Some((number(&entry[0])?, number(&entry[1])?)));
    Ok((description.all, set.filter(|(key, _)| *key != 0).collect()))
}

fn remote(place: &Place, token: Option<String>) -> Result<Remote, Error> {
    match place {
        Place::Server { host, token: own } => Ok(Remote::new(host.clone(), own.clone().or(token))),
        Place::SharedMemory(_) => Err(Error::Usage(
            "the parameters of a robot in shared memory are constants: give the address of a live page".to_owned(),
        )),
    }
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
    /// The robot: HOST:PORT of its live page, or the address that it has printed.
    #[arg(long = "at", value_name = "ROBOT", env = "SKILL_STUDIO_ROBOT")]
    robot: Place,
    /// The token for commands.
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
        let remote = remote(&self.robot, self.token.clone())?;
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
