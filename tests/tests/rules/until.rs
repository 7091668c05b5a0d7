//! Rule 19: messages that end with what has sent them.

use skill_runtime::{Machine as _, Port, Skill, Status, blackboard, interface, skill};
use skill_test::{Bench, Driver, SingleSkill};

use crate::stage::{log, logged};

interface! {
    pub Base {
        max_age = never;
        fields { msgid: u32, final: bool, step: u32 }
        messages (capacity = 4) {
            Drive { v: f32 } until Stop,
            GoTo { x_m: f32 } until Stop,
            Beep,
            Turn until Hold,
            flush Stop,
            flush Hold,
        }
    }
}
interface! {
    pub Light {
        fields { on: bool }
        messages { Shine until Dark, flush Dark }
    }
}
blackboard! { pub Board { base: Base, light: Light } }

type Machine<S> = Bench<'static, Board, SingleSkill<'static, Board, <S as Skill>::Machine>>;

/// A skill on a bench, with a driver that takes messages only when a test says so.
fn stage<S>(call: S) -> (Machine<S>, Driver<'static, Base>)
where
    S: Skill<Machine: skill_runtime::Exec<Board>>,
{
    logged();
    let mut bench = Bench::<Board>::new();
    let (base, light) = (bench.driver(|board| &board.base), bench.driver(|board| &board.light));
    base.pause();
    light.set(Light::default());
    show(&base, 0);
    (bench.with_skill(call), base)
}

/// Publishes a step, without an id of a message.
fn show(base: &Driver<'static, Base>, step: u32) {
    base.set(Base { step, ..Base::default() });
    base.publish();
}

/// Takes the messages that wait.
fn taken(base: &Driver<'static, Base>) -> Vec<&'static str> {
    let all = std::iter::from_fn(|| Some(base.next_message()?.message));
    let names = all.map(|message| match message {
        base::Message::Drive(_) => "Drive",
        base::Message::GoTo(_) => "GoTo",
        base::Message::Beep(_) => "Beep",
        base::Message::Turn(_) => "Turn",
        base::Message::Stop(_) => "Stop",
        base::Message::Hold(_) => "Hold",
    });
    names.collect()
}

/// Runs a pass at a step; returns the messages that it sends.
fn pass<S>(bench: &mut Machine<S>, base: &Driver<'static, Base>, step: u32) -> Vec<&'static str>
where
    S: Skill<Machine: skill_runtime::Exec<Board>>,
{
    show(base, step);
    bench.pass();
    taken(base)
}

skill! {
    /// Drives as long as a state is active.
    pub skill ByState() {
        depends_interfaces { base: Base }
        start state Go = base.send(base::Drive { v: 0.5 }) {
            init { base.send(base::Beep); }
            exit {
                log("exit");
                base.send(base::Beep);
            }
            -> Next when base.step == 1;
            -> FAILED on FINAL;
        }
        state Next {
            init { base.send(base::Beep); }
            -> Go when base.step == 2;
            -> FINAL when base.step == 3;
        }
    }
}

#[test]
fn rule_19_what_a_state_runs_ends_with_it_after_its_exit() {
    let (mut bench, base) = stage(ByState {});
    assert_eq!(pass::<ByState>(&mut bench, &base, 0), ["Beep", "Drive"]);
    // `Stop` flushes the `Beep` of the `exit`.
    assert_eq!(pass::<ByState>(&mut bench, &base, 1), ["Stop", "Beep"]);
    assert_eq!(logged(), ["exit"]);
    assert!(bench.trace().contains("by_state: base Stop, Drive was running\n"));
    assert_eq!(pass::<ByState>(&mut bench, &base, 2), ["Beep", "Drive"]);
    bench.reset();
    assert_eq!(taken(&base), ["Stop"]);
}

skill! {
    /// Drives from its first block on.
    pub skill ByBlock() {
        depends_interfaces { base: Base, light: Light }
        start state Go {
            init {
                send(base);
                base.send(base::Beep);
            }
            -> Next when base.step == 1;
        }
        state Next = action beep() {
            exit { log("exit"); }
            -> FINAL when base.step == 2;
            -> FAILED("off") when base.step == 3;
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

/// Sends, as a function that knows nothing of the skill.
fn send(base: &mut Port<'_, Base>) {
    base.send(base::Drive { v: 1.0 });
}

fn beep(ports: &mut ByBlockPorts<'_>) -> Status {
    for _ in 0..ports.base.step / 4 {
        ports.base.send(base::Beep);
    }
    Status::Running
}

#[test]
fn rule_19_what_a_block_sends_ends_with_the_run() {
    for (step, reason) in [(2, ""), (3, "off"), (24, "base refused Beep: queue full")] {
        let (mut bench, base) = stage(ByBlock {});
        assert_eq!(pass::<ByBlock>(&mut bench, &base, 0), ["Drive", "Beep"]);
        assert_eq!(pass::<ByBlock>(&mut bench, &base, 1), [""; 0]);
        assert_eq!(pass::<ByBlock>(&mut bench, &base, step), ["Stop"]);
        assert_eq!(logged(), ["exit"]);
        let failed = !reason.is_empty();
        assert_eq!(bench.machine().status() == Status::Failed, failed, "{step}");
        if failed {
            assert_eq!(bench.reason(), reason);
        }
        bench.reset();
        assert_eq!(taken(&base), [""; 0], "once");
    }
}

#[test]
fn rule_19_it_ends_when_an_input_is_lost() {
    let mut bench = Bench::<Board>::new();
    let base = bench.driver(|board| &board.base);
    let light = bench.driver(|board| &board.light);
    base.pause();
    show(&base, 0);
    light.set(Light::default());
    let mut bench = bench.with_skill(ByBlock {});
    bench.pass();
    assert_eq!(taken(&base), ["Drive", "Beep"]);
    light.remove();
    assert_eq!(bench.pass(), Status::Failed);
    assert_eq!(bench.reason(), "no writer for light");
    assert_eq!(taken(&base), ["Stop"]);
}

skill! {
    /// Runs another one.
    pub skill Calls() {
        depends_skills { ByBlock }
        depends_interfaces { base: Base }
        start state Go = ByBlock {}? {
            init { base.send(base::Turn); }
            exit { log("exit of the caller"); }
            -> Rest when base.step == 5;
            -> FINAL on FINAL;
        }
        state Rest { -> FINAL when base.step == 6; }
    }
}

#[test]
fn rule_19_each_machine_ends_its_own_when_its_caller_leaves_it() {
    let (mut bench, base) = stage(Calls {});
    assert_eq!(pass::<Calls>(&mut bench, &base, 0), ["Turn", "Drive", "Beep"]);
    assert_eq!(pass::<Calls>(&mut bench, &base, 5), ["Stop"]);
    assert_eq!(logged(), ["exit of the caller"]);
    assert_eq!(pass::<Calls>(&mut bench, &base, 6), ["Hold"]);
    let trace = bench.trace();
    assert!(trace.contains("by_block: base Stop, Drive was running\n"), "{trace}");
    assert!(trace.contains("calls: base Hold, Turn was running\n"), "{trace}");
}

skill! {
    /// Stops by itself.
    pub skill ByItself() {
        depends_interfaces { base: Base }
        start state Go = (base.send(base::Drive { v: 0.5 }), base.send(base::GoTo { x_m: 1.0 })) {
            exit {
                base.send(base::Stop);
                log("exit");
            }
            -> FINAL when base.step == 1;
            -> FINAL on FINAL;
        }
    }
}

#[test]
fn rule_19_an_exit_that_ends_it_is_enough() {
    let (mut bench, base) = stage(ByItself {});
    assert_eq!(pass::<ByItself>(&mut bench, &base, 0), ["Drive", "GoTo"]);
    assert_eq!(pass::<ByItself>(&mut bench, &base, 1), ["Stop"]);
    assert!(!bench.trace().contains("was running"));
}

skill! {
    /// Sends one message after the other.
    pub skill Several() {
        depends_interfaces { base: Base }
        start state Go = base.send(base::Drive { v: 0.5 }) {
            loop {
                if base.step == 1 {
                    base.send(base::GoTo { x_m: 2.0 });
                }
            }
            -> Next when base.step == 2;
            -> FINAL on FINAL;
        }
        state Next { -> FINAL when base.step == 3; }
    }
}

#[test]
fn rule_19_a_later_message_until_the_same_takes_its_place() {
    let (mut bench, base) = stage(Several {});
    assert_eq!(pass::<Several>(&mut bench, &base, 1), ["Drive", "GoTo"]);
    assert_eq!(pass::<Several>(&mut bench, &base, 2), [""; 0], "a block has sent it");
    assert_eq!(pass::<Several>(&mut bench, &base, 3), ["Stop"]);
    assert!(bench.trace().contains("several: base Stop, GoTo was running\n"));
}

skill! {
    /// Lets the robot drive on.
    pub skill Keeps() {
        depends_interfaces { base: Base (keeps_running, max_age = never) }
        start state Go = base.send(base::Drive { v: 0.5 }) {
            loop { base.send(base::Drive { v: 0.6 }); }
            -> FINAL when base.step == 1;
            -> FINAL on FINAL;
        }
    }
}

#[test]
fn rule_19_keeps_running_lets_it_go_on() {
    let (mut bench, base) = stage(Keeps {});
    assert_eq!(pass::<Keeps>(&mut bench, &base, 0), ["Drive", "Drive"]);
    assert_eq!(pass::<Keeps>(&mut bench, &base, 1), ["Drive"]);
    assert_eq!(bench.machine().status(), Status::Final);
    assert_eq!(taken(&base), [""; 0]);
}

#[test]
fn rule_19_a_message_of_another_sender_takes_its_place() {
    for (is_other, expected) in [(false, &["Stop"][..]), (true, &[])] {
        let (mut bench, base) = stage(ByBlock {});
        show(&base, 0);
        bench.pass();
        let own = base.next_message().expect("a message").id;
        assert_eq!(taken(&base), ["Beep"]);
        assert_eq!(pass::<ByBlock>(&mut bench, &base, 1), [""; 0]);
        base.send_as(7, base::GoTo { x_m: 3.0 });
        let other = base.next_message().expect("a message").id;
        let id = if is_other { other } else { own };
        base.set(Base { msgid: id.0, r#final: true, step: 2 });
        base.publish();
        assert_eq!(bench.pass(), Status::Final);
        assert_eq!(taken(&base), expected);
    }
}

skill! {
    /// Needs no writer.
    pub skill Optional() {
        depends_interfaces { optional light: Light }
        start state Go = light.send(light::Shine) {
            exit { log("exit"); }
            -> Next when !light.has_writer();
        }
        state Next { -> FINAL after 1s; }
    }
}

#[test]
fn rule_19_a_refusal_is_recorded_and_counted() {
    let mut bench = Bench::<Board>::new();
    let light = bench.driver(|board| &board.light);
    light.set(Light::default());
    let mut bench = bench.with_skill(Optional {});
    assert_eq!(bench.pass(), Status::Running);
    light.remove();
    assert_eq!(bench.pass(), Status::Running);
    assert!(bench.trace().contains("optional: Dark to light refused: no writer\n"));
    assert_eq!(bench.machine().refusals(), 1);
}

skill! {
    /// Only sends, and reads nothing.
    pub skill OnlySends() {
        depends_interfaces { base: Base, light: Light }
        start state Go {
            init {
                base.send(base::Drive { v: 0.5 });
                light.send(light::Shine);
            }
            -> FINAL after 1s;
        }
    }
}
skill! {
    /// Sends nothing.
    pub skill OnlyReads() {
        depends_interfaces { base: Base }
        start state Go { -> FINAL when base.step == 1; }
    }
}
interface! {
    pub Bell {
        fields { on: bool }
        messages { Ring, flush Rest }
    }
}
skill! {
    /// Sends what ends by itself.
    pub skill Rings() {
        depends_interfaces { bell: Bell }
        start state Go {
            init { bell.send(bell::Ring); }
            -> FINAL when bell.on;
        }
    }
}

#[test]
fn it_costs_what_sends_it_eight_bytes_and_others_nothing() {
    type Reads<S> = <S as Skill>::Machine;
    // The id of the message that the base carries out is read; the light has none.
    assert!(<Reads<OnlySends> as skill_runtime::Exec<Board>>::VALUES.contains(0));
    assert!(!<Reads<OnlySends> as skill_runtime::Exec<Board>>::VALUES.contains(1));
    assert_eq!(Rings::SIZE, OnlyReads::SIZE);
    // Two of the base, one of the light; a timer in both.
    assert_eq!(OnlySends::SIZE, OnlyReads::SIZE + 3 * 8);
}

#[test]
fn a_description_says_until_which_message() {
    use skill_runtime::Interface as _;
    let until = |name: &str| Base::INFO.message(name).expect("a message").until;
    assert_eq!((until("Drive"), until("Turn"), until("Beep")), (Some("Stop"), Some("Hold"), None));
}
