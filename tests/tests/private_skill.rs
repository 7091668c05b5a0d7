//! Skills and spaces declared without `pub` are private to their module, and work like the rest.

use skill_runtime::blackboard::Snapshot;
use skill_runtime::{
    Context, Exec, Machine, NoTrace, Skill, SkillSpace, Status, Tick, blackboard, interface, skill,
    skill_space,
};

interface! {
    Lamp {
        enum Colour { Red, Green }
        fields { colour: Colour }
        messages { Switch { to: Colour } }
    }
}
blackboard! { Bench { lamp: Lamp } }
skill! {
    skill Shine() {
        depends_interfaces { lamp: Lamp }
        start state Shine { -> FINAL when lamp.colour == lamp::Colour::Red; }
    }
}
skill! {
    skill Twice() {
        depends_skills { Shine }
        start state Once = Shine {} {
            -> Again on FINAL;
            -> FAILED on FAILED;
        }
        state Again = Shine {} {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}
skill_space! { Shows on Bench { Shine, Twice } }

#[test]
fn a_skill_and_all_that_it_uses_may_be_private() {
    let board = Bench::new();
    let mut writer = board.lamp.writer().expect("a new blackboard");
    writer.write(&Lamp::default(), Tick::default().time);
    let mut snapshot = Snapshot::new(&board);
    let mut machine = Shows::start(Shows::parse("twice{}").expect("a call"));
    snapshot.refresh(Shows::reads(&machine));
    let mut pass = || {
        let mut cx = Context { snapshot: &snapshot, now: Tick::default(), tracer: NoTrace };
        machine.exec(&mut cx)
    };
    assert_eq!([pass(), pass()], [Status::Running, Status::Final]);
    assert_eq!((machine.state(), Shine::INFO.name), ("FINAL", "shine"));
}
