#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod empty_list_of_names {
    use crate::prelude::*;
    skill! {
        pub skill []() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod error_in_two_skills {
    use crate::prelude::*;
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { motion: Motion = ["Left", "Right"] }
            start state A { init { motion.send(motion::Stop); let _: u32 = 1.5; } -> FINAL when motion.moves; -> Bee after 1s; }
        }
    }
}

pub mod id_that_is_no_text {
    use crate::prelude::*;
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { motion: Motion = [Left, Right] }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod list_in_a_block_of_one_skill {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion = ["Left", "Right"] }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod list_of_another_length {
    use crate::prelude::*;
    skill! {
        pub skill [Left, Right]() {
            depends_skills { Go = [Walk] }
            depends_interfaces { motion: Motion = ["Left", "Right", "Middle"] }
            start state A = Go { distance: 1.0 }? { -> FINAL on FINAL when motion.moving; -> FINAL on FINAL; }
        }
    }
}

pub mod name_that_is_none {
    use crate::prelude::*;
    skill! {
        pub skill [Left, 7, Right]() {
            depends_interfaces { motion: Motion = ["Left", "Right"] }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod name_twice {
    use crate::prelude::*;
    skill! {
        pub skill [Left, Left]() {
            depends_interfaces { motion: Motion = ["Left"] }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod skill_over_an_id {
    use crate::prelude::*;
    skill! {
        pub skill Reach<arm>(far: f32) {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving && self.far > 0.0; }
        }
    }
}

pub mod sub_skill_over_an_id {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk<"Left"> { distance: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod unused_in_two_skills {
    use crate::prelude::*;
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { motion: Motion = ["Left", "Right"] }
            vars { count: u32 = 0 }
            start state A { -> FINAL when motion.moving; }
        }
    }
}
