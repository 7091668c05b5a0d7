//! The header of a robot whose names are keywords of C.
#![allow(missing_docs)]

use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{blackboard, interface, skill, skill_space};

interface! {
    pub Motor {
        fields { long: bool }
        messages (capacity = 4) { Stop }
    }
}
blackboard! { pub Board { "class": Motor, "Skiller": SkillerInterface } }
skill! {
    pub skill Halt() {
        depends_interfaces { motor: Motor = "class" }
        start state Stop = motor.send(motor::Stop) { -> FINAL when motor.long; }
    }
}
skill_space! { pub Skills on Board { Halt } }

skill_c::hardware! {
    pub Hardware on Board {
        space: Skills,
        interfaces: { class: Motor },
        safe: { class: Motor = motor::Stop {} },
    }
}
skill_c::library! { prefix: post, robot: Hardware }

#[test]
fn a_keyword_of_c_as_a_name_has_an_underscore() {
    let header = header().to_string();
    assert!(header.contains("  PostMotor class_;\n"), "{header}");
    assert!(header.contains("  uint32_t long_; /* 0 or 1 */\n"), "{header}");
    assert!(header.contains("#define POST_CLASS_STOP 0x10"), "{header}");
}
