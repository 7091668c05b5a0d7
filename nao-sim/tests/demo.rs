//! The demonstration does what the README says of the first command.

use std::process::Command;

#[test]
fn the_robot_stands_up_beckons_and_parks() {
    let output = Command::new(env!("CARGO_BIN_EXE_demo")).output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8_lossy(&output.stdout);
    let said = [
        "lies on its back",
        "> standup{}",
        "stands",
        "> beckon{}",
        "> park{",
        "sits",
        "play --gui",
    ];
    let places: Vec<_> = said.iter().map(|words| printed.find(words)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{printed}");
    assert!(!printed.contains('\x1b'), "drawn, though it is no terminal");
}
