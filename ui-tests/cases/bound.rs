#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub fn half(n: u32) -> Option<u32> {
    n.is_multiple_of(2).then_some(n / 2)
}

pub mod an_outcome_without_another {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? { -> FAILED("{}", h) on FINAL(n) when let Some(h) = crate::half(n); }
        }
    }
}

pub mod assigned {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { -> FAILED("{}", h) when Some(h) = crate::half(self.n) && h > 1; -> FINAL when self.n = 3; }
        }
    }
}

pub mod beside_or {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> FINAL when self.n > 9 || let Some(_) = crate::half(self.n);
                -> FAILED("{}", h) when let Some(h) = crate::half(self.n) && (h > 1 || let Some(_) = crate::half(h));
            }
        }
    }
}

pub mod crossing {
    skill! {
        pub skill Probe() {
            continuous { x: f32 = 0.0 }
            start state A { flow { der(self.x) = 1.0; } -> FINAL when crossing let x = self.x && x > 1.0; -> FAILED after 9s; }
        }
    }
}

pub mod half_typed {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> FAILED("{}", h) when let;
                -> FAILED("{}", h) when let Some(h);
                -> FAILED("{}", h) when let Some(h) =;
                -> FAILED("{}", h) when let Some(h) = crate::half(self.n) &&;
                -> FINAL after 1s;
            }
        }
    }
}

pub mod in_parentheses {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> FINAL when self.n > 9 && (let Some(_) = crate::half(self.n));
                -> FINAL when !(let Some(_) = crate::half(self.n) && self.n > 3);
                -> FINAL when Some(let n = self.n) == None;
                -> FINAL when if let Some(h) = crate::half(self.n) && h > 2 { true } else { false };
            }
        }
    }
}

pub mod name_of_an_interface {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FAILED("{}", motion) when let motion = motion.moving && motion; }
        }
    }
}

pub mod returns {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { -> FINAL when let 2.. = self.n && { return true }; -> FAILED after 9s; }
        }
    }
}

pub mod scope {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> B(h) when let Some(h) = crate::half(self.h) && h > 1;
                -> B(self.h) when let Some(h) = crate::half(self.n) && h > 2;
                -> B(h) when let Some(n) = crate::half(h) && let Some(h) = crate::half(n);
                -> B(h) when self.n == 3;
            }
            state B(m: u32) { -> FINAL when self.m > 1; }
        }
    }
}

pub mod types {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> B(h) when let Some(h) = self.n;
                -> B(h) when let h = self.n && h;
                -> B(h) when let Some(h) = crate::half(1.0);
                -> B(h) when let Some(h) = missing(self.n);
                -> FAILED("{}", h) when self.n > 1 && let h = "text";
                -> B(h) when let h = Some(self.n);
            }
            state B(m: u32) { -> FINAL when self.m > 1; }
        }
    }
}

pub mod unreachable {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> FAILED("{}", h) when let Some(h) = crate::half(self.n);
                -> B(h) when let Some(h) = crate::half(self.n);
                -> B(3) when let 3 = self.n && self.elapsed() > 3.0;
                -> FINAL after 2s;
            }
            state B(m: u32) { -> FINAL when self.m > 1; }
        }
    }
}

pub mod unused {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> B(3) when let Some(h) = crate::half(self.n);
                -> B(4) when let (first, second) = (self.n, 2) && first > 2;
                -> B(5) when let Some(_h) = crate::half(self.n) && let (Ok(h) | Err(h)) = crate::half(3).ok_or(1) && h > 1;
                #[cfg(any())]
                -> B(6) when let never = 1;
            }
            state B(m: u32) { -> FINAL when self.m > 1; }
        }
    }
}

pub mod if_before_let {
    skill! {
        pub skill Probe(n: Option<u32>) -> u32 {
            start state A {
                -> FINAL(x) when if let Some(x) = self.n;
                -> FINAL(x) when rising if let Some(x) = self.n && x > 1;
            }
        }
    }
}

pub mod two_equals {
    skill! {
        pub skill Probe(n: Option<u32>) -> u32 {
            start state A {
                -> FINAL(x) when let Some(x @ 1..=4) == self.n;
                -> FINAL(x) when self.n == Some(7) && let Some(x) == self.n && x == 1;
            }
        }
    }
}

pub mod one_and {
    skill! {
        pub skill Probe(n: Option<u32>, m: u32) -> u32 {
            start state A {
                -> FINAL(x) when let Some(x) = self.n & x > 1;
                -> FINAL(y) when let Some(x) = self.n && let y @ 1.. = self.m & x;
                -> FINAL(1) when self.m > 0 & let Some(2) = self.n;
            }
        }
    }
}

pub mod unused_before_it_is_bound_again {
    skill! {
        pub skill Probe(n: u32 = 0) {
            depends_skills { crate::prelude::Count }
            start state A = Count {} {
                -> B(x) when self.n == 3 && let x = self.n + 1 && let x = self.n * 2;
                -> B(y) when let y = self.n + 1 && let Some(y) = crate::half(y) && y > 1;
                -> B(y) when self.n == 1 && let Some(y) = crate::half(1) && y > 1 && let (y, _) = (self.n, 2);
                -> B(3) when let Some(z) = crate::half(self.n) && let Some(z) = crate::half(z);
                -> B(r) on FINAL(r) when let Some(r) = crate::half(self.n);
                -> B(r) on FINAL(r) when let Some(r) = crate::half(r);
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
            state B(m: u32) { -> FINAL when self.m > 1; }
        }
    }
}

pub mod unreachable_after_a_pattern_that_always_matches {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> B(x, 1) when let x = self.n && let (y, ..) = (x, 1) && y > 3;
                -> B(x, y) after 1s when let x = self.n && let (y, ..) = (x, 1);
                -> FAILED after 2s;
                -> C when let ZERO = self.n;
                -> B(x, 2) when let x = self.n;
                -> FINAL when self.n > 3;
            }
            state B(m: u32, o: u32) { -> FINAL when self.m > self.o; }
            state C { -> FINAL after 1s; }
        }
    }
    const ZERO: u32 = 0;
}
