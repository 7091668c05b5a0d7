//! Messages that run until another one is sent.

use skill_runtime::{interface, skill};

interface! {
    /// A base.
    pub Base {
        fields { x_m: f32 }
        messages {
            /// Drives.
            Drive { v_m_per_sec: f32 } until Stop, // @Drive
//                                     ^ docs: the message that ends this one
//                                           ^ def: @Stop
//                                           ^ hover: Stops at once.
            GoTo { x_m: f32 } until Stop,
//                                  ^ def: @Stop
            /// Stops at once.
            flush Stop, // @Stop
        }
    }
}

skill! {
    /// Drives, and lets the base drive on.
    pub skill Pushes() {
        depends_interfaces { base: Base (keeps_running) }
//                                       ^ docs: goes on
        start state Go = base.send(base::Drive { v_m_per_sec: 0.5 }) { -> FINAL after 1s; }
//                                       ^ def: @Drive
    }
}
