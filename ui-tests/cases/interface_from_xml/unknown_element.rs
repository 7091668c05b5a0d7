use skill_xml::interface_from_xml;

interface_from_xml!("unknown_element.xml");

fn main() {}
