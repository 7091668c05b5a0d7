//! Lowering: makes the machine as plain data from the checked model.
//!
//! Everything that the generated code does is decided here: what each transition leaves and
//! enters, which guards are checked in which order, what each state holds, which copies of the
//! user's code are needed. `emit` prints it and decides nothing. A [`Machine`] can be printed;
//! `SKILL_EXPANSION=dir` writes it beside the expansion.
//!
//! | file | decides |
//! |---|---|
//! | `views` | what `self` is in the code of each state |
//! | `states` | what each state instance holds and runs |
//! | `entries` | how states are entered |
//! | `exits` | how states are left |
//! | `transitions` | what transitions evaluate, and which is taken |
//! | `pass` | what a pass runs and checks while each state is active |
//! | `bounds` | what is known at compile time |

mod bounds;
mod entries;
mod exits;
pub mod machine;
mod pass;
mod print;
mod states;
#[cfg(test)]
mod tests;
mod transitions;
mod views;

pub use machine::Machine;
pub use states::calls;

use super::check::Model;

pub fn lower(model: &Model) -> Machine {
    let slots = states::slots(model);
    let states = states::lower(model, &slots);
    Machine {
        name: crate::syntax::names::plain(&model.name),
        depth: model.depth(),
        flows: model.flows(),
        steps: states.iter().any(machine::StateInstance::steps),
        max_transitions: model.max_transitions,
        handlers: model.handle_inside(),
        memories: states::memories(model, &model.always),
        code: views::lower(model),
        transitions: transitions::lower(model, &states),
        leave: exits::anywhere(model, &states),
        bounds: bounds::lower(model, &states),
        slots,
        pass: pass::lower(model, &states),
        states,
    }
}
