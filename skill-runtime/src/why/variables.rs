//! The variables of machines as text.

use crate::fields::Fields;
use crate::graph::SkillInfo;
use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Write as _};

/// The longest text of a value, in bytes.
const MAX_VALUE: usize = 200;

/// The variables of the machines that ran in a pass.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    /// The machines, in the order in which their passes ended.
    pub machines: Vec<MachineVariables>,
    /// The number of the machine whose pass ends next.
    pub machine: u32,
}

/// The arguments and variables of a machine, and the parameters and variables of its active states.
#[derive(Clone, Debug)]
pub struct MachineVariables {
    /// The number of the machine, as in [`SkillInfo::instance`].
    pub machine: u32,
    /// The skill that it runs.
    pub skill: &'static SkillInfo,
    /// Names and values. The data of a state begins with its name: `Wait.tries`.
    pub values: Vec<(String, String)>,
}

impl Variables {
    /// Begins the variables of a machine.
    pub(crate) fn machine(&mut self, skill: &'static SkillInfo) {
        let machine = self.machine;
        self.machines.retain(|of| of.machine != machine);
        self.machines.push(MachineVariables { machine, skill, values: Vec::new() });
    }
}

impl Fields for Variables {
    fn field(&mut self, name: &str, value: &dyn Debug) {
        if let Some(of) = self.machines.last_mut() {
            of.values.push((name.to_owned(), text_of(value)));
        }
    }
    /// Does nothing: the machine shows its own.
    fn sub_machine(&mut self, _: &str, _: &dyn Debug) {}
}

/// Returns the `Debug` text of a value, cut off at [`MAX_VALUE`].
pub(super) fn text_of(value: &dyn Debug) -> String {
    let mut shown = Limited(String::new());
    // Truncates at the size limit.
    let _ = write!(shown, "{value:?}");
    shown.0
}

/// A text that ends at [`MAX_VALUE`].
struct Limited(String);

impl fmt::Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if self.0.len() + c.len_utf8() > MAX_VALUE {
                self.0.push_str("..");
                return Err(fmt::Error);
            }
            self.0.push(c);
        }
        Ok(())
    }
}
