#[macro_use]
extern crate skill_runtime;

pub mod capacity_not_a_power {
    interface! {
        pub Probe {
            fields { a: f32 }
            messages (capacity = 12) { Go }
        }
    }
}

pub mod capacity_without_messages {
    interface! {
        pub Motion {
            fields { moving: bool }
            messages (capacity = 4) {}
        }
    }
}

pub mod constant_without_a_name {
    interface! {
        pub Motion {
            fields { moving: bool }
            const : f32 = 1.0;
        }
    }
}

pub mod constant_without_a_type {
    interface! {
        pub Motion {
            fields { moving: bool }
            const HIGHEST = 1.0;
        }
    }
}

pub mod constant_without_a_value {
    interface! {
        pub Motion {
            fields { moving: bool }
            const HIGHEST: f32;
        }
    }
}

pub mod constant_without_semicolon {
    interface! {
        pub Motion {
            fields { moving: bool }
            const HIGHEST: f32 = 1.0
        }
    }
}

pub mod enum_by_another_word {
    interface! {
        pub Motion {
            enumeration Leg { Left, Right }
            fields { leg: Leg }
        }
    }
}

pub mod enum_empty {
    interface! {
        pub Motion {
            enum Leg {}
            fields { moving: bool }
        }
    }
}

pub mod enum_number_twice {
    interface! {
        pub Probe {
            enum Mode { A = 1, B = 1 }
            fields { mode: Mode }
        }
    }
}

pub mod enum_value_is_a_number {
    interface! {
        pub Motion {
            enum Leg { 1, 2 }
            fields { moving: bool }
        }
    }
}

pub mod enum_without_a_name {
    interface! {
        pub Motion {
            enum { Left, Right }
            fields { moving: bool }
        }
    }
}

pub mod field_self {
    interface! {
        pub Probe {
            fields { self: u32, r#final: bool }
        }
    }
}

pub mod field_twice {
    interface! {
        pub Probe {
            fields { a: f32, a: u8 }
        }
    }
}

pub mod field_without_layout {
    interface! {
        pub Probe {
            fields { name: &'static str }
        }
    }
}

pub mod flush_misplaced {
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
}

pub mod group_called_wrongly {
    field_group! { pub angles { yaw, pitch } }

    angles!(1);
}

pub mod group_field_twice {
    field_group! { arm { shoulder, elbow } }
    field_group! { leg { hip, elbow } }
    field_group! { body { ..arm, elbow } }

    interface! { pub Body { fields { ..arm: f32, ..leg: f32 } } }
}

pub mod group_unknown {
    field_group! { arm { shoulder, elbow } }

    interface! { pub Arm { fields { ..amr: f32 } } }
}

pub mod group_without_a_name {
    field_group! { { yaw, pitch } }
}

pub mod message_twice {
    interface! {
        pub Probe {
            fields { a: f32 }
            messages { Go, Go }
        }
    }
}

pub mod not_an_interface {
    interface! { }
}

pub mod type_twice {
    interface! {
        pub Probe {
            enum Message { A, B }
            enum Probe { A, B }
            enum Go { A, B }
            fields { a: f32 }
            messages { Go }
        }
    }
}

pub mod unknown_part {
    interface! {
        pub Probe {
            field { a: f32 }
        }
    }
}

pub mod value_twice_in_calls {
    interface! {
        pub Probe {
            enum Mode { Ab, AB }
            fields { mode: Mode }
        }
    }
}

pub mod words_not_a_power {
    interface! {
        pub Probe {
            fields { a: f32 }
            messages (words = 100) { Go }
        }
    }
}

pub mod words_too_few {
    interface! {
        pub Probe {
            fields { moving: bool }
            messages (words = 4) { GoTo { x: f32, y: f32 } }
        }
    }
}

pub mod constant_without_value {
    interface! { pub Motion { const LIMIT: f32 = ; fields { moving: bool } } }
}

pub mod constant_of_no_value {
    interface! { pub Motion { const LIMIT: u32 = 1 & << 13; fields { moving: bool } } }
}

pub mod capacity_twice {
    interface! { pub Wheel { fields { rpm: f32 } messages (capacity = 4 4) { Stop } } }
    interface! { pub Motor { fields { rpm: f32 } messages (words = 64, capacity = 4) { Stop } } }
}

pub mod sections_of_other_languages {
    interface! { pub Wheel<T> { topic { rpm: T } service { Stop, Spin { rpm: f32 in 0.0..=1.0 } } } }
    field_group! { pub wheels { left, right } }
    interface! { pub Axle { fields { ...wheels: f32 } messages [capacity = 4] { Go } } messages { Stop } }
}
