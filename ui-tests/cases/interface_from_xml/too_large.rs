use skill_runtime::interface_from_xml;

interface_from_xml!("too_large.xml");

fn main() {}
