//! The skills for programs in C: `lib{{crate_name}}_skills.a` or `.so`, and `{{crate_name}}_skills.h`.

use {{crate_name}}::agent::Explorer;
use {{crate_name}}::interfaces::{Board, Range, Wheels, wheels};
use {{crate_name}}::skills::Skills;

skill_c::hardware! {
    /// The drivers, on the other side of the C functions.
    pub Hardware on Board {
        space: Skills,
        agent: Explorer,
        // Those that the hardware writes, by their fields on the blackboard: all that a skill requires.
        interfaces: { wheels: Wheels, range: Range },
        // What keeps the robot safe without skills.
        safe: { wheels: Wheels = wheels::Stop {} },
    }
}

skill_c::library! { prefix: {{crate_name}}, robot: Hardware }
