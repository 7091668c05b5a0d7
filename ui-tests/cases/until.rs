#[macro_use]
extern crate skill_runtime;

interface! {
    pub Base {
        fields { x_m: f32 }
        messages { Drive { v: f32 } until Stop, flush Stop }
    }
}

pub mod after_flush {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until Stop, flush Stop until Hold, flush Hold }
        }
    }
}

pub mod before_the_fields {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive until Stop { v: f32 }, flush Stop }
        }
    }
}

pub mod ends_itself {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { flush Stop until Stop }
        }
    }
}

pub mod flush_before_the_name {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until flush Stop, flush Stop }
        }
    }
}

pub mod in_braces {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until { Stop }, flush Stop }
        }
    }
}

pub mod keeps_running_and_more {
    use super::Base;
    skill! {
        pub skill Drive() {
            depends_interfaces { base: Base (max_age = 40ms, keeps_running, 3) }
            start state Go = base.send(super::base::Drive { v: 0.5 }) { -> FINAL after 1s; }
        }
    }
}

pub mod keeps_running_before {
    use super::Base;
    skill! {
        pub skill Drive() {
            depends_interfaces { keeps_running base: Base }
            start state Go = base.send(super::base::Drive { v: 0.5 }) { -> FINAL after 1s; }
        }
    }
}

pub mod keeps_running_in_two_words {
    use super::Base;
    skill! {
        pub skill Drive() {
            depends_interfaces { base: Base (keeps running) }
            start state Go = base.send(super::base::Drive { v: 0.5 }) { -> FINAL after 1s; }
        }
    }
}

pub mod keeps_running_misspelt {
    use super::Base;
    skill! {
        pub skill Drive() {
            depends_interfaces { base: Base (keep_running) }
            start state Go = base.send(super::base::Drive { v: 0.5 }) { -> FINAL after 1s; }
        }
    }
}

pub mod keeps_running_twice {
    use super::Base;
    skill! {
        pub skill Drive() {
            depends_interfaces { base: Base (keeps_running, keeps_running) }
            start state Go = base.send(super::base::Drive { v: 0.5 }) { -> FINAL after 1s; }
        }
    }
}

pub mod keeps_running_where_it_writes {
    use super::Base;
    skill! {
        pub skill Kick() {
            depends_interfaces { writes base: Base (keeps_running) }
            start state Go { init { base.x_m = 1.0; } -> FINAL after 1s; }
        }
    }
}

pub mod keeps_running_where_nothing_runs {
    interface! { pub Motion { fields { moving: bool } messages { flush Stop } } }
    skill! {
        pub skill Kick() {
            depends_interfaces { motion: Motion (keeps_running) }
            start state Go = motion.send(motion::Stop) { -> FINAL after 1s; }
        }
    }
}

pub mod keeps_running_with_a_value {
    use super::Base;
    skill! {
        pub skill Drive() {
            depends_interfaces { base: Base (keeps_running = true) }
            start state Go = base.send(super::base::Drive { v: 0.5 }) { -> FINAL after 1s; }
        }
    }
}

pub mod keeps_running_without_parentheses {
    use super::Base;
    skill! {
        pub skill Drive() {
            depends_interfaces { base: Base keeps_running }
            start state Go = base.send(super::base::Drive { v: 0.5 }) { -> FINAL after 1s; }
        }
    }
}

pub mod max_age_twice {
    use super::Base;
    skill! {
        pub skill Drive() {
            depends_interfaces { base: Base (max_age = 40ms, max_age = 50ms) }
            start state Go = base.send(super::base::Drive { v: 0.5 }) { -> FINAL after 1s; }
        }
    }
}

pub mod missing_comma {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until Stop flush Stop }
        }
    }
}

pub mod nothing {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until, flush Stop }
        }
    }
}

pub mod of_a_message_with_fields {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until Stop, flush Stop { hard: bool } }
        }
    }
}

pub mod of_a_path {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until base::Stop, flush Stop }
        }
    }
}

pub mod of_a_string {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until "Stop", flush Stop }
        }
    }
}

pub mod of_no_flush_message {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until Stop, Stop }
        }
    }
}

pub mod of_two {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until Stop | Hold, flush Stop, flush Hold }
        }
    }
}

pub mod twice {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until Stop until Hold, flush Stop, flush Hold }
        }
    }
}

pub mod unknown {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until Stpo, flush Stop }
        }
    }
}

pub mod unknown_without_a_near_one {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until Park, flush Stop }
        }
    }
}

pub mod values {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } until Stop {}, GoTo { x_m: f32 } until Stop(), flush Stop }
        }
    }
}

pub mod while_ {
    interface! {
        pub Base {
            fields { x_m: f32 }
            messages { Drive { v: f32 } while Stop, GoTo { x_m: f32 } till Stop, flush Stop }
        }
    }
}

