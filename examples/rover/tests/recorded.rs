//! A recorded run of the robot as a test.

// ANCHOR: recorded
use rover::interfaces::RoverBoard;
use rover::skills::RoverSkills;
use skill_studio::Description;
use skill_studio::record::Recording;
use skill_studio::replay::check;
use std::path::Path;

#[test]
fn fetch_does_what_it_did_on_the_field() {
    let recording = Recording::open(Path::new("tests/fetch.mcap")).expect("a recording");
    let description = Description::of::<RoverSkills>("rover", &[]);
    let checked = check::<RoverSkills, ()>(description, &recording, &RoverBoard::default(), ());
    let checked = checked.expect("a recording of this robot");
    assert!(checked.difference.is_none(), "{}", checked.difference.expect("there is one"));
    assert_eq!(checked.passes, 590);
}
// ANCHOR_END: recorded
