//! Parameters of states: their defaults, and assignments to them.

use skill_runtime::{Skill as _, Status, skill};

use crate::stage::{Panel, Stage};

/// Returns the panel with a number.
fn shows(n: u32) -> Panel {
    Panel { go: false, n }
}

skill! {
    /// Start states at each depth have defaults, also one with a precondition.
    #[allow(skill::unused_variable)]
    pub skill Trip(from: u32 = 3) {
        max_transitions = 1;
        depends_interfaces { panel: crate::stage::Panel }
        vars { left: u32 = 0, seen: u32 = 0 }
        always { -> Away when panel.n == 9; }
        start state Ride(floor: u32 = self.from + panel.n, mut stops: u32 = 0) {
            vars { first: u32 = floor }
            init { self.first += 10; }
            exit { self.left += 1; }
            -> Ride(self.floor + 1) when panel.n == 1;
            -> Ride when panel.n == 2;
            start state Stand(a: u32 = self.first + self.stops, mut b: u32 = self.left) {
                precond -> Moved(7) when self.a == 99;
                init { self.b += 100; }
                loop {
                    self.seen = self.a * 1000 + self.b;
                    self.stops += 1;
                }
                -> Moved when panel.n == 3;
                -> Stand(self.b) when panel.n == 4;
            }
            state Moved(c: u32 = self.stops) {
                -> FAILED("{} {} {}", self.c, self.floor, self.stops) when panel.n == 5;
            }
        }
        state Away(gone: u32 = self.left) {
            -> FAILED("{}", self.gone) when panel.n == 8;
            -> FINAL when panel.n == 100;
        }
    }
}

#[test]
fn start_states_have_the_values_of_their_defaults() {
    let mut stage = Stage::new(Trip::default());
    stage.show(shows(20));
    stage.exec();
    // After the variables and `init` of the state around.
    assert_eq!(stage.machine().vars().seen, 33_100);
    stage.reset();
    stage.show(shows(21));
    stage.exec();
    assert_eq!(stage.machine().vars().seen, 34_100, "evaluated anew");
}

#[test]
fn a_transition_may_leave_values_out() {
    let mut stage = Stage::new(Trip { from: Some(1) });
    stage.show(shows(0));
    stage.exec();
    stage.show(shows(1));
    stage.exec();
    stage.exec();
    stage.show(shows(2));
    stage.exec();
    stage.show(shows(0));
    stage.exec();
    // The default is evaluated before `exit`, those of the start state inside after it.
    assert_eq!(stage.machine().vars().seen, 13 * 1000 + 103);
    stage.show(shows(9));
    stage.exec();
    stage.show(shows(8));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "3", "before the `exit` that makes it 4");
}

#[test]
fn blocks_assign_parameters() {
    let mut stage = Stage::new(Trip::default());
    stage.show(shows(0));
    stage.exec();
    stage.exec();
    assert!(format!("{:?}", stage.machine()).contains("Ride.stops: 2"));
    stage.show(shows(4));
    stage.exec();
    assert_eq!(stage.transitions(), ["Stand -> Stand"], "once a pass, and with the value of `b`");
    stage.show(shows(3));
    stage.exec();
    assert_eq!(stage.machine().vars().seen, 100 * 1000 + 100);
    stage.show(shows(5));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "4 3 4");
}

#[test]
fn a_precondition_of_a_start_state_sees_its_parameters() {
    let mut stage = Stage::new(Trip { from: Some(89) });
    stage.show(shows(0));
    stage.exec();
    assert_eq!(stage.transitions(), ["Stand -> Moved"]);
    stage.show(shows(5));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "7 89 0");
}

#[test]
fn states_that_are_passed_have_defaults_and_assigned_parameters() {
    skill! {
        /// `Turn` runs at its own place, and inside `Go`.
        pub skill Passed() {
            max_transitions = 1;
            depends_interfaces { panel: crate::stage::Panel }
            vars { turns: u32 = 0 }
            start state Begin { -> Go(Turn, Turn) otherwise; }
            state Go(inside: state(u32, u32), own: ref state(u32, u32)) {
                -> self.own(0, 9) when panel.n == 7;
                start state Wait { -> self.inside(1, 2) when panel.n == 1; }
            }
            state Turn(mut n: u32 = 40 + self.turns, mut m: u32 = 50) {
                init {
                    self.n += 1;
                    self.m += self.n;
                    self.turns += 1;
                }
                -> Turn when panel.n == 2;
                -> Turn(self.m) when panel.n == 3;
                -> FAILED("{} {}", self.n, self.m) when panel.n == 4;
                -> FINAL when panel.n == 100;
            }
        }
    }
    for (numbers, reason) in [
        (&[1, 4][..], "2 4"),
        (&[1, 3, 0, 4], "5 55"),
        (&[7, 2, 0, 4], "42 92"),
        (&[1, 7, 4], "1 10"),
    ] {
        let mut stage = Stage::new(Passed {});
        stage.exec();
        for n in numbers {
            stage.show(shows(*n));
            stage.exec();
        }
        assert_eq!(stage.reason(), reason, "{numbers:?}");
    }
}

#[test]
fn the_graph_shows_defaults() {
    let states = Trip::INFO.graph.states;
    let named = |name: &str| states.iter().find(|state| state.name == name).expect("it is there");
    assert_eq!(
        named("Stand").params,
        [("a", "u32 = self.first + self.stops"), ("b", "u32 = self.left")]
    );
    let values = Trip::INFO.graph.transitions.iter().map(|transition| transition.values);
    assert_eq!(values.filter(|values| !values.is_empty()).count(), 3);
}
