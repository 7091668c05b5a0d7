use skill_xml::interface_from_xml;

interface_from_xml!("too_large.xml");

fn main() {}
