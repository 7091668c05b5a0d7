//! The variables of an agent as texts, by which they outlive the program.

use serde::{Deserialize, Serialize};
use skill_runtime::{AgentStage, KeepVariables, Saved};

/// The variables of an agent, in the order of its declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variables {
    /// Each of them.
    pub all: Vec<Variable>,
    /// The number of those that were collected.
    count: usize,
    /// A variable that cannot be kept, with its type.
    pub unknown: Option<String>,
}

/// A variable with its type as it is written, and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The type as it is written.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The value as [`Saved`] writes it.
    pub value: String,
}

impl Variable {
    /// Returns name and type.
    #[must_use]
    pub fn signature(&self) -> String {
        format!("`{}: {}`", self.name, self.type_name)
    }
}

impl Variables {
    /// Returns those of an agent.
    pub fn of(agent: &impl AgentStage) -> Self {
        let mut variables = Self::default();
        variables.collect(agent);
        variables
    }

    /// Collects the variables, in the same memory each time. Returns whether they are those of a run.
    pub fn collect(&mut self, agent: &impl AgentStage) -> bool {
        (self.count, self.unknown) = (0, None);
        agent.save_variables(self)
    }

    /// Gives an agent that has not run yet these values, if its variables have the same names and types.
    ///
    /// # Errors
    /// In words, why they are not restored: then it has those of its beginning.
    pub fn restore(all: &[Variable], agent: &mut impl AgentStage) -> Result<(), String> {
        let own = Self::of(agent);
        for place in 0..all.len().max(own.all.len()) {
            let was = all.get(place).map(Variable::signature);
            let is = own.all.get(place).map(Variable::signature);
            if was != is {
                return Err(match (was, is) {
                    (Some(was), Some(is)) => format!("{was} where {is} is now"),
                    (Some(was), None) => format!("{was} is gone"),
                    (None, is) => format!("{} is new", is.unwrap_or_default()),
                });
            }
        }
        let texts: Vec<&str> = all.iter().map(|of| &*of.value).collect();
        agent.restore_variables(&texts).map_err(|place| {
            let of = &all[place];
            format!("{} cannot be `{}`", of.signature(), of.value)
        })
    }
}

impl KeepVariables for Variables {
    fn variable(&mut self, name: &'static str, type_name: &'static str, value: Option<&dyn Saved>) {
        let place = self.count;
        self.count += 1;
        if self.all.len() <= place {
            let (name, type_name) = (name.to_owned(), type_name.to_owned());
            self.all.push(Variable { name, type_name, value: String::new() });
        }
        let of = &mut self.all[place].value;
        of.clear();
        if value.is_none_or(|value| value.save(of).is_err()) {
            self.unknown = Some(format!("{name}: {type_name}"));
        }
    }
}
