use skill_runtime::interface_from_xml;

interface_from_xml!("not_utf8.xml");

fn main() {}
