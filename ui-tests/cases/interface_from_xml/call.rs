use skill_xml::interface_from_xml;

interface_from_xml! { pub Probe }
interface_from_xml! { pub Probe = }
interface_from_xml! { pub Probe = "probe.xml", size = 4 }
interface_from_xml! { pub Probe = "probe.xml", words = 64; }

fn main() {}
