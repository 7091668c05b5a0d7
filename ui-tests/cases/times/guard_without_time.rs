use skill_runtime::{interface, skill};

interface! { pub Panel { fields { go: bool, count: u32 } messages { Note {} } } }

skill! {
    pub skill Probe(wait_sec: f32 = 1.0) {
        depends_interfaces { panel: Panel }
        start state A { -> FINAL after when panel.go; -> FAILED after 2s when panel.count; }
    }
}

fn main() {}
