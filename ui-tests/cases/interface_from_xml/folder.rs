use skill_runtime::interface_from_xml;

interface_from_xml!("..");

fn main() {}
