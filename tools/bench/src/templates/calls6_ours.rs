use crate::*;

skill! {
    pub skill Stride(length: u32, speed: f32 = 1.0 in 0.0..=2.0) {
        depends_interfaces { signals: Signals }
        start state Left { init { act(self.length + 1); } -> Right when signals.turn == 1; }
        state Right {
            init { act(self.length + 2); }
            -> Left when signals.turn == 2 && signals.angle < self.speed;
            -> FINAL when signals.turn == 3;
        }
    }
}

skill! {
    pub skill Spin(turns: u32 = 1, angle: f32 = 0.5) {
        depends_interfaces { signals: Signals }
        start state Slow { init { act(self.turns + 3); } -> Fast when signals.turn == 4; }
        state Fast {
            init { act(self.turns + 4); }
            -> Slow when signals.turn == 5 && signals.angle < self.angle;
            -> FINAL when signals.turn == 6;
        }
    }
}

skill! {
    pub skill Aim(what: u32, width: f32 = 0.5 in 0.0..=1.0) {
        depends_interfaces { signals: Signals }
        start state Wide { init { act(self.what + 5); } -> Narrow when signals.turn == 7; }
        state Narrow {
            init { act(self.what + 6); }
            -> Wide when signals.turn == 8 && signals.angle < self.width;
        }
    }
}

skill! {
    pub skill Walk(distance: u32, speed: f32 = 1.0 in 0.0..=2.0) {
        depends_skills { Stride, Spin }
        depends_interfaces { signals: Signals }
        start state Ahead = Stride { length: self.distance, speed: self.speed }? {
            init { act(self.distance + 7); }
            -> Around on FINAL;
            -> Around when signals.turn == 9;
        }
        state Around = Spin { turns: self.distance, angle: self.speed }? {
            init { act(self.distance + 8); }
            -> Ahead on FINAL;
            -> Ahead when signals.turn == 10;
        }
    }
}

skill! {
    pub skill Search(object: u32, width: f32 = 0.5 in 0.0..=1.0) {
        depends_skills { Spin, Aim }
        depends_interfaces { signals: Signals }
        start state Look = Spin { turns: self.object, angle: self.width }? {
            init { act(self.object + 9); }
            -> Check on FINAL;
            -> Check when signals.turn == 11;
        }
        state Check = Aim { what: self.object, width: self.width }? {
            init { act(self.object + 10); }
            -> Look on FINAL;
            -> Look when signals.turn == 12;
        }
    }
}

skill! {
    pub skill Mission() {
        depends_skills { Walk, Search }
        depends_interfaces { signals: Signals }
        start state Go = Walk { distance: 20, speed: 0.75 }? {
            init { act(11); }
            -> Find on FINAL;
            -> Find when signals.turn == 13;
        }
        state Find = Search { object: 40, width: 0.25 }? {
            init { act(12); }
            -> Go on FINAL;
            -> Go when signals.turn == 14;
        }
    }
}

pub struct Machine(<Mission as Skill>::Machine);

impl Engine for Machine {
    fn new(_: u32) -> Self {
        Machine(Mission::default().start())
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        self.0.exec(&mut pass.cx)
    }
}
