use skill_runtime::skill;
skill! { }
fn main() {}
