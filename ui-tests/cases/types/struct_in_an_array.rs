use skill_runtime::interface;

struct Point { x: f32 }

interface! { pub Places { fields { all: [Point; 3] } } }

fn main() { let _ = Point { x: 0.0 }.x; }
