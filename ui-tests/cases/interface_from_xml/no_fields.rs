use skill_xml::interface_from_xml;

interface_from_xml!("no_fields.xml");

fn main() {}
