#[macro_use]
extern crate skill_xml;

pub mod call {
    interface_from_xml! { pub Probe }
    interface_from_xml! { pub Probe = }
    interface_from_xml! { pub Probe = "probe.xml", size = 4 }
    interface_from_xml! { pub Probe = "probe.xml", words = 64; }
}

pub mod capacity {
    interface_from_xml! { pub Odd = "good.xml", capacity = 3 }
    interface_from_xml! { pub Small = "good.xml", words = 4 }
}

pub mod constants {
    interface_from_xml!("constants.xml");
}

pub mod empty_elements {
    interface_from_xml!("empty_elements.xml");
}

pub mod flush {
    interface_from_xml! { pub Unknown = "good.xml", capacity = 4, flush = [Turn, Trun] }
    interface_from_xml! { pub NoList = "good.xml", flush = Turn }
}

pub mod folder {
    interface_from_xml!("..");
}

pub mod lengths {
    interface_from_xml!("lengths.xml");
}

pub mod names_missing {
    interface_from_xml!("names_missing.xml");
}

pub mod names_twice {
    interface_from_xml!("names_twice.xml");
}

pub mod no_fields {
    interface_from_xml!("no_fields.xml");
}

pub mod no_file {
    interface_from_xml!("NoSuchFileInterface.xml");

    // The name is there, so nothing else is wrong.
    fn look(_: &NoSuchFile) {}
}

pub mod not_utf8 {
    interface_from_xml!("not_utf8.xml");
}

pub mod not_well_formed {
    interface_from_xml!("not_well_formed.xml");
}

pub mod too_large {
    interface_from_xml!("too_large.xml");
}

pub mod unknown_element {
    interface_from_xml!("unknown_element.xml");
}

pub mod unknown_ref {
    interface_from_xml!("unknown_ref.xml");
}

pub mod unknown_type {
    interface_from_xml!("unknown_type.xml");
}

pub mod wrong_root {
    interface_from_xml!("wrong_root.xml");
}
