//! Words of Rust before names, and types without a size.

#[macro_use]
extern crate skill_runtime;

interface! {
    /// A base that drives.
    pub Mover {
        fields { bumped: bool, x: f32 }
        messages { Drive { speed: f32 }, flush Stop }
    }
}

pub mod before_an_argument {
    use super::*;
    skill! {
        pub skill Probe(pub z_m: f32, const y_m: f32) {
            depends_interfaces { mover: Mover }
            start state A { -> FINAL when mover.x > self.z_m + self.y_m; }
        }
    }
}
pub mod before_others {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { pub mover: Mover }
            params { pub wait_sec: f32 = 2.0 }
            vars { pub count: u32 = 0, let tries: u32 = 0 }
            start state A {
                init { self.count += 1; self.tries += self.count; }
                -> FINAL when mover.bumped;
                -> A after self.wait_sec when self.tries > 1;
            }
        }
    }
}
pub mod before_a_field {
    interface! {
        /// A neck.
        pub Neck {
            fields { pub yaw: f32, final: bool, final pitch: f32 }
            messages { struct Turn { pub yaw: f32 } }
        }
    }
}

pub mod no_size {
    interface! {
        /// A neck.
        pub Neck {
            fields { history: [f32], name: str, yaw: f32 }
            messages { Turn { yaw: [f32] } }
        }
    }
    skill! {
        pub skill Probe(name: str) {
            depends_interfaces { neck: Neck }
            vars { all: [u8] = [] }
            start state A { -> FINAL when self.name == "x" && neck.yaw > self.all.len(); }
        }
    }
}
