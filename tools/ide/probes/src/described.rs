//! An interface from a description.
//: no diagnostics

use skill_xml::interface_from_xml;

interface_from_xml!("../LampInterface.xml");

/// Whether the lamp burns with all its might.
pub fn bright(lamp: &Lamp) -> bool {
//                   ^ hover: A lamp.
    lamp.lit && lamp.level >= 1.0
//       ^ hover: Whether it burns.
//                   ^ hover: f32
//       ^ complete: lit, level
}
