use skill_runtime::interface;

interface! { pub Sign { fields { text: &str } } }

fn main() {}
