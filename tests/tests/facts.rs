//! Static bounds of a skill can be asserted at compile time.

use skill_runtime::{Skill, skill};
use skills_nao::skills::{Getup, Kick, Servo, Standup, Stop};

skill! {
    /// Has states, transitions and guards to count.
    pub skill Counted(n: u32 = 0) {
        max_transitions = 3;
        always { -> FAILED when self.n > 9; }
        start state A {
            precond -> B when self.n > 1;
            -> B when self.n > 2;
            -> FINAL after 2s;
        }
        state B { -> A otherwise; }
    }
}

const _: () = {
    assert!(Counted::STATES == 2 && Counted::TRANSITIONS == 5 && Counted::DEPTH == 0);
    // `A` evaluates at most four guards when it is entered, and three while it is active.
    assert!(Counted::MAX_TRANSITIONS == 3 && Counted::MAX_GUARDS == 4 * 4 + 3);
    assert!(Standup::DEPTH == 1 && Standup::INSTANCES == 3);
    assert!(Standup::STATES == 5 && Stop::STATES == 1);
    assert!(Standup::MAX_TRANSITIONS == 10 + Servo::MAX_TRANSITIONS);
    assert!(Standup::SIZE > Servo::SIZE && Kick::SIZE < 128);
};

#[test]
fn the_dependencies_are_known() {
    let names: Vec<&str> = Standup::INFO.deps.iter().map(|dep| dep.name).collect();
    assert_eq!(names, ["servo", "getup"]);
    assert_eq!(Standup::INFO.instances(), Standup::INSTANCES);
    assert!(Getup::INFO.deps.is_empty());
    assert_eq!(u32::try_from(Standup::INFO.graph.transitions.len()), Ok(Standup::TRANSITIONS));
}
