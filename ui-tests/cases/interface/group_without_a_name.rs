use skill_runtime::field_group;

field_group! { { yaw, pitch } }

fn main() {}
