use skill_runtime::interface;

interface! {
    pub Probe {
        fields { flush a: f32, b: f32 }
        messages { Go { flush c: u32 }, flush, flush flush Stop }
    }
}
interface! {
    pub Other {
        fields { a: f32 }
        flush messages { Go }
    }
}

fn main() {}
