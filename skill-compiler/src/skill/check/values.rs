//! Whether a skill uses the value of an interface, and whether it sends messages to it.

use super::inputs::is_checked;
use super::{Interface, Model, State};
use crate::skill::ast::{Code, Message};
use crate::syntax::names::plain;
use std::collections::BTreeSet;

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

/// Returns whether the skill may send messages to `interface`: a block does, or passes the port to a function.
pub fn sends(model: &Model, interface: &Interface) -> bool {
    let variable = plain(&interface.variable);
    let in_code = |code: &Code| {
        let mut members = code.facts.members.iter();
        code.facts.names.contains(&variable)
            || members.any(|used| plain(&used.owner) == variable && used.name == "send")
    };
    let in_state = |state: &State| {
        let blocks = [&state.init, &state.loop_, &state.exit];
        // An action gets all interfaces.
        state.has_action()
            || state.messages().any(|message| plain(&message.port) == variable)
            || blocks.into_iter().flatten().any(in_code)
    };
    !interface.writes && model.states.iter().any(in_state)
}

/// Returns whether messages that the skill sends to `interface` may run, and end with it.
pub fn may_run(model: &Model, interface: &Interface) -> bool {
    let ends = !interface.writes && interface.keeps_running.is_none();
    ends && is_checked(model, &plain(&interface.variable), &["send"])
}

/// Returns the places of the interfaces to which a state sends messages that it runs, and that may
/// end with it.
pub fn sent_by(model: &Model, state: &State) -> BTreeSet<usize> {
    let places = state.messages().filter_map(|message| {
        let mut all = model.interfaces.iter();
        all.position(|of| plain(&of.variable) == plain(&message.port))
    });
    places.filter(|place| may_run(model, &model.interfaces[*place])).collect()
}
