//! The robots of a fleet as a table of text.

use crate::robots::{Link, Row};
use crate::terminal::Size;
use skill_studio::Escaped;

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
    shortened(&Escaped(text).to_string(), WIDE)
}

fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(2)).chain("..".chars().take(width)).collect()
}

/// Returns a table of the robots that fits into a terminal: those that are lost, have alarms or run something first, the
/// others as far as there is room, and how many there are more.
pub fn screen(rows: &[Row], size: Option<Size>) -> String {
    let Some(Size { width, height }) = size else { return table(rows) };
    // The head, how many there are more, and the counts.
    let mut room = height.saturating_sub(3);
    let mut order: Vec<_> = rows.iter().enumerate().collect();
    order.sort_by_key(
        |(_, row)| {
            if row.alarms.is_empty() { 1 + usize::from(row.path.is_empty()) } else { 0 }
        },
    );
    let mut kept: Vec<_> = order
        .into_iter()
        .take_while(|(_, row)| {
            let lines = 1 + row.alarms.len();
            let fits = lines <= room;
            room = room.saturating_sub(lines);
            fits
        })
        .collect();
    kept.sort_by_key(|(index, _)| *index);
    let kept: Vec<_> = kept.into_iter().map(|(_, row)| row.clone()).collect();
    let mut lines: Vec<_> = lines_of(&kept).collect();
    if kept.len() < rows.len() {
        lines.push(format!("+{} more", rows.len() - kept.len()));
    }
    lines.push(counts(rows));
    let lines = lines.iter().map(|line| shortened(line, width) + "\n");
    // A terminal of one or two lines shows the counts.
    let over = lines.len().saturating_sub(height);
    lines.skip(over).collect()
}

/// Returns a table of the robots, each with its alarms below it.
pub fn table(rows: &[Row]) -> String {
    lines_of(rows).chain([counts(rows)]).map(|line| line + "\n").collect()
}

/// Returns the lines of a table.
fn lines_of(rows: &[Row]) -> impl Iterator<Item = String> {
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
    let mut all = Vec::new();
    let mut put = |cells: [&str; 5]| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        all.push(padded.collect::<Vec<_>>().join("  ").trim_end().to_owned());
    };
    put(HEAD);
    for (cells, alarms) in &lines {
        put([&cells[0], &cells[1], &cells[2], &cells[3], &cells[4]]);
        for alarm in *alarms {
            put(["", "!", &format!("{}", Escaped(&alarm.text)), "", ""]);
        }
    }
    all.into_iter()
}

/// Returns the counts of the robots.
fn counts(rows: &[Row]) -> String {
    let count = |link| rows.iter().filter(|row| row.link == link).count();
    let alarmed = rows.iter().filter(|row| !row.alarms.is_empty()).count();
    format!(
        "{} robots: {} live, {} silent, {} lost; {alarmed} with alarms",
        rows.len(),
        count(Link::Live),
        count(Link::Silent),
        count(Link::Lost)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alarms::{Alarm, AlarmKind};

    fn row(id: &str) -> Row {
        Row {
            id: id.to_owned(),
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
        }
    }

    #[test]
    fn a_table_fits_into_its_terminal() {
        let mut rows: Vec<_> = (0..40).map(|index| row(&format!("r{index:02}"))).collect();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != 30 {
                row.path.clear();
            }
        }
        rows[39].alarms.push(Alarm::new(AlarmKind::Lost, "gone for 4 s, ".repeat(20)));
        let text = screen(&rows, Some(Size { width: 50, height: 12 }));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 12, "{text}");
        assert!(lines.iter().all(|line| line.chars().count() <= 50), "{text}");
        assert!(lines[1].starts_with("r00") && lines[6].starts_with("r05"), "{text}");
        assert!(lines[7].starts_with("r30") && lines[8].starts_with("r39"), "{text}");
        assert!(lines[9].contains('!') && lines[9].ends_with(".."), "{text}");
        assert_eq!(lines[10], "+32 more");
        assert_eq!(lines[11], "40 robots: 40 live, 0 silent, 0 lost; 1 with ala..");
        assert_eq!(screen(&rows, None), table(&rows));
        for height in 1..4 {
            let text = screen(&rows, Some(Size { width: 1, height }));
            assert_eq!(text.lines().count(), height.min(3), "{text}");
        }
    }

    #[test]
    fn a_table_has_a_line_for_each_robot_and_each_alarm() {
        let mut row = row("r1");
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
