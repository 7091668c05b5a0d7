//! Whether a skill uses the value of an interface, or only sends messages to it.

use super::{Interface, Model, State};
use crate::skill::ast::Message;
use crate::syntax::names::plain;

/// The methods of a port that need no value.
const WITHOUT_VALUE: [&str; 3] = ["send", "has_writer", "refused"];

/// Returns whether some code may use the value of `interface`, its time or the last handled message:
/// a port as a whole may be passed to a function that does.
pub fn uses_value(model: &Model, interface: &Interface) -> bool {
    let variable = plain(&interface.variable);
    let has_action = model.states.iter().any(State::has_action);
    let of_interface = |message: &Message| plain(&message.port) == variable;
    // A port that writes reads the blackboard itself; an action gets all interfaces.
    !interface.writes
        && (has_action
            || interface.max_age.micros().is_some()
            || model.states.iter().any(|of| of.waits() && of.messages().any(of_interface))
            || model.code().any(|code| {
                let mut members = code.facts.members.iter();
                code.facts.names.contains(&variable)
                    || members.any(|used| {
                        plain(&used.owner) == variable
                            && !(used.is_method
                                && WITHOUT_VALUE.iter().any(|method| used.name == method))
                    })
            }))
}
