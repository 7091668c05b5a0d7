use skill_runtime::skill;

skill! { pub fn probe() {} }

fn main() {}
