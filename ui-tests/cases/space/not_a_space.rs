use skill_runtime::skill_space;

skill_space! { }

fn main() {}
