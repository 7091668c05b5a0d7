use skill_xml::interface_from_xml;

interface_from_xml!("unknown_type.xml");

fn main() {}
