use skill_runtime::interface_from_xml;

interface_from_xml!("unknown_ref.xml");

fn main() {}
