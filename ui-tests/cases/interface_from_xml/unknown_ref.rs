use skill_xml::interface_from_xml;

interface_from_xml!("unknown_ref.xml");

fn main() {}
