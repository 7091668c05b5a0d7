//! Explanations of states that are entered again.

use super::{Lamp, LampBoard};
use skill_runtime::skill;
use skill_test::Bench;
use std::time::Duration;

skill! {
    /// Goes on where it was in the dark.
    #[allow(skill::never_final)]
    pub skill Reads(pages: u32 = 2) {
        depends_interfaces { lamp: Lamp }
        start state Book {
            -> Dark when !lamp.lit;
            start state Page(n: u32 = 1) {
                -> Page(self.n + 1) after 20ms when self.n < self.pages;
                -> Picture after 100ms;
            }
            state Picture {
                start state Near { -> Far after 20ms; }
                state Far {}
            }
        }
        state Dark {
            -> resume Book when rising lamp.lit;
            -> resume deep Book after 1s when lamp.lit;
        }
    }
}

#[test]
fn what_is_resumed_is_explained() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Reads::default());
    let lamp = bench.driver(|board| &board.lamp);
    let mut passes = |lit: bool, count: u64| {
        lamp.set(Lamp { lit });
        bench.pass_for(Duration::from_millis(10 * count));
        bench.why().to_string()
    };
    passes(true, 5);
    let text = "\
reads in Dark:
  no          -> Book  \"rising lamp.lit, resume\"
    false lamp.lit, lamp.lit = false
    false rising lamp.lit, before = true
    true  resume Page, n = 2
  no          -> Book  \"after 1s when lamp.lit, resume deep\"
";
    let why = passes(false, 1);
    assert!(why.contains(text), "{why}");
    passes(true, 20);
    let why = passes(false, 2);
    let text = "\
    true  resume deep Picture
      true  Far
";
    assert!(why.contains(text), "{why}");
}
