//! Parameters that an operator sets, over a restart of the program.

use super::SOON;
use crate::rig::{Rig, TOKEN, free_port, post, text_of};
use rustix::process::Signal;
use std::fs;

/// The book's file of options is one of this robot.
#[test]
fn the_book_has_options_of_this_robot() {
    let page = include_str!("../../../../book/src/parameters.md");
    let file = page.split("```toml\n").find(|block| block.starts_with("# agv.toml")).unwrap();
    let file = file.split("```").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agv.toml");
    fs::write(&path, file).unwrap();
    let path = path.to_str().unwrap();
    let listed = text_of(&["params", "--params", path, "--robot", "agv7"]);
    for name in ["gui", "start.motors", "start.token-file", "start.realtime", "start.orders"] {
        assert!(listed.contains(&format!("options.{name} ")), "{listed}");
    }
    // The device is missing, the token's file too.
    let said = text_of(&["start", "--params", path, "--gui=127.0.0.1:0"]);
    assert!(said.contains("/dev/ttyUSB3: No such file or directory"), "{said}");
}

/// A file that a person has written.
const TEXT: &str = "# Measured in the hall.\n[carrier]\nleast_charge = 0.2 # of the new battery\n";

#[test]
fn a_parameter_that_is_set_counts_after_a_restart_and_no_edit_is_lost() {
    let page = format!("127.0.0.1:{}", free_port());
    let gui = format!("--gui={page}");
    let options =
        ["--params", "params.toml", "--write-params", "--allow-commands", "--token", TOKEN];
    let mut rig = Rig::start_with_file(&[&[&*gui], &options[..]].concat(), "params.toml", TEXT);
    rig.manager.wait_for("READY=1", SOON);
    let set = |value: &str| {
        let body = format!(r#"{{"name": "carrier.least_charge", "value": {value}}}"#);
        let (status, text) = post(&format!("http://{page}/api/params"), &body);
        assert_eq!(status, 200, "{text}");
    };
    let running = || text_of(&["params", "--at", &page]);
    assert!(running().contains("carrier.least_charge  0.2 (default 0.15)"), "{}", running());
    set("0.3");
    rig.until("it is written", SOON, |rig| {
        fs::read_to_string(rig.file("params.toml")).unwrap() == TEXT.replace("0.2", "0.3")
    });
    // At once before the end.
    set("0.4");
    rig.restart(Signal::TERM);
    assert_eq!(fs::read_to_string(rig.file("params.toml")).unwrap(), TEXT.replace("0.2", "0.4"));
    assert!(running().contains("carrier.least_charge  0.4 (default 0.15)"), "{}", running());
    // Somebody edits the file while the robot runs.
    let edited = TEXT.replace("hall", "yard");
    fs::write(rig.file("params.toml"), &edited).unwrap();
    set("0.5");
    let line = "ERROR agv params: params.toml has changed since the start of the robot";
    rig.until("it is refused", SOON, |rig| rig.output().contains(line));
    let (status, output) = rig.end(Signal::TERM);
    assert_eq!(status.code(), Some(1), "{output}");
    assert!(output.contains("`carrier.least_charge = 0.5` is not written"), "{output}");
    assert_eq!(fs::read_to_string(rig.file("params.toml")).unwrap(), edited);
}
