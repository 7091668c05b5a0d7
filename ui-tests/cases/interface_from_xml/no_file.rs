use skill_xml::interface_from_xml;

interface_from_xml!("NoSuchFileInterface.xml");

// The name is there, so nothing else is wrong.
fn look(_: &NoSuchFile) {}

fn main() {}
