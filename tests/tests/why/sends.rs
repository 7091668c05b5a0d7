//! Explanations of messages that states run.

use skill_runtime::{blackboard, interface, skill};
use skill_test::Bench;

interface! {
    pub Arm {
        fields { msgid: u32, final: bool, z_m: f32 }
        messages { MoveTo { z_m: f32 }, Open }
    }
}
blackboard! { pub ArmBoard { arm: Arm } }

skill! {
    /// Waits for one of two messages.
    pub skill Lift() {
        depends_interfaces { arm: Arm }
        start state Up = 1 of (up: arm.send(arm::MoveTo { z_m: 0.4 }), open: arm.send(arm::Open)) {
            -> FINAL on FINAL(open: _);
            -> Only on FINAL when arm.z_m > 0.3;
            -> Only on FINAL;
        }
        state Only = arm.send(arm::Open) {
            -> FAILED("high") when arm.z_m > 1.0;
            -> FINAL after 1s;
        }
    }
}

#[test]
fn what_is_done_is_explained() {
    let mut bench = Bench::<ArmBoard>::new();
    let arm = bench.driver(|board| &board.arm);
    arm.set(Arm::default());
    arm.on_message(|arm, message, id| {
        if let arm::Message::MoveTo(_) = message {
            (arm.msgid, arm.r#final) = (id.0, true);
        }
    });
    let mut bench = bench.with_skill(Lift {});
    bench.pass();
    bench.pass();
    let text = "\
lift in Up:
  no          -> FINAL  \"on FINAL(open: _)\"
    true  on FINAL: FINAL
    false open is FINAL
  no          -> Only  \"on FINAL when arm.z_m > 0.3\"
    true  on FINAL: FINAL
    false arm.z_m > 0.3, arm.z_m = 0.0
  fires       -> Only  \"on FINAL\"
    true  on FINAL: FINAL
lift in Only:
";
    assert!(bench.why().to_string().contains(text), "{}", bench.why());
}
