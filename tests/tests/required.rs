//! Required and optional interfaces.

use std::cell::RefCell;
use std::num::NonZeroU32;
use std::time::Duration;

use skill_runtime::graph::MaxAge;
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    Cause, Context, Exec, Instant, Machine, NoTrace, Skill, Snapshot, Status, Tick, TraceKind,
    agent, blackboard, interface, skill, skill_space,
};
use skill_test::{Bench, Driver};

interface! {
    pub Input {
        fields { value: u32 }
        messages (capacity = 2) { Go }
    }
}
interface! { pub Output { fields { value: u32 } } }
blackboard! {
    pub Board {
        first: Input,
        second: Input,
        third: Input,
        out: Output,
        "Skiller": SkillerInterface
    }
}

thread_local! {
    static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Logs that a block runs.
fn log(what: &'static str) {
    LOG.with_borrow_mut(|log| log.push(what));
}

/// Returns what was logged since the last call.
fn logged() -> Vec<&'static str> {
    LOG.with_borrow_mut(std::mem::take)
}

skill! {
    /// Requires the first input.
    pub skill Inner() {
        depends_interfaces { first: Input }
        start state Work {
            init { log("inner init"); }
            loop { log("inner loop"); }
            exit { log("inner exit"); }
            -> FINAL when first.value == 9;
        }
    }
}
skill! {
    /// Requires the second input.
    pub skill Second() {
        depends_interfaces { second: Input }
        start state Work {
            exit { log("second exit"); }
            -> FINAL when second.value == 9;
        }
    }
}
skill! {
    /// Requires the same input as the skill that it runs, by another name.
    pub skill Outer() {
        depends_skills { Inner }
        depends_interfaces { input: Input = "first" }
        start state Wait { -> Run when input.value > 0; }
        state Run {
            exit { log("run exit"); }
            -> FINAL when input.value == 8;
            start state Nested = Inner {}? {
                exit { log("nested exit"); }
                -> FINAL on FINAL;
            }
        }
    }
}
skill! {
    pub skill Caller() {
        depends_skills { Inner }
        start state Call = Inner {} {
            loop { log("call loop"); }
            -> FINAL on FINAL;
            -> Handle on FAILED;
        }
        state Handle {
            init { log("handled"); }
            -> FINAL after 1s;
        }
    }
}
skill! {
    /// Runs two skills with different inputs.
    pub skill Both() {
        depends_skills { Inner, Second }
        start state Run = (Inner {}, Second {})? {
            exit { log("run exit"); }
            -> FINAL on FINAL;
        }
    }
}
skill! {
    /// Has limits of age, and writes.
    pub skill Fresh(of: u32 in 0..=9) {
        depends_interfaces {
            first: Input (max_age = 40ms),
            second: Input (max_age = 20ms),
            optional third: Input,
            writes out: Output,
        }
        start state Watch {
            exit { out.value = 7; }
            -> FINAL when first.value + second.value == self.of + 10;
            -> FAILED("third") when third.has_writer() && third.value == 1;
        }
    }
}
skill_space! { pub Skills on Board { Inner, Second, Outer, Caller, Both, Fresh } }
agent! {
    /// Requires the second input.
    pub agent Boss() {
        depends_skills { Caller }
        depends_interfaces { second: Input }
        start state Call = Caller {} {
            exit { log("boss exit"); }
            -> FINAL when second.value == 9;
            -> Call on FINAL;
            -> FAILED on FAILED;
        }
    }
}

/// A bench, and the drivers of the three inputs.
fn bench() -> (Bench<'static, Board>, [Driver<'static, Input>; 3]) {
    logged();
    let mut bench = Bench::<Board>::new();
    let first = bench.driver(|board| &board.first);
    let second = bench.driver(|board| &board.second);
    let third = bench.driver(|board| &board.third);
    (bench, [first, second, third])
}

#[test]
fn a_skill_does_not_begin_without_a_writer() {
    let (bench, [first, ..]) = bench();
    first.remove();
    let mut bench = bench.with_skill(Inner {});
    assert_eq!(bench.pass(), Status::Failed);
    assert_eq!(bench.trace(), "t=0.000 inner: failed: no writer for first\n");
    assert_eq!(logged(), [""; 0]);
    let failure = bench.machine().failure().expect("it failed");
    assert_eq!((failure.skill, failure.cause), (Inner::INFO, Cause::NoWriter(0)));

    first.restore();
    assert_eq!(bench.pass(), Status::Failed, "until it is reset");
    bench.reset();
    assert_eq!(bench.pass(), Status::Running);
}

#[test]
fn the_outermost_skill_that_requires_it_reports_and_leaves_all_states() {
    let (bench, [first, ..]) = bench();
    let mut bench = bench.with_skill(Outer {});
    first.update(|first| first.value = 1);
    assert_eq!([bench.pass(), bench.pass()], [Status::Running; 2]);
    assert_eq!(logged(), ["inner init", "inner loop", "inner loop"]);
    bench.clear();

    first.remove();
    assert_eq!(bench.pass(), Status::Failed);
    assert_eq!(logged(), ["nested exit", "inner exit", "run exit"]);
    assert_eq!(bench.reason(), "no writer for input");
    assert_eq!(bench.machine().failure().expect("it failed").skill, Outer::INFO);
    let trace = "t=0.020 inner: reset\nt=0.020 outer: failed: no writer for input\n";
    assert_eq!(bench.trace(), trace);
    let path: Vec<_> = bench.machine().active().map(|entry| entry.to_string()).collect();
    assert_eq!(path, ["outer: FAILED"]);
}

#[test]
fn a_caller_that_does_not_require_it_handles_the_failure() {
    let (bench, [first, ..]) = bench();
    let mut bench = bench.with_skill(Caller {});
    assert_eq!([bench.pass(), bench.pass()], [Status::Running; 2]);
    logged();
    first.remove();
    assert_eq!(bench.pass(), Status::Running);
    assert_eq!(bench.state(), CallerState::Handle);
    assert_eq!(logged(), ["call loop", "inner exit", "handled"]);
    assert_eq!(bench.trace().lines().last(), Some("t=0.020 caller: Call -> Handle  \"on FAILED\""));
}

#[test]
fn a_skill_that_begins_in_the_middle_of_a_pass_is_checked_then() {
    // The loss is noticed in the first pass of the caller.
    let (bench, [first, ..]) = bench();
    first.remove();
    let mut bench = bench.with_skill(Caller {});
    assert_eq!(bench.pass(), Status::Running);
    assert_eq!(bench.state(), CallerState::Handle);
    assert_eq!(logged(), ["call loop", "handled"], "it is not entered");
}

#[test]
fn one_of_several_parallel_skills_fails() {
    for (lost, reason) in [(0, "no writer for first"), (1, "no writer for second")] {
        let (bench, inputs) = bench();
        let mut bench = bench.with_skill(Both {});
        assert_eq!([bench.pass(), bench.pass()], [Status::Running; 2]);
        logged();
        inputs[lost].remove();
        assert_eq!(bench.pass(), Status::Failed);
        assert_eq!(bench.reason(), reason);
        let exits = logged();
        let exits = exits.iter().filter(|what| !what.ends_with("loop")).copied();
        let expected =
            [["inner exit", "run exit", "second exit"], ["second exit", "run exit", "inner exit"]];
        assert_eq!(exits.collect::<Vec<_>>(), expected[lost]);
    }
}

#[test]
fn an_end_is_not_touched() {
    let (bench, [first, ..]) = bench();
    first.update(|first| first.value = 9);
    let mut bench = bench.with_skill(Inner {});
    assert_eq!(bench.pass(), Status::Final);
    first.remove();
    assert_eq!(bench.pass(), Status::Final);
}

#[test]
fn an_invalid_call_comes_first() {
    let (bench, [first, ..]) = bench();
    first.remove();
    let mut bench = bench.with_skill(Fresh { of: Some(10) });
    assert_eq!(bench.run_to_failure(), "argument `of` is 10, outside its range 0..=9");
    bench.reset();
    assert_eq!(bench.run_to_failure(), "argument `of` is 10, outside its range 0..=9");
}

#[test]
fn a_missing_writer_comes_before_a_stale_value_in_the_order_of_the_declarations() {
    type Fault = fn(&[Driver<'static, Input>; 3]);
    let cases: [(Fault, &str, u64); 5] = [
        (|inputs| inputs[0].pause(), "first is stale", 50),
        (|inputs| inputs[1].pause(), "second is stale", 30),
        (|inputs| inputs[..2].iter().for_each(Driver::pause), "second is stale", 30),
        (
            |inputs| {
                inputs[0].pause();
                inputs[1].remove();
            },
            "no writer for second",
            0,
        ),
        (|inputs| inputs[..2].iter().for_each(Driver::remove), "no writer for first", 0),
    ];
    for (fault, reason, after_ms) in cases {
        let (bench, inputs) = bench();
        let mut bench = bench.with_skill(Fresh { of: Some(0) });
        assert_eq!([bench.pass(), bench.pass()], [Status::Running; 2]);
        fault(&inputs);
        assert_eq!(bench.run_to_failure(), reason);
        let fresh_ms = if after_ms == 0 { 20 } else { 10 };
        assert_eq!(bench.elapsed(), Duration::from_millis(fresh_ms + after_ms), "{reason}");
        assert_eq!(bench.board().out.sample().data.value, 7, "its exit has run");
    }
    // Both become stale in the same pass.
    let (bench, inputs) = bench();
    let mut bench = bench.with_skill(Fresh { of: Some(0) });
    bench.pass();
    inputs.iter().for_each(Driver::pause);
    bench.wait(Duration::from_secs(1));
    assert_eq!(bench.run_to_failure(), "first is stale");
}

#[test]
fn an_optional_interface_is_not_required() {
    let (bench, [_, _, third]) = bench();
    let mut bench = bench.with_skill(Fresh { of: Some(0) });
    third.remove();
    assert_eq!([bench.pass(), bench.pass()], [Status::Running; 2]);
    third.restore();
    third.update(|third| third.value = 1);
    assert_eq!(bench.run_to_failure(), "third");
}

#[test]
fn what_is_written_must_be_claimed() {
    let board = Board::new();
    let _inputs = [&board.first, &board.second].map(|cell| {
        let mut writer = cell.writer().expect("a new board");
        writer.write(&Input::default(), Instant::ZERO);
        writer
    });
    let mut snapshot = Snapshot::new(&board);
    let pass = |snapshot: &Snapshot<'_, Board>, machine: &mut <Fresh as Skill>::Machine| {
        machine.exec(&mut Context { snapshot, now: Tick::default(), tracer: NoTrace })
    };
    let mut machine = Fresh { of: Some(0) }.start();
    // A writer of another interface makes no difference.
    let other = board.out.writer().expect("a new board");
    snapshot.refresh_all();
    assert_eq!(pass(&snapshot, &mut machine), Status::Failed);
    assert_eq!(machine.failure().expect("it failed").to_string(), "no writer for out");
    drop(other);
    snapshot.claim(<<Fresh as Skill>::Machine as Exec<Board>>::WRITES).expect("it has no writer");
    let mut machine = Fresh { of: Some(0) }.start();
    assert_eq!(pass(&snapshot, &mut machine), Status::Running);
}

#[test]
fn the_skiller_reports_it() {
    let (bench, [first, ..]) = bench();
    let mut bench = bench.with_skiller::<Skills>();
    bench.start("outer{}");
    first.remove();
    bench.pass();
    assert_eq!((bench.reason().as_str(), bench.failed_skill()), ("no writer for input", "outer"));
    let board = bench.board();
    assert_eq!(board.skiller.sample().data.error.as_str(), "no writer for input");
}

#[test]
fn an_agent_requires_its_interfaces_too() {
    let (bench, [first, second, _]) = bench();
    let mut bench = bench.with_skiller::<Skills>().with_agent(Boss {}, NonZeroU32::MIN);
    bench.pass_for(Duration::from_millis(100));
    assert!(bench.agent().in_control());
    logged();
    first.remove();
    assert_eq!(bench.pass(), Status::Running, "the skill handles it");
    assert_eq!(logged().last(), Some(&"handled"));
    second.remove();
    assert_eq!(bench.pass(), Status::Failed);
    assert_eq!(logged(), ["boss exit"]);
    assert_eq!(bench.reason(), "no writer for second");
    assert!(!bench.agent().in_control(), "it has released control");
    bench.pass();
    assert_eq!(bench.board().skiller.sample().data.exclusive_controller, 0);
}

#[test]
fn a_state_that_the_limit_kept_from_being_entered_is_not_left() {
    skill! {
        #[allow(skill::unconditional_cycle)]
        pub skill Hops() {
            depends_interfaces { first: Input }
            max_transitions = 2;
            start state A {
                precond -> B when first.value == 1;
                exit { log("a exit"); }
                -> FINAL when first.value == 9;
            }
            state B {
                precond -> A when first.value == 1;
                exit { log("b exit"); }
                -> FINAL when first.value == 9;
            }
        }
    }
    let (bench, [first, ..]) = bench();
    first.update(|first| first.value = 1);
    let mut bench = bench.with_skill(Hops {});
    assert_eq!(bench.pass(), Status::Running);
    let limit = |kind| matches!(kind, TraceKind::Limit { .. });
    assert!(bench.events().iter().any(|event| limit(event.kind)));
    first.remove();
    assert_eq!(bench.run_to_failure(), "no writer for first");
    assert_eq!(logged(), [""; 0]);
}

skill! {
    /// Flows for a second.
    #[allow(skill::never_final)]
    pub skill Flows() {
        continuous { x: f32 = 0.0 }
        start state Rise {
            flow { der(self.x) = 1.0; }
            -> FAILED("{:.2}", self.x) after 100ms;
        }
    }
}
skill! {
    /// Begins a hybrid skill in its own first pass, and times it.
    pub skill Begins() {
        depends_skills { Flows, Inner }
        start state Run = Flows {}? {
            -> FINAL on FINAL;
            -> Never after 50ms;
        }
        state Never = Inner {}? { -> FINAL on FINAL; }
    }
}

#[test]
fn a_hybrid_skill_that_begins_late_begins_at_that_time() {
    let (bench, [first, ..]) = bench();
    first.remove();
    let mut bench = bench.with_skill(Begins {});
    bench.set_now(Tick { time: Instant::from_millis(5000), count: 500 });
    assert_eq!(bench.run_to_failure(), "no writer for first");
    assert_eq!(bench.elapsed(), Duration::from_millis(5060), "50 ms, then a pass for the call");
}

interface! {
    pub Quick {
        max_age = 40ms;
        fields { value: u32 }
    }
}
interface! {
    pub Event {
        max_age = never;
        fields { value: u32 }
    }
}
blackboard! { pub Ages { plain: Input, other: Input, quick: Quick, event: Event, kept: Quick } }
skill! {
    /// Says no age of its own but for the last one.
    pub skill Reads() {
        depends_interfaces {
            plain: Input,
            quick: Quick,
            event: Event,
            kept: Quick (max_age = never),
        }
        start state Watch {
            -> FINAL when plain.value + quick.value + event.value + kept.value == 9;
        }
    }
}
skill! {
    /// Requires another value, beside a sub-skill.
    pub skill Passes() {
        depends_skills { Reads }
        depends_interfaces { other: Input (max_age = 1500ms) }
        start state Call = Reads {}? {
            -> FINAL on FINAL;
            -> FAILED("other") when other.value == 9;
        }
    }
}
skill! {
    /// Fails by itself when a value is stale as the interface says.
    pub skill Asks() {
        depends_interfaces { optional quick: Quick, optional kept: Quick (max_age = never) }
        start state Watch {
            -> FAILED("kept") when kept.stale();
            -> FAILED("quick") when quick.stale();
            -> FINAL when quick.value + kept.value == 9;
        }
    }
}

/// A bench on which the values of the interfaces with these names are published once, and how long
/// `skill` runs then.
fn silent<S: Skill>(skill: S, names: &[&str]) -> (String, Duration)
where
    S::Machine: Exec<Ages>,
{
    let mut bench = Bench::<Ages>::new();
    let (plain, other) = (bench.driver(|board| &board.plain), bench.driver(|board| &board.other));
    let quick = bench.driver(|board| &board.quick);
    let event = bench.driver(|board| &board.event);
    let kept = bench.driver(|board| &board.kept);
    let mut bench = bench.with_skill(skill);
    bench.pass_for(Duration::from_secs(3));
    let begin = bench.elapsed();
    for name in names {
        match *name {
            "plain" => plain.pause(),
            "other" => other.pause(),
            "quick" => quick.pause(),
            "event" => event.pause(),
            _ => kept.pause(),
        }
    }
    for _ in 0..1000 {
        if bench.pass() == Status::Failed {
            return (bench.reason(), bench.elapsed().saturating_sub(begin));
        }
    }
    (String::new(), bench.elapsed().saturating_sub(begin))
}

#[test]
fn a_silent_writer_is_noticed_although_the_skill_says_no_age() {
    // The last value is published in the last pass before the silence, and a pass takes 10 ms.
    let after = |millis: u64| Duration::from_millis(millis);
    assert_eq!(silent(Reads {}, &["plain"]), ("plain is stale".into(), after(1010)));
    assert_eq!(silent(Reads {}, &["quick"]), ("quick is stale".into(), after(50)));
    assert_eq!(silent(Reads {}, &["event", "kept"]), (String::new(), after(10_000)));
    assert_eq!(silent(Asks {}, &["quick"]), ("quick".into(), after(50)));
    assert_eq!(silent(Asks {}, &["kept"]), (String::new(), after(10_000)));
}

#[test]
fn a_value_from_the_future_is_stale_in_the_first_pass_also_at_time_zero() {
    for start in [0, 1, 999, 5000] {
        let board = Ages::new();
        let mut writers = (board.plain.writer().unwrap(), board.quick.writer().unwrap());
        let _others = (board.event.writer().unwrap(), board.kept.writer().unwrap());
        writers.0.write(&Input::default(), Instant::from_millis(1_000_000));
        writers.1.write(&Quick::default(), Instant::from_millis(start));
        let mut snapshot = Snapshot::new(&board);
        snapshot.refresh_all();
        let now = Tick { time: Instant::from_millis(start), count: 0 };
        let mut machine = Reads {}.start();
        let mut cx = Context { snapshot: &snapshot, now, tracer: NoTrace };
        assert_eq!(machine.exec(&mut cx), Status::Failed, "at {start} ms");
        assert_eq!(machine.failure().expect("it failed").to_string(), "plain is stale");
    }
}

#[test]
fn a_value_that_was_never_published_is_stale_at_any_time() {
    skill! {
        pub skill Checks() {
            depends_interfaces { optional plain: Input (max_age = 3600s) }
            start state Go {
                -> FAILED("stale") when plain.stale();
                -> FINAL when plain.value == 0;
            }
        }
    }
    fn reason<S: Skill>(skill: S, board: &Ages, millis: u64) -> String
    where
        S::Machine: Exec<Ages>,
    {
        let mut snapshot = Snapshot::new(board);
        snapshot.refresh_all();
        let now = Tick { time: Instant::from_millis(millis), count: 0 };
        let mut machine = skill.start();
        machine.exec(&mut Context { snapshot: &snapshot, now, tracer: NoTrace });
        machine.failure().map_or_else(|| "none".into(), |failure| failure.to_string())
    }
    for now in [0, 1, 10, 999, 1001, 5_000_000] {
        let board = Ages::new();
        let mut plain = board.plain.writer().unwrap();
        let mut quick = board.quick.writer().unwrap();
        let _others = (board.event.writer().unwrap(), board.kept.writer().unwrap());
        assert_eq!(reason(Reads {}, &board, now), "plain is stale", "at {now} ms");
        assert_eq!(reason(Checks {}, &board, now), "stale", "at {now} ms");
        let published = Instant::from_millis(now);
        plain.write(&Input::default(), published);
        assert_eq!(reason(Reads {}, &board, now), "quick is stale", "its own age, at {now} ms");
        assert_eq!(reason(Checks {}, &board, now), "none", "at {now} ms");
        quick.write(&Quick::default(), published);
        // The others have no maximum age.
        assert_eq!(reason(Reads {}, &board, now), "none", "at {now} ms");
    }
}

#[test]
fn the_age_of_a_value_that_nobody_uses_does_not_matter() {
    skill! {
        pub skill Sends() {
            depends_interfaces { first: Input }
            start state Go {
                init { first.send(input::Go); }
                -> FINAL after 5s;
            }
        }
    }
    assert_eq!(Sends::INFO.interfaces[0].max_age, MaxAge::Never, "tools do not call it stale");
    assert_eq!(Reads::INFO.interfaces[0].max_age, MaxAge::OfInterface);
    let (bench, inputs) = bench();
    let mut bench = bench.with_skill(Sends {});
    bench.pass();
    inputs[0].pause();
    bench.pass_for(Duration::from_secs(6));
    assert_eq!(bench.status(), Status::Final);
}

#[test]
fn a_failure_of_a_parent_has_the_reason_of_its_sub_skill() {
    let after = |millis: u64| Duration::from_millis(millis);
    assert_eq!(silent(Passes {}, &["quick"]), ("quick is stale".into(), after(50)));
    assert_eq!(silent(Passes {}, &["plain"]), ("plain is stale".into(), after(1010)));
    assert_eq!(silent(Passes {}, &["other"]), ("other is stale".into(), after(1510)));
}

#[test]
fn stale_values_are_reported_in_the_order_of_the_declarations() {
    skill! {
        pub skill Mixed() {
            depends_interfaces {
                first: Input (max_age = 200ms),
                second: Input,
                third: Input (max_age = 200ms),
            }
            start state Watch {
                -> FINAL when first.value + second.value + third.value == 9;
            }
        }
    }
    let (bench, inputs) = bench();
    let mut bench = bench.with_skill(Mixed {});
    bench.pass();
    inputs[1].pause();
    inputs[2].pause();
    bench.wait(Duration::from_secs(2));
    assert_eq!(bench.run_to_failure(), "second is stale");
}
