//! The names of recordings of which none may be lost.

use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{blackboard, skill, skill_space};
use skill_studio::Description;
use skill_studio::record::{Ending, Options, Recording, SeenRecorder};
use std::collections::BTreeSet;
use std::fs;
use std::sync::Barrier;

blackboard! { pub Board { "Skiller": SkillerInterface } }
skill! {
    pub skill Wait() {
        start state Still { -> FINAL after 1s; }
    }
}
skill_space! { pub Skills on Board { Wait } }

/// The number of recorders that begin at once.
const COUNT: usize = 8;

#[test]
fn recordings_of_one_name_are_all_kept() {
    let directory = tempfile::tempdir().unwrap();
    let begin = || {
        let path = directory.path().join("lamp-Z.mcap");
        let options = Options { keeps_old: true, ..Options::new(path) };
        SeenRecorder::new(Description::of::<Skills>("lamp", &[]), &options).unwrap()
    };
    let names = || -> BTreeSet<String> {
        let entries = fs::read_dir(directory.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    // At once, while the others are being written.
    let barrier = Barrier::new(COUNT);
    std::thread::scope(|scope| {
        for number in 0..COUNT {
            let (begin, barrier) = (&begin, &barrier);
            scope.spawn(move || {
                barrier.wait();
                let mut recorder = begin();
                barrier.wait();
                recorder.log(format!("recorder {number}"));
                recorder.finish().unwrap();
            });
        }
    });
    let others = (2..=COUNT).map(|number| format!("lamp-Z_{number}.mcap"));
    let expected: BTreeSet<_> = others.chain(["lamp-Z.mcap".to_owned()]).collect();
    assert_eq!(names(), expected);
    let logs = expected.iter().map(|name| {
        let recording = Recording::open(&directory.path().join(name)).unwrap();
        assert_eq!(recording.ending, Ending::Whole, "{name}");
        fs::read(directory.path().join(name)).unwrap()
    });
    assert_eq!(logs.collect::<BTreeSet<_>>().len(), COUNT, "one has replaced another");

    // The name of a recording that is gone is not free while a later file of it is there.
    for name in expected {
        fs::remove_file(directory.path().join(name)).unwrap();
    }
    fs::write(directory.path().join("lamp-Z-2.mcap"), "the second file").unwrap();
    begin().finish().unwrap();
    assert_eq!(names(), ["lamp-Z-2.mcap", "lamp-Z_2.mcap"].map(str::to_owned).into());
}
