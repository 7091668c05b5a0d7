use skill_xml::interface_from_xml;

interface_from_xml!("not_utf8.xml");

fn main() {}
