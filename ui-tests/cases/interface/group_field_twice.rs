use skill_runtime::{field_group, interface};

field_group! { arm { shoulder, elbow } }
field_group! { leg { hip, elbow } }
field_group! { body { ..arm, elbow } }

interface! { pub Body { fields { ..arm: f32, ..leg: f32 } } }

fn main() {}
