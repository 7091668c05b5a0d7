use skill_runtime::{interface, skill};

interface! { pub Panel { fields { go: bool, count: u32 } messages { Note {} } } }

skill! {
    pub skill Probe(wait_sec: f32 = 1.0) {
        depends_interfaces { panel: Panel }
        start state A { -> FINAL after 2s when ; -> FAILED after 9s; }
    }
}

fn main() {}
