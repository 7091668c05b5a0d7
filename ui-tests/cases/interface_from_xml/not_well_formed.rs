use skill_xml::interface_from_xml;

interface_from_xml!("not_well_formed.xml");

fn main() {}
