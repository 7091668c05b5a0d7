//! Tests of the drive, the text and the picture.

use crate::journey::{Drive, Journey, Plan, ROUND, Shape};
use crate::program::{CORNER_SEC, LAPS, Root, SIDE_SEC, SPEED_MM_PER_SEC};
use crate::robot::{BODY_MM, Board, OBSTACLE_MM, Point, Wheels};
use crate::{Arguments, picture, place, story};
use clap::Parser as _;
use skill_runtime::{Skill, WriterTaken};
use std::f64::consts::{PI, TAU};

type Outcome = Result<(), WriterTaken>;

/// The default place of the obstacle.
const OBSTACLE: Point = Point { x_mm: -1500.0, y_mm: 2700.0 };

fn driven(obstacle: Point, after: usize) -> Result<Journey, WriterTaken> {
    let board = Board::new();
    Ok(Drive::new(&board, Plan { obstacle, after })?.finish())
}

/// Drives with the default obstacle.
fn journey() -> Result<Journey, WriterTaken> {
    driven(OBSTACLE, 8)
}

/// Returns the start of each corner, and the end, of a figure driven from (0, 0) along x with exact
/// arcs and sides.
fn ideal(corners: u32) -> Vec<(Point, f64)> {
    let turn_rad = TAU / f64::from(corners);
    let speed = f64::from(SPEED_MM_PER_SEC);
    let side_mm = speed * f64::from(SIDE_SEC);
    let radius_mm = speed * f64::from(CORNER_SEC) / turn_rad;
    let mut at = Point { x_mm: 0.0, y_mm: 0.0 };
    let mut places = vec![(at, 0.0)];
    for corner in 0..corners {
        let before = f64::from(corner) * turn_rad;
        let after_rad = before + turn_rad;
        // Around the middle of the arc, which lies to the left; then along the side.
        at.x_mm += radius_mm * (after_rad.sin() - before.sin()) + side_mm * after_rad.cos();
        at.y_mm += radius_mm * (before.cos() - after_rad.cos()) + side_mm * after_rad.sin();
        places.push((at, after_rad));
    }
    places
}

#[test]
fn four_squares_and_four_triangles_are_driven() -> Outcome {
    let journey = journey()?;
    let shapes: Vec<Shape> = journey.figures.iter().map(|figure| figure.shape).collect();
    let round = [[Shape::Square; 4], [Shape::Triangle; 4]].concat();
    assert_eq!(shapes, [round, vec![Shape::Square]].concat());
    assert_eq!(journey.driven(), 8);
    for figure in &journey.figures[..8] {
        let ideal = ideal(if figure.shape == Shape::Square { 4 } else { 3 });
        assert_eq!(figure.corners.len(), ideal.len() - 1);
        for (pose, (at, heading_rad)) in figure.corners.iter().zip(&ideal) {
            assert!(pose.at.distance_mm(*at) < 0.1, "{} is not {at}", pose.at);
            let off = (pose.heading_rad - heading_rad + PI).rem_euclid(TAU) - PI;
            assert!(off.abs() < 1e-4, "{off} rad");
        }
        let (first, last) = (figure.path[0], figure.path[figure.path.len() - 1]);
        assert!(first.distance_mm(last) < 0.1, "from {first} to {last}");
    }
    Ok(())
}

#[test]
fn sides_are_straight_and_as_long_as_they_should_be() -> Outcome {
    let side_mm = f64::from(SPEED_MM_PER_SEC * SIDE_SEC);
    for figure in &journey()?.figures[..8] {
        // Only sides have points so far apart, and between their ends they have none.
        let steps = figure.path.windows(2).map(|pair| pair[0].distance_mm(pair[1]));
        let sides: Vec<f64> = steps.filter(|mm| *mm > 100.0).collect();
        assert_eq!(sides.len(), figure.corners.len());
        assert!(sides.iter().all(|mm| (mm - side_mm).abs() < 0.1), "{sides:?}");
    }
    Ok(())
}

#[test]
fn the_states_follow_each_other_as_in_the_paper() -> Outcome {
    let mut expected = vec![("Start", "Square")];
    let side = |figure, at, corner| [(at, corner), (corner, "StraightLine"), ("Drive", figure)];
    let square = side("Square", "AtSquareCorner", "RightCorner");
    for _ in 0..LAPS {
        expected.extend([square; 4].concat());
        expected.push(("AtSquareCorner", "Square"));
    }
    expected.push(("AtSquareCorner", "Triangle"));
    for _ in 0..LAPS {
        expected.extend([side("Triangle", "AtTriangleCorner", "TriangleCorner"); 3].concat());
        expected.push(("AtTriangleCorner", "Triangle"));
    }
    expected.push(("AtTriangleCorner", "Square"));
    expected.extend(square);
    expected.extend(&square[..2]);
    expected.push(("Drive", "Stop"));
    assert_eq!(journey()?.transitions, expected);
    Ok(())
}

#[test]
fn it_stops_where_it_touches_and_stays() -> Outcome {
    let board = Board::new();
    let mut drive = Drive::new(&board, Plan { obstacle: OBSTACLE, after: 8 })?;
    while drive.journey.stop.is_none() {
        assert!(drive.pass());
    }
    let stop = drive.journey.stop.clone().expect("it has stopped");
    let gap_mm = stop.pose.at.distance_mm(OBSTACLE) - BODY_MM - OBSTACLE_MM;
    assert!(gap_mm.abs() < 0.1, "{gap_mm} mm");
    // The robot drives along -x, and the obstacle is to the left of its middle.
    assert!(stop.bumpers.left && !stop.bumpers.right, "{:?}", stop.bumpers);
    let mut passes = 0;
    loop {
        assert_eq!(drive.robot.speeds(), &Wheels::default());
        assert_eq!(drive.robot.pose(), stop.pose);
        passes += 1;
        if !drive.pass() {
            break;
        }
    }
    // 30 s, longer than a side takes.
    assert_eq!(passes, 3000);
    assert_eq!(drive.journey.transitions.last(), Some(&("Drive", "Stop")));
    Ok(())
}

#[test]
fn it_stops_in_corners_and_triangles_too() -> Outcome {
    // Ahead of the start, in the way of the first corner; hit with each bumper.
    for (y_mm, bumpers) in [(70.0, (true, false)), (0.0, (true, true)), (-70.0, (false, true))] {
        let journey = driven(Point { x_mm: 170.0, y_mm }, 0)?;
        let stop = journey.stop.expect("it has stopped");
        assert_eq!((stop.bumpers.left, stop.bumpers.right), bumpers);
        assert_eq!(journey.transitions.last(), Some(&("RightCorner", "Stop")));
    }
    let journey = driven(Point { x_mm: -1100.0, y_mm: 2250.0 }, 4)?;
    assert_eq!(journey.transitions.last(), Some(&("Drive", "Stop")));
    assert_eq!(journey.figures.last().map(|figure| figure.shape), Some(Shape::Triangle));
    // Beside the arc at the triangle's top.
    let journey = driven(Point { x_mm: -1250.0, y_mm: 2520.0 }, 5)?;
    assert_eq!(journey.transitions.last(), Some(&("TriangleCorner", "Stop")));
    Ok(())
}

#[test]
fn without_an_obstacle_in_the_way_it_goes_on_and_on() -> Outcome {
    let journey = driven(Point { x_mm: 5000.0, y_mm: 5000.0 }, 16)?;
    assert!(journey.stop.is_none());
    assert_eq!(journey.driven(), 24);
    assert_eq!(journey.figures.len(), 24);
    let back = journey.figures[23].path.last().expect("a way");
    assert!(back.distance_mm(Point { x_mm: 0.0, y_mm: 0.0 }) < 0.1, "{back}");
    Ok(())
}

#[test]
fn the_picture_shows_all_of_it() -> Outcome {
    let journey = journey()?;
    let svg = picture::draw(&journey, OBSTACLE);
    assert!(svg.len() < 200_000, "{} bytes", svg.len());
    let read = roxmltree::Document::parse(&svg).expect("well-formed XML");
    let count = |class| {
        let nodes = read.descendants();
        nodes.filter(|node| node.attribute("class") == Some(class)).count()
    };
    for (class, expected) in
        [("figure", 9), ("key", 9), ("start", 1), ("obstacle", 1), ("stop", 1), ("scale", 1)]
    {
        assert_eq!(count(class), expected, "{class}");
    }
    let figures = read.descendants().filter(|node| node.attribute("class") == Some("figure"));
    let colours: std::collections::BTreeSet<_> =
        figures.filter_map(|node| node.attribute("stroke")).collect();
    assert_eq!(colours.len(), 9);
    assert!(!svg.contains("NaN"));
    Ok(())
}

#[test]
fn any_drive_can_be_drawn() -> Outcome {
    for (obstacle, after) in [
        (Point { x_mm: 0.0, y_mm: 0.0 }, 0),
        (Point { x_mm: 170.0, y_mm: 0.0 }, 0),
        (Point { x_mm: -1100.0, y_mm: 2250.0 }, 24),
    ] {
        let svg = picture::draw(&driven(obstacle, after)?, obstacle);
        roxmltree::Document::parse(&svg).expect("well-formed XML");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
    Ok(())
}

#[test]
fn the_story_has_figures_corners_and_the_stop() -> Outcome {
    let story = story::text(&journey()?, OBSTACLE);
    let lines: Vec<&str> = story.lines().collect();
    assert_eq!(lines.len(), 11, "{story}");
    assert!(lines[0].contains("square 1 driven: 4 corners, at (0, 0) (127, 2627)"), "{story}");
    assert!(lines[7].contains("triangle 4 driven: 3 corners"), "{story}");
    assert!(lines[8].contains("an obstacle is put at (-1500, 2700)"), "{story}");
    assert!(lines[9].contains("in square 1, round 2: 2 corners"), "{story}");
    assert!(lines[10].ends_with("wheels at 0 and 0 mm/s"), "{story}");
    Ok(())
}

#[test]
fn the_states_lie_in_each_other_as_the_program_says() {
    let states = Root::INFO.graph.states;
    let mut tree: Vec<String> = (states.iter())
        .map(|state| {
            let around = state.parent.map_or("Root", |parent| states[usize::from(parent)].name);
            let through = state.through.map_or(String::new(), |name| format!(" through {name}"));
            format!("{around}: {}{through}", state.name)
        })
        .collect();
    tree.sort();
    let expected = [
        "Root: FAILED",
        "Root: FINAL",
        "Root: Square",
        "Root: Start",
        "Root: Stop",
        "Root: StraightLine",
        "Root: Triangle",
        "Square: AtSquareCorner",
        "Square: RightCorner",
        "Square: Stop through avoid",
        "StraightLine: Drive",
        "StraightLine: Stop through avoid",
        "Triangle: AtTriangleCorner",
        "Triangle: Stop through avoid",
        "Triangle: TriangleCorner",
    ];
    assert_eq!(tree, expected);
}

#[test]
fn bad_arguments_are_errors() {
    for (text, why) in [
        ("12", "expected X,Y"),
        ("1,b", "`b` is no number"),
        ("NaN,0", "not within"),
        ("1e9,0", "not within"),
        ("1,2,3", "`2,3` is no number"),
    ] {
        let said = place(text).expect_err("no place");
        assert!(said.contains(why), "{said}");
    }
    assert_eq!(place(" -5, 2.5"), Ok(Point { x_mm: -5.0, y_mm: 2.5 }));
    for line in [["--after", "25"], ["--after", "-1"], ["--obstacle", "here"]] {
        assert!(Arguments::try_parse_from(["xrobots"].into_iter().chain(line)).is_err());
    }
    let read = Arguments::try_parse_from(["xrobots"]);
    assert!(read.is_ok_and(|read| read.obstacle == OBSTACLE && usize::from(read.after) == ROUND));
    let read = Arguments::try_parse_from(["xrobots", "--obstacle", "-10,20", "--after", "3"]);
    assert!(read.is_ok_and(|read| read.obstacle.x_mm < -9.0 && read.after == 3));
}
