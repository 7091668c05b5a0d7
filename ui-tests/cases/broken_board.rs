#[macro_use]
extern crate skill_runtime;

pub mod an_id_without_a_colon {
    use skill_runtime::skiller::SkillerInterface;
    use skill_runtime::{Skiller, WriterTaken};
    interface! { pub Lamp { fields { lit: bool } } }
    interface! { pub Horn { messages { Blow } } }
    blackboard! { pub Board { "Lamp" Lamp, "Horn": Horn, "Skiller": SkillerInterface } }
    skill! {
        pub skill Wait() {
            depends_interfaces { lamp: Lamp = "Lamp", horn: Horn = "Horn" }
            start state Look { init { horn.send(horn::Blow); } -> FINAL when lamp.lit; }
        }
    }
    skill_space! { pub Space on Board { Wait } }
    pub fn skiller(board: &Board) -> Result<Skiller<'_, Space>, WriterTaken> {
        Skiller::new(board)
    }
    pub fn board() -> Board {
        Board::new()
    }
}
