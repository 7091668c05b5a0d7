//! The whole time of a recording at once: plots of fields, lost inputs, and a picture for each
//! change of the active state.

use super::{MINUTE, description};
use skill_runtime::blackboard::CellWords;
use skill_studio::graph::{DotOfRun, Svg, SvgOfRun, View};
use skill_studio::pictures::{Part, PicturesError, pictures};
use skill_studio::record::Recording;
use skill_studio::timeline::{MarkKind, PlotError, PlotPart, PlotView, Plots};
use std::collections::BTreeMap;

fn minute() -> Recording {
    Recording::read(&MINUTE[..]).expect("a recording")
}

/// The place of the first word of a field.
fn place(interface: &str, name: &str) -> usize {
    let description = description();
    let (_, entry) = description.interface(interface).expect("an interface");
    let before = entry.interface.fields.iter().take_while(|field| field.name != name);
    entry.offset + CellWords::HEAD + before.map(|field| field.ty.words()).sum::<usize>()
}

/// The times of all passes, with a word of each.
fn words(recording: &Recording, place: usize) -> Vec<(f64, u32)> {
    let (mut all, mut passes) = (Vec::new(), recording.passes(&description()));
    while let Some(now) = passes.next() {
        all.push((now.time.as_secs_f64(), passes.words()[place]));
    }
    all
}

fn part(
    interface: &'static str,
    field: &'static str,
    [from_sec, to_sec]: [f64; 2],
) -> PlotPart<'static> {
    PlotPart { interface, field, from_sec, to_sec, width: 500 }
}

#[test]
fn a_plot_has_the_least_and_the_greatest_value_of_each_pixel() {
    let recording = minute();
    let fields = recording.fields(&description()).expect("its own blackboard");
    let all = words(&recording, place("Nao Sensors", "accel_x"));
    let all: Vec<(f64, f64)> =
        all.into_iter().map(|(time, word)| (time, f64::from(f32::from_bits(word)))).collect();
    // Pixels that are longer than a block, shorter than one, and shorter than a pass.
    for [from, to] in [[0.0, 3000.0], [0.0, 60.0], [20.0, 21.0]] {
        let PlotView { points, .. } =
            fields.plot(part("Nao Sensors", "accel_x", [from, to])).expect("a plot");
        assert!((9..=501).contains(&points.len()), "{} points", points.len());
        assert!(points.windows(2).all(|two| two[0].0 < two[1].0), "not in the order of time");
        let is_in = |(time, _): &&(f64, f64)| (from..=to).contains(time);
        let inside: Vec<f64> = all.iter().filter(is_in).map(|(_, value)| *value).collect();
        let least = inside.iter().copied().fold(f64::INFINITY, f64::min);
        let most = inside.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let low = points.iter().map(|of| of.1).fold(f64::INFINITY, f64::min);
        let high = points.iter().map(|of| of.2).fold(f64::NEG_INFINITY, f64::max);
        assert!((low - least).abs() < 1e-6 && (high - most).abs() < 1e-6, "{from}..{to}");
    }
    // Each pass is a point: exactly what was recorded.
    let near = fields.plot(part("Nao Sensors", "accel_x", [20.0, 21.0])).expect("a plot");
    let expected = all.iter().filter(|(time, _)| (20.0..=21.0).contains(time));
    for ((time, value), (at, low, high)) in expected.zip(&near.points) {
        assert!(
            (time - at).abs() < 1e-3 && (value - low).abs() < 1e-6,
            "{time} {value}, {at} {low}"
        );
        assert!((low - high).abs() < f64::EPSILON);
    }
}

#[test]
fn a_flag_is_0_and_1_over_the_whole_time() {
    let recording = minute();
    let fields = recording.fields(&description()).expect("its own blackboard");
    let all = words(&recording, place("WM Ball", "visible"));
    let plot = fields.plot(part("WM Ball", "visible", [0.0, 60.0])).expect("a plot");
    for (time, low, high) in &plot.points {
        let near = all.iter().filter(|(at, _)| (at - time).abs() < 0.07);
        let (zeros, ones): (Vec<&(f64, u32)>, Vec<_>) = near.partition(|(_, word)| *word == 0);
        assert!((*low > 0.5 || !zeros.is_empty()) && (*high < 0.5 || !ones.is_empty()), "{time}");
    }
    assert!(plot.points.iter().any(|of| of.1 < 0.5) && plot.points.iter().any(|of| of.2 > 0.5));
}

#[test]
fn what_has_no_plot_is_an_error() {
    let recording = minute();
    let fields = recording.fields(&description()).expect("its own blackboard");
    let plot = |interface, field| fields.plot(part(interface, field, [0.0, 1.0]));
    assert!(matches!(plot("Nothing", "visible"), Err(PlotError::Unknown(_))));
    assert!(matches!(plot("WM Ball", "nothing"), Err(PlotError::Unknown(_))));
    assert!(matches!(plot("Skiller", "skill_string"), Err(PlotError::NoNumber(_))));
    // An array is its first value, an enum its place.
    assert!(plot("WM Ball", "dbs_covariance").is_ok() && plot("Skiller", "status").is_ok());
}

#[test]
fn a_flag_that_falls_while_something_reads_it_is_lost() {
    let recording = minute();
    let timeline = recording.timeline(&description());
    let marks = timeline.part(0.0, 60.0, 10_000).marks;
    let lost: Vec<f64> = marks
        .iter()
        .filter(|of| of.kind == MarkKind::Lost && of.text == "ball.visible is false")
        .map(|of| of.time_sec)
        .collect();
    // The agent, which reads the ball, is active in the whole game.
    let (mut expected, mut since) = (Vec::new(), None);
    for (time, word) in words(&recording, place("WM Ball", "visible")) {
        if word != 0 {
            since = since.or(Some(time));
        } else if since.take().is_some_and(|since: f64| time - since >= 1.0) {
            expected.push(time);
        }
    }
    assert!(!expected.is_empty(), "the ball is never lost");
    assert_eq!(lost, expected);
    // Flags of interfaces that take messages fall when a command ends.
    assert!(marks.iter().all(|of| !of.text.contains("moving")), "{marks:?}");
    assert!(marks.is_sorted_by(|one, other| one.time_sec <= other.time_sec));
}

fn every() -> Part {
    Part { skill: None, time_sec: [0.0, 1e9], limit: 1000 }
}

#[test]
fn each_change_of_the_active_state_is_a_picture() {
    let recording = minute();
    let (description, mut drawn) = (description(), BTreeMap::<&str, usize>::new());
    let count = pictures(&recording, &description, &every(), |of| {
        *drawn.entry(of.skill.name).or_default() += 1;
        let graph = &of.skill.graph;
        assert_eq!(of.run.active.last().map(|state| graph.state_name(*state)), Some(of.state));
        let svg = Svg::with(of.skill, &View { numbered: true, ..View::default() });
        let svg = SvgOfRun { svg: &svg, run: of.run }.to_string();
        assert!(svg.contains(" active\" data-machine=\"0\""), "{}", of.state);
        let dot = DotOfRun { skill: of.skill, run: of.run }.to_string();
        assert!(dot.contains("filled,dotted"), "{}", of.state);
        // The last transition has the greatest number.
        if let Some(last) = of.run.taken.last() {
            assert!(dot.contains(&format!("{}] ", of.run.taken.len())), "{last:?}: {dot}");
            assert!(svg.contains("class=\"order\""), "{last:?}");
        }
        Ok::<_, PicturesError>(())
    });
    let count = count.expect("pictures");
    let is_change = |kind: &str| matches!(kind, "entered" | "transition");
    let changes = recording.events.iter().filter(|of| is_change(&of.kind)).count();
    assert_eq!(count, drawn.values().sum::<usize>());
    assert!(count >= changes && changes > 20, "{count} pictures of {changes} changes");
    assert!(drawn.len() > 3, "{drawn:?}");

    let striker = Part { skill: Some("striker".to_owned()), ..every() };
    let of_striker = pictures(&recording, &description, &striker, |_| Ok::<_, PicturesError>(()));
    assert_eq!(of_striker, Ok(drawn["striker"]));
    let numbers = |time_sec: [f64; 2]| {
        let mut last = 0;
        let part = Part { time_sec, ..striker.clone() };
        pictures(&recording, &description, &part, |of| {
            last = of.run.taken.len();
            Ok::<_, PicturesError>(())
        })
        .map(|_| last)
    };
    assert_eq!(numbers([30.0, 1e9]), numbers([0.0, 1e9]), "a part has the numbers of the whole");
}

#[test]
fn pictures_that_cannot_be_drawn_are_errors() {
    let (recording, description) = (minute(), description());
    let error = |part: &Part| {
        pictures(&recording, &description, part, |_| -> Result<(), PicturesError> {
            panic!("a picture of {part:?}")
        })
        .unwrap_err()
    };
    let found = match error(&Part { limit: 3, ..every() }) {
        PicturesError::TooMany { found, limit: 3 } => found,
        other => panic!("{other}"),
    };
    assert!(found > 3);
    assert_eq!(error(&Part { time_sec: [1e8, 1e9], ..every() }), PicturesError::Empty);
    let text = error(&Part { skill: Some("strikr".to_owned()), ..every() }).to_string();
    assert!(text.contains("`strikr`; did you mean \"striker\"?"), "{text}");
}
