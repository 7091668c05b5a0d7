use skill_runtime::{field_group, interface};

field_group! { arm { shoulder, elbow } }

interface! { pub Arm { fields { ..amr: f32 } } }

fn main() {}
