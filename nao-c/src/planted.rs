//! A skill whose block panics, for the test of `nao_on_panic` (feature `planted`).

use skill_runtime::{
    Context, Exec, Instant, NoTrace, Skill, Snapshot, Tick, blackboard, interface, skill,
};

interface! {
    /// A list with four places.
    pub List { fields { at: u32 } }
}
blackboard! { pub Board { list: List } }

const LIST: [u32; 4] = [1, 2, 3, 5];

skill! {
    /// Reads a place of the list without checking that it exists.
    pub skill Planted() {
        depends_interfaces { list: List }
        vars { n: u32 = 0 }
        start state Read {
            init { self.n = LIST[list.at as usize]; }
            -> FINAL when self.n > 0;
        }
    }
}

/// Runs the skill once on a list with this place. Returns its status; panics from 4 on.
#[unsafe(no_mangle)]
pub extern "C" fn nao_planted(at: u32) -> u8 {
    let board = Board::new();
    // The writer must exist while the skill runs.
    let mut writer = board.list.writer();
    if let Ok(list) = &mut writer {
        list.write(&List { at }, Instant::ZERO);
    }
    let mut snapshot = Snapshot::new(&board);
    snapshot.refresh_all();
    let now = Tick { time: Instant::ZERO, count: 0 };
    Planted {}.start().exec(&mut Context { snapshot: &snapshot, now, tracer: NoTrace }) as u8
}
