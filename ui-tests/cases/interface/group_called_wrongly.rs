use skill_runtime::field_group;

field_group! { pub angles { yaw, pitch } }

angles!(1);

fn main() {}
