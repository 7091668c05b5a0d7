//! Recordings of a skill that is not the first of its block.

use super::planted::{Board, description, recording_of};
use skill_runtime::{skill, skill_space};
use skill_studio::replay::check;

skill! {
    /// Waits for a ball.
    pub skill See(near_m: f32 = 0.5) {
        depends_interfaces { ball: super::planted::Ball }
        start state Look {
            -> FINAL when ball.distance_m < self.near_m;
            -> FAILED("far") after 2s;
        }
    }
}
skill! {
    /// Waits until no ball is seen.
    pub skill Lose(near_m: f32 = 0.5) {
        depends_interfaces { ball: super::planted::Ball }
        start state Look {
            -> FINAL when ball.distance_m > self.near_m;
            -> FAILED("near") after 2s;
        }
    }
}
skill! {
    /// Waits twice.
    pub skill [SeeTwice, LoseTwice]() {
        depends_skills { Once = [See, Lose] }
        start state First = Once {}? { -> Second on FINAL; }
        state Second = Once { near_m: 0.7 } {
            -> FINAL on FINAL;
            -> First on FAILED;
        }
    }
}
skill_space! { pub Twice on Board { See, Lose, SeeTwice, LoseTwice } }

#[test]
fn the_second_skill_of_a_block_is_recorded_and_replayed() {
    for call in ["see_twice{}", "lose_twice{}"] {
        let recording = recording_of::<Twice>(call);
        assert!(recording.events.len() > 10, "{call}: {}", recording.events.len());
        let checked = check::<Twice, ()>(description::<Twice>(), &recording, &Board::new(), ());
        let checked = checked.unwrap();
        assert_eq!((checked.difference, checked.passes), (None, 3000), "{call}");
    }
}
