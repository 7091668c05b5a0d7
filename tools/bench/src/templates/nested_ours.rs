use crate::*;

skill! {
    pub skill Nested() {
        depends_interfaces { signals: Signals }
        start state Out {
            init { act(1); }
            exit { act(2); }
            -> Off when signals.turn >= 4;
            start state Mid {
                init { act(3); }
                exit { act(4); }
                -> Other when signals.turn == 3;
                start state A { init { act(5); } exit { act(6); } -> B when signals.turn == 1; }
                state B { init { act(7); } exit { act(8); } -> A when signals.turn == 0; }
            }
            state Other { init { act(9); } exit { act(10); } -> Mid when signals.turn == 0; }
        }
        state Off { init { act(11); } exit { act(12); } -> Out when signals.turn < 4; }
    }
}

pub struct Machine(<Nested as Skill>::Machine);

impl Engine for Machine {
    fn new(_: u32) -> Self {
        Machine(Nested::default().start())
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        self.0.exec(&mut pass.cx)
    }
}
