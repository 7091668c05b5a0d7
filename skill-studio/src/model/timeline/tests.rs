use super::rows::{MAX_MARKS, Mark, Span};
use super::{MarkKind, Row, RowKind, Timeline};

/// A past with a span each `step` seconds, and a mark at each tenth.
fn past(spans: u32, step: f64) -> Timeline {
    let mut timeline = Timeline::default();
    timeline.texts.extend(["a".into(), "b".into()]);
    let row = Row { kind: RowKind::State, depth: 0, side: 0 };
    let span = |number: u32| Span {
        from_sec: f64::from(number) * step,
        to_sec: f64::from(number + 1) * step,
        text: number % 2,
        skill: 0,
        failed: number == 7,
    };
    timeline.rows.push((row, (0..spans).map(span).collect()));
    let mark = |number: u32| Mark {
        time_sec: f64::from(number) * 10.0 * step,
        kind: MarkKind::Failed,
        text: 0,
    };
    timeline.marks = (0..spans / 10).map(mark).collect();
    timeline.set_range([0.0, f64::from(spans) * step]);
    timeline
}

#[test]
fn a_part_has_what_overlaps_it() {
    let part = past(100, 1.0).part(10.5, 12.5, 1000);
    let spans: Vec<_> = part.rows[0].spans.iter().map(|span| span.from_sec).collect();
    assert_eq!(spans, [10.0, 11.0, 12.0]);
    assert_eq!((part.first_sec, part.last_sec), (0.0, 100.0));
}

#[test]
fn what_is_too_near_is_one() {
    let part = past(1000, 1.0).part(0.0, 1000.0, 100);
    let spans = &part.rows[0].spans;
    assert!(spans.len() <= 200, "{}", spans.len());
    assert_eq!(spans.iter().map(|span| span.count).sum::<u32>(), 1000, "none is lost");
    assert!(spans[0].failed, "a failure is seen at any scale");
    assert!(spans.windows(2).all(|two| two[0].to_sec <= Some(two[1].from_sec)), "they overlap");
    assert_eq!(part.marks.iter().map(|mark| mark.count).sum::<u32>(), 100);
}

#[test]
fn the_next_mark_is_found() {
    let past = past(100, 1.0);
    let any = |_| true;
    let time = |mark: Option<super::MarkView>| mark.map(|mark| mark.time_sec);
    assert_eq!(time(past.mark_from(10.0, true, any)), Some(20.0));
    assert_eq!(time(past.mark_from(10.0, false, any)), Some(0.0));
    assert_eq!(time(past.mark_from(95.0, true, any)), None);
    assert_eq!(time(past.mark_from(10.0, true, |kind| kind == MarkKind::Goal)), None);
}

#[test]
fn lines_of_the_log_are_marks_by_their_words() {
    assert_eq!(MarkKind::of_line("403.47  goal for us"), Some(MarkKind::Goal));
    assert_eq!(MarkKind::of_line("falls to its back"), Some(MarkKind::Fall));
    for other in ["goalkeeper is there", "referee: goal kick for team 2", "no goal for team 1"] {
        assert_eq!(MarkKind::of_line(other), None, "{other}");
    }
}

#[test]
fn many_marks_of_one_kind_do_not_take_the_place_of_others() {
    let mut timeline = Timeline::default();
    timeline.mark(MarkKind::Failed, 0.0, "failed");
    for number in 0..2 * MAX_MARKS {
        #[allow(clippy::cast_precision_loss)] // a small number
        timeline.mark(MarkKind::Lost, number as f64, "lost");
    }
    timeline.mark(MarkKind::Goal, 1e6, "goal");
    assert!(timeline.marks.len() <= MAX_MARKS, "{}", timeline.marks.len());
    let first = timeline.mark_from(-1.0, true, |_| true).map(|mark| mark.kind);
    assert_eq!(first, Some(MarkKind::Failed));
    assert!(timeline.mark_from(1e7, false, |kind| kind == MarkKind::Goal).is_some());
    assert!(timeline.marks.is_sorted_by(|one, other| one.time_sec <= other.time_sec));
}
