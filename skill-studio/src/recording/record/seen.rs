//! Recording a robot that another program runs, as often as it is seen.

use super::batch::{Batch, Note, Part, Pass, Traced};
use super::error::RecordError;
use super::writer::{Options, ThreadWriter};
use crate::model::describe::Description;
use crate::model::view::{self, Image, ImageError, Layer, events};
use skill_runtime::Tick;

/// The number of looks after which they are written.
const LOOKS: usize = 25;

/// Records a robot of which a program sees only the memory, and not each pass of it. So a recording
/// can be shown by viewers, but its skills cannot run again on it.
pub struct SeenRecorder {
    description: Description,
    writer: ThreadWriter,
    batch: Batch,
    /// The words of the blackboard as they were recorded last.
    words: Vec<u32>,
    /// The number of the last event of each layer, and the behavior that they are of.
    numbers: [u32; 2],
    session: String,
    now: Tick,
}

impl SeenRecorder {
    /// Begins a recording of the robot with this description.
    ///
    /// # Errors
    /// [`RecordError`] if the file cannot be created.
    pub fn new(description: Description, options: &Options) -> Result<Self, RecordError> {
        let words = vec![0; description.interfaces.iter().map(|entry| entry.words).sum()];
        let writer = ThreadWriter::of_seen(description, options)?;
        let (batch, session) = (Batch::default(), String::new());
        Ok(Self {
            description,
            writer,
            batch,
            words,
            numbers: [0; 2],
            session,
            now: Tick::default(),
        })
    }

    /// Records what is seen, unless it is the same pass as before.
    ///
    /// # Errors
    /// [`ImageError`] if it cannot be read; then nothing is recorded.
    pub fn look(&mut self, image: &Image) -> Result<(), ImageError> {
        let (view, time) = view::view(&self.description, image)?;
        if view.session != self.session {
            (self.session, self.numbers) = (view.session, [0; 2]);
        } else if time == self.now.time {
            return Ok(());
        }
        self.now = Tick { time, count: view.pass };
        for (index, entry) in (0..).zip(self.description.interfaces) {
            let is_being_written = image.board.get(entry.offset).is_none_or(|word| word & 1 != 0);
            for part in [Part::Value, Part::Indices] {
                let (first, len) = part.place(entry);
                let (Some(old), Some(new)) =
                    (self.words.get_mut(first..first + len), image.board.get(first..first + len))
                else {
                    continue;
                };
                if old != new && !is_being_written {
                    old.copy_from_slice(new);
                    self.batch.words.push([part.code(index)]);
                    self.batch.words.copy(new);
                }
            }
        }
        for (layer, number, entry) in events(&self.description, image)? {
            let last = &mut self.numbers[layer as usize];
            if number > *last {
                *last = number;
                self.batch.events.push(Traced { pass: self.now.count, layer, entry });
            }
        }
        self.batch
            .events
            .sort_by_key(|event| (event.entry.event.time, event.layer != Layer::Agent));
        self.batch.passes.push(Pass { now: self.now, end: self.batch.words.len() });
        if self.batch.passes.len() >= LOOKS {
            self.send();
        }
        Ok(())
    }

    /// Adds a line to the log of the recording.
    pub fn log(&mut self, text: impl Into<String>) {
        self.batch.notes.push(Note::Log(self.now.time, text.into()));
    }

    /// Returns the time of what was seen last.
    #[must_use]
    pub fn time(&self) -> skill_runtime::Instant {
        self.now.time
    }

    fn send(&mut self) {
        self.batch = self.writer.send(std::mem::take(&mut self.batch));
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// [`RecordError`] if it could not be written as a whole.
    pub fn finish(mut self) -> Result<(), RecordError> {
        self.send();
        self.writer.finish()
    }
}
