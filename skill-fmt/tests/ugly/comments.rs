skill! {   // at the bracket

    // at the beginning


    /* before */ /// Documented.

    // between documentation and the skill
    pub skill /* a */ Comments /* b */ (a: u32 /* of a */ , // after the comma
    // before b
    b: u32 // of b
    ) {
        vars { /* first */ x: u32 = 0, y: u32 = 1 /* last */ }
        depends_skills { A, /* b */ B }
        depends_interfaces {
            // only a comment
        }
        start state S /* name */ = /* runs */ Walk { /* none */ } /* body */ {
            init { // at the block
                // in the block
            }
            loop { /* nothing */ }
            exit { self.x = 1; } // after the block

            -> /* target */ T /* trigger */ when /* guard */ a.b /* end */; // after the transition
            -> T // broken
                // twice
                otherwise;
                /* moved
                     with its
                   lines */
            -> T(/* in brackets */) when x // in the guard
                && y;


            // at the end


        }
        // before the state
        #[allow(dead_code)] // after the attribute
        /** block documentation
         *  keeps its lines */
        state T { -> S otherwise; /* 世界 */ }
    } // after the skill
    // at the very end
}
