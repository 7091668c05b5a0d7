//! The data of a machine by name.

use core::fmt;

/// Receives the data of a machine by name.
pub trait Fields {
    /// Adds an argument, a variable or the parameter of a state.
    fn field(&mut self, name: &str, value: &dyn fmt::Debug);
    /// Adds a machine that a state runs.
    fn sub_machine(&mut self, name: &str, machine: &dyn fmt::Debug);
}

impl Fields for fmt::DebugStruct<'_, '_> {
    fn field(&mut self, name: &str, value: &dyn fmt::Debug) {
        fmt::DebugStruct::field(self, name, value);
    }
    fn sub_machine(&mut self, name: &str, machine: &dyn fmt::Debug) {
        fmt::DebugStruct::field(self, name, machine);
    }
}
