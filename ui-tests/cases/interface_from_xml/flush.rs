use skill_xml::interface_from_xml;

interface_from_xml! { pub Unknown = "good.xml", capacity = 4, flush = [Turn, Trun] }
interface_from_xml! { pub NoList = "good.xml", flush = Turn }

fn main() {}
