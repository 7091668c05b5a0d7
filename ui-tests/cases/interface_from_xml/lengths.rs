use skill_xml::interface_from_xml;

interface_from_xml!("lengths.xml");

fn main() {}
