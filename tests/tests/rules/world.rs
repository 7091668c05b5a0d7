//! Rules 9 and 10: the world and the time that a machine sees.

use skill_runtime::{
    Instant, MessageId, MillisClock, SendError, Sent, Status, Tick, TraceEvent, TraceKind, skill,
};

use crate::number;
use crate::stage::panel::Note;
use crate::stage::{Lamp, Panel, Stage, checked, log, logged};

#[test]
fn rule_9_the_guards_of_one_exec_see_one_world() {
    skill! {
        pub skill Light() {
            depends_interfaces { writes lamp: Lamp }
            start state Light {
                init { lamp.on = true; }
                -> FINAL otherwise;
            }
        }
    }
    skill! {
        pub skill Looks() {
            depends_skills { Light }
            // It is published in the first pass only.
            depends_interfaces { lamp: Lamp (max_age = never) }
            vars { passes: u32 = 0 }
            start state Light = Light {} {
                loop { self.passes += 1; }
                -> FAILED("seen by the state itself") when lamp.on;
                -> Look on FINAL;
                -> FAILED on FAILED;
            }
            state Look {
                init {
                    if lamp.on {
                        log("seen by init");
                    }
                }
                loop { self.passes += 1; }
                -> FINAL when lamp.on;
            }
        }
    }
    let mut stage = Stage::new(Looks::default());
    assert_eq!(stage.exec(), Status::Running);
    assert!(stage.board().lamp.sample().data.on, "it is published");
    assert_eq!(logged(), ["transition", "transition"], "the sub-skill's and into Look");
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(stage.machine().vars().passes, 2);
}

#[test]
fn rule_9_an_exec_sees_what_was_published_before_it() {
    skill! {
        #[allow(skill::never_final)]
        pub skill Sees() {
            depends_interfaces { panel: Panel }
            start state Look { -> FAILED("{} at {}", panel.n, panel.go) when panel.n > 0; }
        }
    }
    let mut stage = Stage::new(Sees::default());
    assert_eq!(stage.exec(), Status::Running);
    stage.show(Panel { go: true, n: 8 });
    stage.exec();
    assert_eq!(stage.reason(), "8 at true");
}

skill! {
    #[allow(skill::unchecked_optional, skill::unused_variable, skill::redundant_check)]
    /// Sends as many notes as the panel shows, then reports the status of the last.
    pub skill Sends() {
        depends_interfaces { optional panel: Panel }
        vars { last: Option<Sent> = None }
        start state Send {
            init {
                for n in 0..panel.n {
                    self.last = Some(panel.send(Note { n }));
                }
            }
            -> FAILED("refused") when panel.refused();
            -> Next after 10ms;
        }
        state Next {
            -> FAILED("still refused") when panel.refused();
            -> FINAL after 10ms;
        }
    }
}

#[test]
fn rule_9_a_message_without_a_writer_is_refused() {
    let mut stage = Stage::new(Sends::default());
    stage.show(number(1));
    stage.panel.remove();
    stage.exec();
    assert_eq!(stage.reason(), "refused");
    assert_eq!(stage.machine().vars().last, Some(Sent::Refused(SendError::NoWriter)));
    assert_eq!(stage.board().panel.overflows(), 0, "the queue is not full");
}

#[test]
fn rule_9_a_refusal_belongs_to_the_state_that_sent() {
    skill! {
        #[allow(skill::redundant_check)]
        pub skill Forgets() {
            depends_interfaces { optional panel: Panel }
            start state Send {
                init { panel.send(Note { n: 1 }); }
                -> Next when panel.refused();
            }
            state Next {
                -> FAILED("refused here") when panel.refused();
                -> FINAL otherwise;
            }
        }
    }
    let mut stage = Stage::new(Forgets::default());
    stage.panel.remove();
    assert_eq!((stage.exec(), stage.reason()), (Status::Final, String::new()));
}

#[test]
fn rule_9_a_full_queue_refuses_and_counts() {
    let mut stage = Stage::new(Sends::default());
    stage.show(number(4));
    stage.exec();
    assert_eq!(stage.reason(), "refused");
    assert_eq!(stage.machine().vars().last, Some(Sent::Refused(SendError::QueueFull)));
    assert_eq!(stage.board().panel.overflows(), 2);
    let waiting: Vec<u32> =
        std::iter::from_fn(|| stage.panel.next_message()).map(|note| note.id.0).collect();
    assert!(matches!(waiting[..], [a, b] if a < b), "the first two wait: {waiting:?}");
}

#[test]
fn rule_9_a_message_that_was_taken_is_not_refused() {
    let mut stage = Stage::new(Sends::default());
    stage.show(number(2));
    assert_eq!(
        [stage.exec(), stage.exec(), stage.exec()],
        [Status::Running, Status::Running, Status::Final]
    );
    assert!(matches!(stage.machine().vars().last, Some(Sent::Queued(id)) if id != MessageId::NONE));
}

#[test]
fn rule_9_handled_is_the_last_message_that_was_taken() {
    skill! {
        pub skill Asks() {
            depends_interfaces { panel: Panel }
            vars { asked: MessageId = MessageId::NONE }
            start state Ask {
                init { self.asked = panel.send(Note { n: 7 }).id(); }
                -> FINAL when panel.handled() == self.asked;
            }
        }
    }
    let mut stage = Stage::new(Asks::default());
    stage.show(Panel::default());
    assert_eq!(stage.exec(), Status::Running);
    let note = stage.panel.next_message().expect("was sent");
    assert_eq!(stage.exec(), Status::Running, "taken, but nothing was published");
    stage.show(Panel::default());
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(stage.machine().vars().asked, note.id);
}

skill! {
    /// Ends when its interface is stale or has no writer.
    #[allow(skill::never_final)]
    pub skill Freshness() {
        depends_interfaces { optional panel: Panel (max_age = 40ms) }
        start state Watch {
            -> FAILED("no writer") when !panel.has_writer();
            -> FAILED("stale") when panel.stale();
        }
    }
}

#[test]
fn rule_9_a_value_older_than_its_max_age_is_stale() {
    let mut stage = Stage::new(Freshness::default());
    stage.show(Panel::default());
    stage.wait(40);
    assert_eq!(stage.exec(), Status::Running, "40 ms old");
    stage.exec();
    assert_eq!(stage.reason(), "stale", "50 ms old");
}

#[test]
fn rule_9_a_writer_that_vanishes_is_seen() {
    let mut stage = Stage::new(Freshness::default());
    stage.show(Panel::default());
    assert_eq!(stage.exec(), Status::Running);
    stage.panel.remove();
    stage.exec();
    assert_eq!(stage.reason(), "no writer");
}

skill! {
    /// Waits in four ways.
    pub skill Waits(wait_sec: f32 = 12.5) {
        start state Seconds { -> Ticks after self.wait_sec; }
        state Ticks { -> Minute after 25 ticks; }
        state Minute { -> Month after 1min; }
        state Month { -> FINAL after 43200min; }
    }
}

const DAY_MS: u64 = 24 * 3_600_000;

/// Returns the times in ms since `start` at which `Waits` takes its transitions.
fn transition_times(start: Instant, count: u32) -> Vec<u64> {
    let mut stage = Stage::new(Waits::default());
    stage.set_now(Tick { time: start, count });
    let mut times = Vec::new();
    for _ in 0..20_000 {
        stage.exec();
        let transition = |event: &&TraceEvent| matches!(event.kind, TraceKind::Transition { .. });
        let event = stage.events().iter().find(transition).map(|event| event.time);
        times.extend(event.map(|time| time.micros_since(start) / 1000));
    }
    times
}

#[test]
fn rule_10_timeouts_are_right_at_any_time() {
    let expected = [12_500, 12_750, 72_750];
    assert_eq!(transition_times(Instant::ZERO, 0), expected);
    for days in [30, 49, 50, 365, 36_500] {
        assert_eq!(transition_times(Instant::from_millis(days * DAY_MS + 7), 0), expected);
    }
}

#[test]
fn rule_10_the_guard_of_a_timeout_is_checked_once_the_time_is_over() {
    skill! {
        pub skill Patient(wait_sec: f32 = 0.02) {
            depends_interfaces { panel: Panel }
            start state Wait {
                -> Ticks after self.wait_sec when checked("seconds", panel.n == 1);
            }
            state Ticks { -> Last after 2 ticks when checked("ticks", panel.n == 2); }
            state Last { -> FINAL after 20ms when checked("literal", panel.n == 3); }
        }
    }
    let mut stage = Stage::new(Patient::default());
    for (n, expected) in [(1, "seconds"), (2, "ticks"), (3, "literal")] {
        // The guard holds, but the time is not over.
        stage.show(Panel { n, ..Panel::default() });
        if n == 1 {
            stage.exec();
        }
        stage.exec();
        assert!(logged().is_empty(), "{expected}: checked too early");
        // The time is over, but the guard does not hold: it is checked in each pass.
        stage.show(Panel { n: 9, ..Panel::default() });
        assert_eq!(stage.exec(), Status::Running);
        assert_eq!(stage.exec(), Status::Running);
        assert_eq!(logged(), [expected, expected]);
        stage.show(Panel { n, ..Panel::default() });
        let status = stage.exec();
        assert_eq!(logged(), [expected, "transition"]);
        assert_eq!(status, if n == 3 { Status::Final } else { Status::Running });
    }
}

#[test]
fn rule_10_the_count_of_passes_may_wrap() {
    let expected = transition_times(Instant::ZERO, 0);
    for early in [1, 1251, 1260, 1275] {
        assert_eq!(transition_times(Instant::ZERO, u32::MAX - early), expected);
    }
}

#[test]
fn rule_10_a_timeout_may_be_longer_than_30_days() {
    skill! {
        pub skill Month() {
            start state Wait { -> FINAL after 43200min; }
        }
    }
    let mut stage = Stage::new(Month::default());
    stage.exec();
    stage.wait(30 * DAY_MS - 20);
    assert_eq!(stage.exec(), Status::Running, "10 ms too early");
    assert_eq!(stage.exec(), Status::Final);
}

#[test]
fn rule_10_a_32_bit_clock_may_wrap_while_a_machine_waits() {
    let mut stage = Stage::new(Waits::default());
    let mut clock = MillisClock::new();
    let mut millis = u32::MAX - 12_400;
    let began = clock.read(millis);
    stage.set_now(Tick { time: began, count: 0 });
    stage.exec();
    let ends = (0..2000).find_map(|_| {
        millis = millis.wrapping_add(20);
        let count = stage.now().count;
        stage.set_now(Tick { time: clock.read(millis), count });
        stage.exec();
        stage.events().first().map(|event| event.time.micros_since(began))
    });
    assert_eq!(ends, Some(12_500_000));
    assert!(millis < 1000, "the clock has wrapped");
}
