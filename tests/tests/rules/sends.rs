//! Rules 3, 7 and 13: messages as what states run.

use skill_runtime::{Status, agent, blackboard, interface, skill};
use skill_test::{Bench, Driver};

use crate::stage::{log, logged};

interface! {
    pub Arm {
        fields { msgid: u32, final: bool, z_m: f32 }
        messages (capacity = 4) { MoveTo { z_m: f32 }, Open }
    }
}
interface! {
    /// Does not say which message is done.
    pub Base {
        fields { moves: bool }
        messages (capacity = 2) { Drive { v: f32 }, flush Stop }
    }
}
blackboard! { pub Board { left: Arm, right: Arm, base: Base } }

/// Returns a driver of an arm that takes messages only when the test says so.
fn paused(
    bench: &mut Bench<'static, Board>,
    of: fn(&Board) -> &skill_runtime::Cell<Arm>,
) -> Driver<'static, Arm> {
    let driver = bench.driver(of);
    driver.pause();
    driver.set(Arm::default());
    driver
}

/// Has the driver take the next message, and says whether it is done.
fn take(driver: &Driver<'static, Arm>, is_final: bool) -> arm::Message {
    let received = driver.next_message().expect("a message");
    driver.set(Arm { msgid: received.id.0, r#final: is_final, z_m: 0.0 });
    received.message
}

skill! {
    /// Sends in `init`, then what it runs, in order.
    pub skill Order(z_m: f32 = 0.1) {
        depends_interfaces { left: Arm (max_age = never) }
        vars { up_m: f32 = 0.0 }
        start state Move(n: f32 = 3.0) = (
            left.send(arm::MoveTo { z_m: self.up_m + self.n }),
            left.send(arm::Open)
        ) {
            init {
                self.up_m = self.z_m;
                left.send(arm::MoveTo { z_m: -1.0 });
            }
            -> FINAL on FINAL;
        }
    }
}

#[test]
fn rule_3_they_are_sent_after_init_in_order() {
    let mut bench = Bench::<Board>::new();
    let left = paused(&mut bench, |board| &board.left);
    left.publish();
    let mut bench = bench.with_skill(Order { z_m: Some(0.5) });
    assert_eq!(bench.pass(), Status::Running);
    let all: Vec<_> = std::iter::from_fn(|| Some(left.next_message()?.message)).collect();
    let moves = |z_m: f32| arm::Message::MoveTo(arm::MoveTo { z_m });
    assert_eq!(all, [moves(-1.0), moves(3.5), arm::Message::Open(arm::Open)]);
}

#[test]
fn rule_7_a_message_stays_final_when_another_takes_its_place() {
    let mut bench = Bench::<Board>::new();
    let left = paused(&mut bench, |board| &board.left);
    left.publish();
    let mut bench = bench.with_skill(Order::default());
    let mut pass = || {
        left.publish();
        bench.pass()
    };
    assert_eq!(pass(), Status::Running);
    take(&left, true);
    assert_eq!(pass(), Status::Running); // that of `init`
    take(&left, false);
    assert_eq!(pass(), Status::Running);
    left.update(|arm| arm.r#final = true);
    assert_eq!(pass(), Status::Running); // the first of two
    take(&left, false);
    assert_eq!(pass(), Status::Running);
    left.update(|arm| arm.r#final = true);
    assert_eq!(pass(), Status::Final);
}

skill! {
    /// FINAL when one arm has moved, or when the base has moved.
    pub skill Either() -> u32 {
        depends_skills { Moves }
        depends_interfaces { left: Arm (max_age = never), right: Arm (max_age = never), base: Base }
        start state Go = 1 of (
            left.send(arm::Open),
            way: right.send(arm::Open),
            base.send(base::Drive { v: 1.0 }),
            Moves {}
        ) {
            exit { log("exit"); }
            -> FINAL(1) on FINAL(left: _);
            -> FINAL(2) on FINAL(way: _);
            -> FINAL(3) on FINAL(moves: _);
            -> FINAL(4) on FINAL;
            -> FAILED("all") on FAILED;
        }
    }
}
skill! {
    /// FINAL when the base moves.
    pub skill Moves() {
        depends_interfaces { base: Base (max_age = never) }
        start state Wait {
            -> FINAL when base.moves;
            -> FAILED("slow") after 1s;
        }
    }
}

#[test]
fn rule_7_transitions_name_messages() {
    use skill_runtime::Machine as _;
    for (is_left, result) in [(true, 1), (false, 2)] {
        let mut bench = Bench::<Board>::new();
        let left = paused(&mut bench, |board| &board.left);
        let right = paused(&mut bench, |board| &board.right);
        let base = bench.driver(|board| &board.base);
        base.set(Base { moves: false });
        left.publish();
        right.publish();
        let mut bench = bench.with_skill(Either {});
        assert_eq!(bench.pass(), Status::Running);
        let one = if is_left { &left } else { &right };
        take(one, true);
        one.publish();
        assert_eq!(bench.pass(), Status::Final);
        assert_eq!(bench.machine().result(), Some(&result));
    }
}

skill! {
    /// Drives while something else runs.
    pub skill While() {
        depends_skills { Moves }
        depends_interfaces { base: Base (max_age = never) }
        start state Go = 1 of (base.send(base::Drive { v: 1.0 }), Moves {})? { -> FINAL on FINAL; }
    }
}
skill! {
    /// Drives, and no more.
    pub skill Drives() {
        depends_interfaces { base: Base (max_age = never) }
        start state Go = base.send(base::Drive { v: 0.5 }) {
            exit { base.send(base::Stop); }
            -> FINAL when base.moves;
        }
    }
}

#[test]
fn rule_7_what_is_never_done_does_not_keep_the_list_from_failing() {
    let mut bench = Bench::<Board>::new();
    let base = bench.driver(|board| &board.base);
    base.set(Base { moves: false });
    let mut bench = bench.with_skill(While {});
    assert_eq!(bench.run_to_failure(), "slow");
    let drive = base::Message::Drive(base::Drive { v: 1.0 });
    assert_eq!(
        base.received().into_iter().map(|(_, message)| message).collect::<Vec<_>>(),
        [drive]
    );
}

#[test]
fn messages_alone_need_not_be_waited_for() {
    let mut bench = Bench::<Board>::new();
    let base = bench.driver(|board| &board.base);
    base.set(Base { moves: false });
    let mut bench = bench.with_skill(Drives {});
    for _ in 0..3 {
        assert_eq!(bench.pass(), Status::Running);
    }
    base.set(Base { moves: true });
    bench.run_to_final();
    assert_eq!(base.received().len(), 2);
}

skill! {
    /// Sends to a full queue.
    pub skill Full() {
        depends_interfaces { optional base: Base }
        start state Outer {
            exit { log("exit Outer"); }
            start state Idle = (
                base.send(base::Drive { v: 0.0 }),
                base.send(base::Drive { v: 1.0 })
            ) {
                init { log("init"); }
                exit { log("exit Idle"); }
                start state Inside {
                    init { log("inside"); }
                    exit { log("exit Inside"); }
                    -> FINAL after 1s;
                }
            }
        }
    }
}
skill! {
    /// Decides.
    pub skill Decides() {
        depends_interfaces { optional left: Arm }
        start state Go = left.send(arm::Open) {
            -> Rest when left.refused();
            -> FINAL on FINAL;
        }
        state Rest { -> FINAL after 1s; }
    }
}

#[test]
fn rule_13_a_refused_one_leaves_all_active_states_at_once() {
    logged();
    let mut bench = Bench::<Board>::new();
    let base = bench.driver(|board| &board.base);
    base.pause();
    base.fill(base::Drive { v: 3.0 });
    let mut bench = bench.with_skill(Full {});
    assert_eq!(bench.pass(), Status::Failed);
    assert_eq!(bench.reason(), "base refused Drive: queue full");
    assert_eq!(logged(), ["init", "exit Idle", "exit Outer"]);
}

#[test]
fn rule_13_a_transition_decides_and_a_refused_message_is_never_done() {
    let mut bench = Bench::<Board>::new().with_skill(Decides {});
    assert_eq!(bench.pass(), Status::Running);
    assert_eq!(bench.transitions(), ["decides: Go -> Rest"]);
    assert!(bench.trace().contains("Open to left refused: no writer"));
}

skill! {
    /// Waits for an arm whose value has a limit of age.
    pub skill Limited() {
        depends_interfaces { left: Arm }
        start state Go = left.send(arm::Open) { -> FINAL on FINAL; }
    }
}
skill! {
    /// Sends to it, and no more.
    pub skill Unlimited() {
        depends_interfaces { left: Arm }
        start state Go = left.send(arm::Open) { -> FINAL after 3s; }
    }
}

#[test]
fn rule_12_who_waits_for_a_message_uses_the_value() {
    let mut bench = Bench::<Board>::new();
    let left = paused(&mut bench, |board| &board.left);
    left.publish();
    assert_eq!(bench.with_skill(Limited {}).run_to_failure(), "left is stale");
    let mut bench = Bench::<Board>::new();
    let left = paused(&mut bench, |board| &board.left);
    left.publish();
    bench.with_skill(Unlimited {}).run_to_final();
}

agent! {
    /// Opens an arm while it runs a skill.
    pub agent Opens() {
        depends_skills { Moves }
        depends_interfaces { left: Arm }
        start state Go = (left.send(arm::Open), Moves {}) {
            -> Rest on FINAL;
            -> Rest on FAILED;
        }
        state Rest = left.send(arm::Open) { -> Go after 1s; }
    }
}

#[test]
fn agents_send_messages() {
    use skill_runtime::Agent;
    use skill_runtime::graph::Activity;
    let runs = Opens::INFO.graph.states[0].runs();
    assert!(matches!(runs[0], Activity::Message("left.send(arm::Open)")));
    assert_eq!(runs[0].name(), "left");
}
