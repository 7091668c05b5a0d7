use skill_xml::interface_from_xml;

interface_from_xml!("names_twice.xml");

fn main() {}
