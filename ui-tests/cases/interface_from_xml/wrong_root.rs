use skill_xml::interface_from_xml;

interface_from_xml!("wrong_root.xml");

fn main() {}
