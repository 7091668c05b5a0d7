use skill_runtime::{interface, skill};

interface! { pub Panel { fields { go: bool, count: u32 } messages { Note {} } } }

skill! {
    pub skill Probe(wait_sec: f32 = 1.0) {
        depends_interfaces { panel: Panel }
        start state A { -> FINAL after self.wait_sec when { panel.send(panel::Note {}); true }; -> FAILED after 9s; }
    }
}

fn main() {}
