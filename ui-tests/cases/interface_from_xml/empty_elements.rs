use skill_xml::interface_from_xml;

interface_from_xml!("empty_elements.xml");

fn main() {}
