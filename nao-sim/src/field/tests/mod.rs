//! The field as a whole.

mod blackboard;
mod figures;
mod navigate;
mod play;

use super::*;
use skill_runtime::MessageId;

const STEP: Duration = Duration::from_millis(10);

/// Returns a field in play where nothing goes wrong by itself; the robot stands at `start`.
fn calm(start: Place) -> Field {
    calm_of(&Options { start, ..Options::default() })
}

/// The same with other options.
fn calm_of(options: &Options) -> Field {
    let quiet = Options { disturbances: false, slip: 0.0, stumble: 0.0, ..*options };
    let mut field = Field::new(&quiet);
    run(&mut field, 16.0);
    field.put_robot(options.start);
    field.take_events();
    assert_eq!(field.referee().state(), State::Play);
    field
}

fn run(field: &mut Field, sec: f32) {
    let end = field.time() + Duration::from_secs_f32(sec);
    while field.time() < end {
        field.step(STEP);
    }
}

fn kinds(field: &mut Field) -> Vec<EventKind> {
    field.take_events().into_iter().map(|event| event.kind).collect()
}
