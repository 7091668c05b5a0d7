//! The robots of a fleet as a table of text.

use crate::robots::{Link, Row};
use skill_studio::Escaped;
use std::fmt::Write as _;

/// The letters of a column at most.
const WIDE: usize = 48;

/// Returns a time in a few letters: `3.2 s`, `5 min`, `2 h`.
fn time(sec: Option<f64>) -> String {
    match sec {
        None => String::new(),
        Some(sec) if sec < 100.0 => format!("{sec:.1} s"),
        Some(sec) if sec < 6000.0 => format!("{:.0} min", sec / 60.0),
        Some(sec) => format!("{:.0} h", sec / 3600.0),
    }
}

/// Returns the state of a robot in a line.
pub fn state(row: &Row) -> String {
    match (row.link, row.path.is_empty(), row.status.as_str()) {
        (Link::Lost, ..) => "lost".to_owned(),
        _ if row.seen_sec.is_none() => "unknown".to_owned(),
        (_, false, _) => row.path.join(" > "),
        (_, true, "final" | "inactive" | "failed") => "idle".to_owned(),
        (_, true, other) => other.to_owned(),
    }
}

fn cut(text: &str) -> String {
    let text = Escaped(text).to_string();
    if text.chars().count() <= WIDE {
        return text;
    }
    text.chars().take(WIDE - 2).chain("..".chars()).collect()
}

/// Returns a table of the robots, each with its alarms below it.
pub fn table(rows: &[Row]) -> String {
    const HEAD: [&str; 5] = ["robot", "kind", "state", "since", "control"];
    let cells = |row: &Row| {
        let control = row.control.clone().unwrap_or_default();
        [&row.id, &row.robot, &state(row), &time(row.in_state_sec), &control].map(|of| cut(of))
    };
    let lines: Vec<_> = rows.iter().map(|row| (cells(row), &row.alarms)).collect();
    let wide = |column: usize| {
        let cells = lines.iter().map(|(cells, _)| cells[column].chars().count());
        cells.chain([HEAD[column].len()]).max().unwrap_or(0)
    };
    let widths = [0, 1, 2, 3, 4].map(wide);
    let mut text = String::new();
    let mut put = |cells: [&str; 5]| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        // A `String` can be written to.
        let _ = writeln!(text, "{}", padded.collect::<Vec<_>>().join("  ").trim_end());
    };
    put(HEAD);
    for (cells, alarms) in &lines {
        put([&cells[0], &cells[1], &cells[2], &cells[3], &cells[4]]);
        for alarm in *alarms {
            put(["", "!", &format!("{}", Escaped(&alarm.text)), "", ""]);
        }
    }
    let count = |link| rows.iter().filter(|row| row.link == link).count();
    let alarmed = rows.iter().filter(|row| !row.alarms.is_empty()).count();
    let _ = writeln!(
        text,
        "{} robots: {} live, {} silent, {} lost; {alarmed} with alarms",
        rows.len(),
        count(Link::Live),
        count(Link::Silent),
        count(Link::Lost)
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alarms::{Alarm, AlarmKind};

    #[test]
    fn a_table_has_a_line_for_each_robot_and_each_alarm() {
        let mut row = Row {
            id: "r1".to_owned(),
            robot: "rover".to_owned(),
            version: 1,
            hash: String::new(),
            link: Link::Live,
            seen_sec: Some(0.1),
            status: "running".to_owned(),
            call: "fetch{}".to_owned(),
            path: vec!["fetch.Approach".to_owned(), "drive_to.Drive".to_owned()],
            in_state_sec: Some(3.21),
            control: Some("alice".to_owned()),
            alarms: Vec::new(),
            url: None,
        };
        let first = row.clone();
        (row.id, row.path, row.status) = ("r2".to_owned(), Vec::new(), "failed".to_owned());
        (row.control, row.in_state_sec) = (None, None);
        row.alarms.push(Alarm::new(AlarmKind::Failed, "`drive_to{}` FAILED: \u{1b}[2J"));
        let text = table(&[first, row]);
        let expected = "\
robot  kind   state                            since  control
r1     rover  fetch.Approach > drive_to.Drive  3.2 s  alice
r2     rover  idle
       !      `drive_to{}` FAILED: \\u{1b}[2J
2 robots: 2 live, 0 silent, 0 lost; 1 with alarms
";
        assert_eq!(text, expected);
    }
}
