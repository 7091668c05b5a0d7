use skill_runtime::interface;

interface! { }

fn main() {}
