//! Commands, which are carried out between two passes.

use super::Live;
use crate::live::command::{Answer, Command, Debug, Refusal};
use crate::live::{NewBreakpoint, NewValue};
use crate::model::params::{self, InputValue};
use crate::model::world::World;
use serde_json::{Map, Value};
use skill_runtime::agent::HasSkiller;
use skill_runtime::parameter::SetParameterError;
use skill_runtime::{Blackboard, Instant, SkillSpace};
use std::time::Duration;

impl<S: SkillSpace> Live<'_, S>
where
    S::Board: HasSkiller,
{
    pub(super) fn execute_for(
        &mut self,
        sender: u32,
        command: Command,
        world: &mut dyn World,
    ) -> Answer {
        let description = self.hub.description;
        let reads = command == Command::Image;
        self.published.changed |= !reads;
        let mut answer = Map::new();
        let is_debugger = matches!(
            command,
            Command::Debug(_) | Command::SetBreakpoint(_) | Command::RemoveBreakpoint(_)
        );
        let disturbs = matches!(
            command,
            Command::Override(_) | Command::Fault(_) | Command::Move(_) | Command::Push(_)
        );
        let can = self.hub.capabilities;
        if !can.changes && !is_debugger && !reads {
            return Err(Refusal::not_here("this is a recording: what it does cannot be changed"));
        }
        if is_debugger && !can.debugger || disturbs && !can.faults {
            let text = "this robot is real: its passes go on, and nothing but calls, stops and parameters changes what it does";
            return Err(Refusal::not_here(text));
        }
        match command {
            Command::Image => answer = self.image_answer(),
            Command::Call(new) => {
                let message = self.senders.call::<S>(self.board, sender, &new, self.clock)?;
                answer.insert("message".to_owned(), message.0.into());
                self.wait_for_pass(&mut answer, new.call);
            }
            Command::Stop(new) => {
                let stops = self.senders.stop(self.board, sender, new)?;
                answer.insert("stops".to_owned(), stops.into());
                if stops {
                    self.wait_for_pass(&mut answer, "stop".to_owned());
                }
            }
            Command::Control(new) => {
                self.senders.control(self.board, sender, new, self.clock)?;
            }
            Command::Debug(debug) => self.debug(debug)?,
            Command::SetBreakpoint(new) => {
                let id = self.debugger.set(&description, new, false)?;
                answer.insert("id".to_owned(), id.into());
            }
            Command::RemoveBreakpoint(id) => {
                self.debugger.remove(id)?;
                self.hit.take_if(|hit| hit.breakpoint == id);
            }
            Command::Override(new) => self.debugger.change(&description, &new)?,
            Command::Fault(new) => self.faults.change(&description, self.board, new)?,
            Command::Param(new) => {
                answer.insert("value".to_owned(), self.set_parameter(&new)?);
            }
            Command::Move(place) => {
                let (shape, x_m, y_m) = place.checked()?;
                world.move_shape(shape, x_m, y_m).map_err(Refusal::bad_request)?;
                self.published.show_scene();
            }
            Command::Push(place) => {
                let (shape, x_m, y_m) = place.checked()?;
                world.push_shape(shape, x_m, y_m).map_err(Refusal::bad_request)?;
                self.published.show_scene();
            }
        }
        self.memory.publish_breakpoints(self.debugger.published());
        Ok(answer)
    }

    /// Returns the words of the robot's memory, and the session that they are of.
    fn image_answer(&self) -> Map<String, Value> {
        let image = serde_json::to_value(self.image());
        let mut answer = image.ok().and_then(|of| of.as_object().cloned()).unwrap_or_default();
        answer.insert("session".to_owned(), self.session().into());
        answer
    }

    /// Notes what the skiller takes in the next pass, and says so if there is none for now.
    fn wait_for_pass(&mut self, answer: &mut Map<String, Value>, what: String) {
        if self.pace().is_held() {
            let text = format!("the robot is paused: {what} waits until it goes on");
            answer.insert("waits".to_owned(), text.into());
        }
        self.waiting = Some(what);
    }

    /// Sets a parameter, between two passes, and returns its value.
    fn set_parameter(&self, new: &NewValue) -> Result<Value, Refusal> {
        let param = params::find(self.hub.description.all, &new.name)
            .map_err(|problem| Refusal::not_found(problem.message).with("help", problem.help))?;
        let word = match &new.value {
            Value::Null => None,
            value => Some(param.word(InputValue::from(value)).map_err(|problem| {
                Refusal::new(400, "bad_value", problem.message).with("help", problem.help)
            })?),
        };
        let set = self.board.set_parameter(param.info.key, word, self.now.time);
        set.map_err(|error| match error {
            SetParameterError::NoParameters => Refusal::not_here(error.to_string()),
            SetParameterError::Full(_) => Refusal::new(409, "full", error.to_string()),
            SetParameterError::Busy(_) => Refusal::new(503, "busy", error.to_string()),
        })?;
        Ok(param.json(word.unwrap_or(param.info.default_word)))
    }

    fn debug(&mut self, debug: Debug) -> Result<(), Refusal> {
        match debug {
            Debug::Pause => self.pace().paused = true,
            Debug::Continue => self.resume(),
            Debug::Step => {
                self.resume();
                let mut pace = self.pace();
                (pace.paused, pace.steps) = (true, true);
            }
            Debug::Speed { factor } => {
                if factor.is_some_and(|factor| !(0.01..=100.0).contains(&factor)) {
                    return Err(Refusal::bad_request("expected a factor, 0.01 to 100, or null"));
                }
                self.pace().speed = factor;
            }
            Debug::Seek { time_sec } => self.seek_to(time_sec)?,
            Debug::RunTo { skill, on, state, transition } => {
                let condition = String::new();
                let new = NewBreakpoint { skill, on, state, transition, condition };
                self.debugger.set(&self.hub.description, new, true)?;
                self.resume();
            }
        }
        Ok(())
    }

    /// Goes to a time of a recording, and pauses there.
    pub(crate) fn seek_to(&mut self, time_sec: f64) -> Result<(), Refusal> {
        let Some([first, last]) = self.hub.capabilities.seek else {
            return Err(Refusal::not_here("only a recording can go to another time"));
        };
        if !(first..=last).contains(&time_sec) {
            let text = format!("expected a time, {first} to {last} s");
            return Err(Refusal::bad_request(text));
        }
        self.resume();
        self.pace().paused = true;
        let to = Instant::ZERO.after(Duration::from_secs_f64(time_sec));
        self.seek = Some([to, self.now.time]);
        Ok(())
    }

    fn resume(&mut self) {
        self.pace().paused = false;
        self.hit = None;
    }
}
