//! A recorded run of the robot as a test.

// ANCHOR: recorded
use rover::interfaces::RoverBoard;
use rover::skills::RoverSkills;
use skill_test::run_recording;

#[test]
fn fetch_does_what_it_did_on_the_field() {
    let passes = run_recording::<RoverSkills>("tests/fetch.mcap", &RoverBoard::default(), ());
    assert_eq!(passes, 590);
}
// ANCHOR_END: recorded
