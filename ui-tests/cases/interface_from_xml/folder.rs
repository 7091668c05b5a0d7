use skill_xml::interface_from_xml;

interface_from_xml!("..");

fn main() {}
