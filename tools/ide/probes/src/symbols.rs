//! Outlines, symbols and the colors of words.
//: no diagnostics

use skill_runtime::{Status, agent, blackboard, interface, skill};

interface! {
    /// A siren.
    pub Siren {
//      ^ symbol: Struct
//      ^ outline: none
//      ^ token: struct
        enum Tone { Low, High }
//      ^ token: keyword
//           ^ symbol: Enum
//           ^ token: enum
//                  ^ symbol: EnumMember
//                  ^ token: enumMember
        fields {
//      ^ token: none
            loud: bool,
//          ^ token: property
//                ^ token: builtinType
        }
        messages (capacity = 2) { Howl { tone: Tone }, flush Mute }
//      ^ token: none
//                ^ token: none
//                                ^ symbol: Struct
//                                ^ token: struct
//                                       ^ token: property
//                                                     ^ token: namespace.library
    }
}

blackboard! {
    /// The blackboard.
    pub Panel { siren: Siren }
//      ^ symbol: Struct
//              ^ token: property
//                     ^ token: struct
}

skill! {
    /// Howls.
    pub skill Alarm(
//      ^ token: namespace.library
//            ^ symbol: Struct
//            ^ outline: none
//            ^ token: struct
        times: u32 = 3,
//      ^ token: property
    ) {
        max_transitions = 5;
//      ^ token: namespace.library
        depends_interfaces { siren: Siren }
//      ^ token: namespace.library
//                           ^ token: static
//                                  ^ token: struct
        vars { count: u32 = 0 }
//      ^ token: namespace.library
//             ^ token: property
        always { -> FAILED("too many") when self.count > 99; }
//      ^ token: namespace.library
//                  ^ token: enumMember
//                                     ^ token: namespace.library
//                                               ^ token: property
        start state Silent {
//      ^ token: namespace.library
//            ^ token: namespace.library
//                  ^ symbol: EnumMember
//                  ^ outline: none
//                  ^ token: enumMember
            loop { siren.send(siren::Mute {}); }
//          ^ token: namespace.library
//                 ^ token: static
//                       ^ token: method
//                                   ^ token: struct
            -> Loud when siren.loud && self.count < self.times;
//             ^ token: enumMember
//                  ^ token: namespace.library
//                                                  ^ token: selfKeyword
//                                                       ^ token: property
            -> FINAL after 3s;
//             ^ token: enumMember
//                   ^ token: namespace.library
        }
        /// Howls.
        state Loud = action howl(2) {
//      ^ token: namespace.library
//            ^ symbol: EnumMember
//            ^ token: enumMember
//                   ^ token: namespace.library
//                          ^ token: function
            init { self.count += 1; }
//          ^ token: namespace.library
            -> Silent on FINAL;
//                    ^ token: namespace.library
            -> FAILED on FAILED;
            -> Silent otherwise;
//                    ^ token: namespace.library
        }
    }
}

fn howl(_: &mut AlarmPorts<'_>, _: u32) -> Status {
//  ^ outline: Function
    Status::Final
}

agent! {
    /// Guards the house.
    pub agent Guard() {
//      ^ token: namespace.library
//            ^ symbol: Struct
        depends_skills { Alarm }
//      ^ token: namespace.library
//                       ^ token: struct
        start state Watch = Alarm {} {
//                  ^ symbol: EnumMember
//                          ^ token: struct
            -> Watch on FINAL;
            -> Watch on FAILED;
        }
    }
}
