use skill_xml::interface_from_xml;

interface_from_xml! { pub Odd = "good.xml", capacity = 3 }
interface_from_xml! { pub Small = "good.xml", words = 4 }

fn main() {}
