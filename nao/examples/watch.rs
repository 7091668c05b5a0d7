//! Prints the active states and the trace of a NAO in shared memory, as `cargo xtask nao test`
//! reads them: `watch /NAME`. It ends when the memory is removed.

use skill_studio::Description;
use skill_studio::view::{self, View};
use skill_studio::watch::{SharedMemory, SourceError};
use skills_nao::skills::NaoBody;
use std::thread::sleep;
use std::time::Duration;

const PERIOD: Duration = Duration::from_millis(1);
/// The number of periods in which the memory must appear.
const PATIENCE: usize = 20_000;

fn main() {
    let Some(name) = std::env::args().nth(1) else {
        println!("usage: watch NAME");
        std::process::exit(2);
    };
    let description = Description::of::<NaoBody>("nao", &[]);
    let memory = (0..PATIENCE).find_map(|_| {
        sleep(PERIOD);
        SharedMemory::open(&name).ok()
    });
    let Some(mut memory) = memory else {
        println!("there is no {name}");
        std::process::exit(1);
    };
    let mut seen = Printer::default();
    loop {
        match memory.sample(&description) {
            Ok(image) => {
                // A part that is being written is complete in one of the next samples.
                if let Ok((view, _)) = view::view(&description, &image) {
                    seen.print(&view);
                }
            }
            Err(SourceError::Gone(_)) => break println!("gone"),
            // No behavior has attached yet, or one is about to.
            Err(_) => {}
        }
        sleep(PERIOD);
    }
}

/// The state of the output.
#[derive(Default)]
struct Printer {
    session: String,
    newest: u64,
    active: String,
}

impl Printer {
    /// Prints the changes since the last view.
    fn print(&mut self, view: &View) {
        if self.session != view.session {
            (self.session, self.newest) = (view.session.clone(), 0);
            println!("session {}", view.session);
        }
        for entry in view.trace.iter().filter(|entry| entry.number > self.newest) {
            // As the behavior prints it, with the number of the machine.
            let text = entry.text.split_once(": ").map_or("", |(_, text)| text);
            println!("trace t={:.3} {}#{}: {text}", entry.time_sec, entry.skill, entry.machine);
        }
        self.newest = view.trace.last().map_or(0, |entry| entry.number);
        let states = view.active.iter().map(|active| {
            let entered = active.entered_sec.map_or("?".to_owned(), |time| format!("{time:.3}"));
            format!("{}#{}: {} since {entered}", active.skill, active.machine, active.name)
        });
        let active = states.collect::<Vec<_>>().join(" > ");
        if self.active != active {
            println!("active {}", if active.is_empty() { "nothing" } else { &active });
            self.active = active;
        }
    }
}
