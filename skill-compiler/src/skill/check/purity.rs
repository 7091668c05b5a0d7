//! Code without effect, such as a guard, neither sends nor assigns. `rustc` would report it too,
//! but in terms of references that the user did not write.

use crate::skill::facts::{Change, Facts};
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;

/// Reports the effects that code has on interfaces, and returns whether it has any. `what`
/// names the code.
pub fn check(interfaces: &[String], facts: &Facts, what: &str, errors: &mut Errors) -> bool {
    let mut has_effect = false;
    if what != "a guard"
        && let Some(at) = facts.returns.first()
    {
        errors.span(*at, format!("`return` in {what}\nhelp: end the expression with the value"));
        has_effect = true;
    }
    for used in facts.members.iter().filter(|used| interfaces.contains(&plain(&used.owner))) {
        let (owner, name) = (&used.owner, &used.name);
        if name == "send" && used.is_method {
            errors.at(name, format!("cannot send a message in {what}\nhelp: send in `init`, `loop` or `exit`, and check `refused()` here"));
            has_effect = true;
        }
        if used.change == Some(Change::Assigned) {
            errors.at(name, format!("cannot assign to `{owner}.{name}` in {what}\nhelp: assign in `init`, `loop` or `exit`"));
            has_effect = true;
        }
    }
    has_effect
}
