//! Types and skills that are not found.

#[macro_use]
extern crate skill_runtime;

interface! {
    /// A base that drives.
    pub Mover {
        fields { bumped: bool, x: f32 }
        messages { Drive { speed: f32 } until Stop, flush Stop }
    }
}
interface! {
    /// A base that drives.
    pub Other {
        fields { bumped: bool, x: f32 }
    }
}
blackboard! {
    /// The board.
    pub Board { mover: Mover }
}
skill! {
    /// Waits.
    pub skill Wait(time_sec: f32 = 1.0) {
        start state A { -> FINAL after self.time_sec; }
    }
}

pub mod board {
    use super::*;
    blackboard! { pub Bards { mover: Mover, other: Otter, third: Other } }
}
pub mod board_single {
    #[allow(unused_imports)]
    use super::*;
    blackboard! { pub Bards { other: Otter } }
}
pub mod space {
    use super::*;
    skill_space! { pub Space on Board { Wait, Weit } }
}
pub mod space_and_board {
    #[allow(unused_imports)]
    use super::*;
    skill_space! { pub Space on Bord { Weit } }
}
