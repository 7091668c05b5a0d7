//! The skill whose expansion the book shows.
#![deny(warnings)]

use skill_runtime::{interface, skill};

interface! {
    pub Led {
        fields { intensity: f32 }
        messages { TurnOn, TurnOff }
    }
}

skill! {
    /// Blinks.
    pub skill Blink(times: u32 = 3) {
        depends_interfaces { led: Led }
        vars { done: u32 = 0 }
        start state On {
            init { led.send(led::TurnOn {}); }
            -> Dark when led.refused();
            -> Off after 500ms;
        }
        state Off {
            init {
                led.send(led::TurnOff {});
                self.done += 1;
            }
            -> FINAL when self.done == self.times;
            -> On after 500ms;
        }
        state Dark { -> FAILED("no light after {}", self.done) otherwise; }
    }
}
