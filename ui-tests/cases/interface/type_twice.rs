use skill_runtime::interface;

interface! {
    pub Probe {
        enum Message { A, B }
        enum Probe { A, B }
        enum Go { A, B }
        fields { a: f32 }
        messages { Go }
    }
}

fn main() {}
