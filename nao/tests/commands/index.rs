//! Tests of the commands `index` and `ask`: a table of recordings is written, and queried.

use super::{Value, fs, json_lines, nao, printed, refused, run};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use skill_studio::index::COLUMNS;
use skill_studio::record::Recording;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of this test")
}

/// Records a game of two teams, and one of a single robot.
fn games(directory: &Path) -> [PathBuf; 2] {
    let both = [directory.join("teams.mcap"), directory.join("one.mcap")];
    let games = [&["--players", "2", "--minutes", "1"][..], &["--minutes", "1", "--seed", "4"]];
    for (path, game) in both.iter().zip(games) {
        printed(&[&["-q", "play", "--record", text(path)], game].concat());
    }
    both
}

/// The rows of a table as JSON lines have them, of both kinds of table the same.
fn lines(path: &Path) -> Vec<Value> {
    if path.extension().unwrap() != "parquet" {
        return json_lines(&fs::read_to_string(path).unwrap());
    }
    let value = |field: &Field| -> Option<Value> {
        match field {
            Field::Null => None,
            Field::Str(text) => Some(text.as_str().into()),
            Field::Long(number) => Some((*number).into()),
            Field::Double(number) => Some((*number).into()),
            other => panic!("a value of another type: {other}"),
        }
    };
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let rows = reader.get_row_iter(None).unwrap();
    let row = |row: parquet::record::Row| {
        let columns = row.get_column_iter();
        columns.filter_map(|(name, field)| Some((name.clone(), value(field)?))).collect()
    };
    rows.map(|of| row(of.unwrap())).collect()
}

fn count(rows: &[Value], wanted: impl Fn(&Value) -> bool) -> usize {
    rows.iter().filter(|row| wanted(row)).count()
}

#[test]
fn a_table_has_all_events_and_messages_of_its_recordings() {
    let directory = tempfile::tempdir().unwrap();
    let files = games(directory.path());
    let (table, plain) = (directory.path().join("t.parquet"), directory.path().join("t.ndjson"));
    for out in [&table, &plain] {
        printed(&["index", text(&files[0]), text(&files[1]), "--out", text(out)]);
    }
    let rows = lines(&table);
    assert_eq!(rows, lines(&plain));
    for path in &files {
        for recording in Recording::open_run(path).unwrap() {
            let name = recording.name.clone().unwrap_or_else(|| "nao".to_owned());
            let mine: Vec<Value> = rows
                .iter()
                .filter(|row| row["file"] == text(path) && row["robot"] == *name)
                .cloned()
                .collect();
            let of = |kind: &str| count(&mine, |row| row["kind"] == kind);
            let events = |kind: &str| {
                let is_one = |of: &&skill_studio::record::Event| of.kind == kind;
                recording.events.iter().filter(is_one).count()
            };
            assert_eq!(of("transition"), events("transition"), "{name}");
            assert_eq!(of("failure"), events("failed"), "{name}");
            assert_eq!(of("sent"), recording.sent.len(), "{name}");
            assert_eq!(of("log"), recording.log.len(), "{name}");
            assert_eq!(of("file"), 1, "{name}");
            // Each visit is one of a state that something has entered, and they cover the time of the agent.
            let first = mine.iter().filter(|row| row["kind"] == "visit" && row["layer"] == "agent");
            let mut outer = Vec::new();
            for visit in first {
                let path = visit["path"].as_str().unwrap();
                if !path.contains('/') {
                    outer.push((visit["time_sec"].as_f64().unwrap(), visit["end_sec"].as_f64()));
                }
            }
            // Of those that are left at once the last one goes on.
            outer.sort_by(|one, other| {
                let key = |(begin, end): (f64, Option<f64>)| (begin, end.unwrap_or(f64::INFINITY));
                key(*one).partial_cmp(&key(*other)).unwrap()
            });
            assert!(outer.windows(2).all(|two| two[0].1 == Some(two[1].0)), "{name}: {outer:?}");
            assert_eq!(outer.last().unwrap().1, None, "{name}: the last goes on");
            // A call has one end.
            let calls =
                mine.iter().filter(|row| row["kind"] == "call" && row["layer"] == "skiller");
            let called = recording
                .events
                .iter()
                .filter(|of| of.kind == "called" && of.layer == skill_studio::view::Layer::Skiller);
            assert_eq!(calls.count(), called.count(), "{name}");
        }
    }
}

#[test]
fn recordings_are_added_once_and_again_when_they_changed() {
    let directory = tempfile::tempdir().unwrap();
    let [teams, one] = games(directory.path());
    let table = directory.path().join("t.parquet");
    let add = |files: &[&Path]| {
        let files: Vec<&str> = files.iter().map(|path| text(path)).collect();
        printed(&[&["index", "--out", text(&table)], &files[..]].concat())
    };
    assert!(add(&[&one]).contains("1 recordings added"));
    let alone = lines(&table);
    let said = add(&[directory.path()]);
    assert!(said.contains("1 recordings added") && said.contains("1 files were there"), "{said}");
    let both = lines(&table);
    assert!(both.len() > alone.len());
    // The other one stays, also if it is not given or no longer there.
    fs::remove_file(&teams).unwrap();
    printed(&["-q", "play", "--minutes", "0.5", "--seed", "9", "--record", text(&one)]);
    assert!(add(&[&one]).contains("1 recordings added"));
    let changed = lines(&table);
    let of = |rows: &[Value], path: &Path| -> Vec<Value> {
        rows.iter().filter(|row| row["file"] == text(path)).cloned().collect()
    };
    assert_eq!(of(&changed, &teams), of(&both, &teams));
    assert_ne!(of(&changed, &one), alone);
    let said = add(&[&one]);
    assert!(said.contains("0 recordings added") && said.contains("1 files were there"), "{said}");
    assert_eq!(lines(&table), changed);
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_in_the_table() {
    let directory = tempfile::tempdir().unwrap();
    let [_, one] = games(directory.path());
    let (cut, bad) = (directory.path().join("cut.mcap"), directory.path().join("bad.mcap"));
    let whole = fs::read(&one).unwrap();
    fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    fs::write(&bad, "no recording").unwrap();
    let table = directory.path().join("t.parquet");
    let (code, out, err) = run(&["index", text(directory.path()), "--out", text(&table)]);
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("3 recordings added") && out.contains("1 cannot be read"), "{out}");
    assert!(err.contains("bad.mcap: not an MCAP file"), "{err}");
    let endings = lines(&table);
    let endings: Vec<&str> = endings
        .iter()
        .filter(|row| row["kind"] == "file")
        .filter_map(|row| row["text"].as_str())
        .collect();
    assert!(endings.iter().any(|text| text.starts_with("cut after")), "{endings:?}");

    let before = fs::read(&table).unwrap();
    let none = directory.path().join("none");
    fs::create_dir(&none).unwrap();
    let other = directory.path().join("other.parquet");
    fs::write(&other, "no table").unwrap();
    let file = text(&one);
    refused(
        &["index", file, "--out", "t.csv"],
        &["t.csv: no kind of table", "help: end the name in .parquet"],
    );
    let (code, _, err) =
        run(&["index", text(&none), "--out", text(&directory.path().join("v.parquet"))]);
    assert_eq!((code, err.contains("none: no recording is in it")), (1, true), "{err}");
    refused(&["index", file, "--out", text(&other)], &["other.parquet"]);
    refused(&["index", file, "--out", "missing/t.parquet"], &["missing/t.parquet"]);
    assert_eq!(fs::read(&table).unwrap(), before);
    assert_eq!(fs::read(&other).unwrap(), b"no table");
}

#[test]
fn each_question_is_sql_on_the_columns() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("it's.parquet");
    fs::write(&table, "").unwrap();
    let help = printed(&["ask", "--help"]);
    let questions = help.lines().filter_map(|line| line.trim().strip_prefix("- "));
    let questions: Vec<&str> =
        questions.filter_map(|line| line.split_once(':')).map(|(name, _)| name).collect();
    assert!(questions.len() == 14, "{help}");
    let asked = questions.iter().filter(|name| !["text", "json"].contains(name));
    for question in asked {
        let mut ask = vec!["ask", question, text(&table), "--sql"];
        if !["sent", "log", "files"].contains(question) {
            ask.extend(["--skill", "go'to"]);
        }
        let sql = printed(&ask);
        assert!(sql.contains("it''s.parquet'") && sql.trim_end().ends_with("LIMIT 20;"), "{sql}");
        assert!(!sql.contains("'go'to'"), "{sql}");
    }
    refused(&["ask", "time-to", text(&table)], &["--skill"]);
    refused(
        &["ask", "sent", text(&table), "--skill", "kick"],
        &["--skill: this question is not about skills"],
    );
    refused(&["ask", "calls", "missing.parquet"], &["missing.parquet"]);
    refused(&["ask", "calls", text(directory.path())], &["no table", "help: `index --out"]);
    refused(
        &["ask", "calls", text(&table), "--duckdb", "/no/duckdb"],
        &["/no/duckdb: not found", "pip install", "--sql"],
    );
    refused(&["ask", "call", text(&table)], &["calls"]);
}

#[test]
fn a_moment_is_shown_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let [_, one] = games(directory.path());
    let file = text(&one);
    refused(&["replay", file, "--at", "61"], &["--at 61: expected a time, 0 to 59.99 s"]);
    refused(&["replay", file, "--at", "-1"], &["--at"]);
    refused(&["replay", file, "--at", "1", "--check"], &["--check"]);
    let mut shown = nao(&["replay", file, "--at", "20.5"]);
    let mut shown = shown.stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut out = std::io::BufReader::new(shown.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut out, &mut line).unwrap();
    let address = line.trim().strip_prefix("live page: http://").unwrap();
    let address = address.split_once('/').unwrap().0;
    let view = || {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        let request =
            format!("GET /api/view HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    let start = std::time::Instant::now();
    let seen = loop {
        let seen = view();
        if seen.contains("\"time_sec\":20.5") || start.elapsed().as_secs() > 20 {
            break seen;
        }
    };
    shown.kill().unwrap();
    shown.wait().unwrap();
    assert!(seen.contains("\"time_sec\":20.5"), "{seen}");
}

#[test]
fn the_book_has_each_column() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/season.md");
    let page = fs::read_to_string(page).unwrap();
    for column in COLUMNS {
        let docs: Vec<&str> = column.docs.iter().map(|line| line.trim()).collect();
        let docs = docs.join(" ");
        let line = format!("| `{}` | {} |", column.name, docs.trim_end_matches('.'));
        assert!(page.contains(&line), "the page has not:\n{line}");
    }
}

#[test]
fn states_around_others_stay_as_rule_4_says() {
    let directory = tempfile::tempdir().unwrap();
    let [_, one] = games(directory.path());
    let table = directory.path().join("t.parquet");
    printed(&["index", text(&one), "--out", text(&table)]);
    let rows = lines(&table);
    // `Play { -> Pause on FAILED }` leads to a child of `Play`.
    let inner = |row: &Value| {
        row["kind"] == "transition" && row["skill"] == "striker" && row["target"] == "Pause"
    };
    let pauses: Vec<f64> =
        rows.iter().filter(|row| inner(row)).filter_map(|row| row["time_sec"].as_f64()).collect();
    assert!(!pauses.is_empty(), "this game has a failure");
    let plays = rows.iter().filter(|row| row["kind"] == "visit" && row["path"] == "Play");
    for play in plays {
        let (begin, end) = (play["time_sec"].as_f64().unwrap(), play["end_sec"].as_f64());
        assert!(
            pauses.iter().all(|time| (time - begin).abs() > 1e-9
                && end.is_none_or(|end| (time - end).abs() > 1e-9)),
            "{play}"
        );
    }
}

#[test]
fn the_files_of_a_recording_are_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let game = ["-q", "play", "--seed", "1", "--minutes", "3", "--record"];
    fs::create_dir(path("whole")).unwrap();
    fs::create_dir(path("parts")).unwrap();
    let (whole, parts) = (path("whole").join("m.mcap"), path("parts").join("m.mcap"));
    printed(&[&game[..], &[text(&whole)]].concat());
    printed(&[&game[..], &[text(&parts), "--record-max-minutes", "1"]].concat());
    let later = path("parts").join("m-2.mcap");
    assert!(later.exists());
    let (one, other) = (path("one.parquet"), path("other.parquet"));
    printed(&["index", text(&path("whole")), "--out", text(&one)]);
    let said = printed(&["index", text(&path("parts")), "--out", text(&other)]);
    assert!(said.contains(" 1 recordings added"), "{said}");
    let without_file = |table: &Path, name: &Path| -> Vec<Value> {
        let name = name.canonicalize().unwrap();
        let mut rows = lines(table);
        for row in &mut rows {
            assert_eq!(row["file"], text(&name));
            row.as_object_mut().unwrap().remove("file");
        }
        rows
    };
    assert_eq!(without_file(&other, &parts), without_file(&one, &whole));
    let said = printed(&["index", text(&path("parts")), "--out", text(&other)]);
    assert!(said.contains(" 0 recordings added"), "{said}");
    // The first one is enough for a check of all.
    let check = |path: &Path| printed(&["replay", "--check", text(path)]);
    assert_eq!(check(&parts), check(&whole));
}

#[test]
fn a_recording_is_known_by_its_place_and_pruned_when_it_is_gone() {
    let directory = tempfile::tempdir().unwrap();
    let [teams, one] = games(directory.path());
    let table = directory.path().join("t.parquet");
    let again = directory.path().join("./").join("one.mcap");
    let said = printed(&[
        "index",
        text(&one),
        text(&again),
        text(directory.path()),
        "--out",
        text(&table),
    ]);
    assert!(said.contains(" 2 recordings added"), "{said}");
    let before = lines(&table);
    // Rows stay while their recording cannot be read.
    fs::write(&one, "no recording").unwrap();
    assert_eq!(run(&["index", text(&one), "--out", text(&table)]).0, 1);
    let mut after = lines(&table);
    let key = |row: &Value| row.to_string();
    let mut sorted = before.clone();
    sorted.sort_by_key(key);
    after.sort_by_key(key);
    assert_eq!(after, sorted);
    fs::remove_file(&teams).unwrap();
    fs::remove_file(&one).unwrap();
    let empty = directory.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let (_, said, _) = run(&["index", text(&empty), "--prune", "--out", text(&table)]);
    assert!(said.contains("; 2 are gone"), "{said}");
    assert!(lines(&table).is_empty());
}

#[test]
fn two_programs_do_not_lose_the_rows_of_each_other() {
    let directory = tempfile::tempdir().unwrap();
    let [teams, one] = games(directory.path());
    let table = directory.path().join("t.parquet");
    let index = |path: &Path| {
        let mut command = nao(&["index", text(path), "--out", text(&table)]);
        command
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap()
    };
    let both = [index(&teams), index(&one)].map(|of| of.wait_with_output().unwrap());
    let rows = lines(&table);
    for (output, path) in both.iter().zip([&teams, &one]) {
        let said = String::from_utf8_lossy(&output.stderr);
        let is_there = count(&rows, |row| row["file"] == text(&path.canonicalize().unwrap())) > 0;
        assert_eq!(output.status.success(), is_there, "{said}");
        assert!(is_there || said.contains("another program has written it"), "{said}");
    }
}
