use skill_runtime::skill;

pub struct Place { x: f32 }

skill! {
    pub skill Probe(place: Option<Place>) {
        vars { n: u32 = 0 }
        start state A { init { self.n += 1; } -> FINAL when self.place.is_some() && self.n > 0; -> FAILED after 1s; }
    }
}

fn main() { let _ = Place { x: 0.0 }.x; }
