#[macro_use]
extern crate skill_runtime;

pub mod enum_without_a_derive {
    #[derive(Clone, Copy, PartialEq)]
    pub enum Side { Left, Right }
    skill! {
        pub skill Probe(side: Side) {
            start state A { -> FINAL when self.side == Side::Left; -> FAILED after 1s; }
        }
    }
}

pub mod optional_struct {
    pub struct Place { x: f32 }

    skill! {
        pub skill Probe(place: Option<Place>) {
            vars { n: u32 = 0 }
            start state A { init { self.n += 1; } -> FINAL when self.place.is_some() && self.n > 0; -> FAILED after 1s; }
        }
    }

    fn main() { let _ = Place { x: 0.0 }.x; }
}

pub mod reference_as_a_field {
    interface! { pub Other { fields { name: &'static str } } }
}

pub mod str_argument {
    skill! {
        pub skill Probe(name: &str) {
            start state A { -> FINAL when self.name == "a"; -> FAILED after 1s; }
        }
    }
}

pub mod str_field {
    interface! { pub Sign { fields { text: &str } } }
}

pub mod string_argument {
    skill! {
        pub skill Probe(name: String) {
            start state A { -> FINAL when self.name == "a"; -> FAILED after 1s; }
        }
    }
}

pub mod string_as_a_field {
    interface! { pub Other { fields { name: String } } }
}

pub mod struct_as_a_field {
    #[derive(Clone, Copy)]
    pub struct Point { pub x: f32, pub y: f32 }
    interface! { pub Other { fields { place: Point } } }
}

pub mod struct_as_a_message_field {
    #[derive(Clone, Copy)]
    pub struct Point { pub x: f32, pub y: f32 }
    interface! { pub Other { fields { a: bool } messages { Go { place: Point } } } }
}

pub mod struct_as_an_argument {
    #[derive(Clone, Copy, PartialEq)]
    pub struct Place { x: f32 }
    skill! {
        pub skill Probe(place: Place) {
            start state A { -> FINAL when self.place.x > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod struct_in_an_array {
    struct Point { x: f32 }

    interface! { pub Places { fields { all: [Point; 3] } } }

    fn main() { let _ = Point { x: 0.0 }.x; }
}

pub mod unknown_argument_type {
    skill! {
        pub skill Probe(speed: Sped) {
            start state A { -> FINAL when self.speed > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod usize_argument {
    skill! {
        pub skill Probe(count: usize) {
            start state A { -> FINAL when self.count == 3; -> FAILED after 1s; }
        }
    }
}

pub mod usize_as_a_field {
    interface! { pub Other { fields { count: usize } } }
}

pub mod bounds {
    interface! { pub Motion { fields { moving: bool + , speed: f32 } } }
    skill! {
        pub skill Probe(limit: Option<f32 +> = None) {
            start state A { -> FINAL when self.limit.is_none(); -> FAILED after 1s; }
        }
    }
}
