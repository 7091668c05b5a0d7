//! The pairs of times in recordings that show each other's clocks.

use super::error::AlignError;
use super::fit::{Message, Moment, Robot};
use crate::model::clocks::{BoardField, Clocks};
use crate::model::describe::Description;
use crate::model::view::board;
use crate::recording::record::Recording;
use skill_runtime::blackboard::{BoardEntry, CellWords, FieldType};
use std::collections::{BTreeMap, BTreeSet};

/// The clock of a message begins anew after this time.
const WRAP_US: f64 = 4_294_967_296_000.0;
/// The age from which on there was no message, s.
const NEVER_SEC: f64 = 1000.0;

/// The number of messages whose times may be those of passes of another robot by chance.
const CHANCE: usize = 3;

/// A recording.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    pub name: String,
    pub robot: Robot,
}

/// The messages and moments of all recordings.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    pub robots: Vec<Recorded>,
    pub messages: Vec<Message>,
    pub moments: Vec<Moment>,
}

/// A message as its receiver knows it.
#[derive(Clone, Copy)]
struct Heard {
    /// The number of the sender.
    from: u8,
    sent_us: f64,
    received_us: f64,
}

/// The messages and moments of one recording.
#[derive(Default)]
struct Told {
    number: u8,
    times_us: [f64; 2],
    period_us: f64,
    /// The milliseconds of its clock in which passes began.
    passes_ms: BTreeSet<u64>,
    heard: Vec<Heard>,
    /// The time at which the common fields first had values, by those.
    moments: BTreeMap<Vec<u32>, f64>,
}

impl Evidence {
    pub fn read(
        recordings: &[Recording],
        description: &Description,
        clocks: &Clocks,
    ) -> Result<Self, AlignError> {
        let mut evidence = Self::default();
        let mut told: Vec<Told> = Vec::new();
        for recording in recordings {
            let name = recording.name.clone().unwrap_or_default();
            let of = Told::of(recording, &name, description, clocks)?;
            let has_number = |other: &Told| of.number != 0 && other.number == of.number;
            if let Some(other) = told.iter().position(has_number) {
                let robots = [evidence.robots[other].name.clone(), name];
                return Err(AlignError::Number { robots, number: of.number });
            }
            let [first, last] = of.times_us;
            let (middle_us, span_us) = (f64::midpoint(first, last), last - first);
            let robot = Robot { middle_us, span_us, period_us: of.period_us };
            evidence.robots.push(Recorded { name, robot });
            told.push(of);
        }
        let mut moments = BTreeMap::<&[u32], Moment>::new();
        for (to, of) in told.iter().enumerate() {
            for (from, sender) in told.iter().enumerate() {
                let messages = sender.sent_to(of);
                let Some(messages) = messages else {
                    let name = |robot: usize| evidence.robots[robot].name.clone();
                    return Err(AlignError::Stranger { sender: name(from), receiver: name(to) });
                };
                let message = |(sent_us, received_us)| Message { from, to, sent_us, received_us };
                evidence.messages.extend(messages.into_iter().map(message));
            }
            for (values, time_us) in &of.moments {
                moments.entry(values).or_default().push((to, *time_us));
            }
        }
        evidence.moments = moments.into_values().filter(|moment| moment.len() > 1).collect();
        Ok(evidence)
    }
}

/// Returns the time of a clock that has wrapped, if it is in a recording.
fn unwrapped(time_us: f64, [first, last]: [f64; 2]) -> Option<f64> {
    let wraps = ((first - time_us) / WRAP_US).ceil().max(0.0);
    Some(time_us + wraps * WRAP_US).filter(|time_us| *time_us <= last)
}

/// A field on the blackboard of a recording.
struct Place {
    entry: &'static BoardEntry,
    word: usize,
    ty: FieldType,
}

impl Place {
    fn of(field: BoardField, description: &Description) -> Option<Self> {
        let entry = description.interfaces.iter().find(|entry| entry.id == field.interface)?;
        let (of, word) = board::fields(entry).find(|(of, _)| of.name == field.field)?;
        Some(Self { entry, word, ty: of.ty })
    }

    /// Returns its words, and those in front of the interface.
    fn needed(&self) -> impl Iterator<Item = usize> + use<> {
        let head = self.entry.offset..self.entry.offset + CellWords::HEAD;
        head.chain(self.word..self.word + self.ty.words())
    }

    fn words<'w>(&self, words: &'w [u32]) -> &'w [u32] {
        words.get(self.word..self.word + self.ty.words()).unwrap_or_default()
    }

    /// Returns its numbers: one, or those of an array.
    fn numbers(&self, words: &[u32]) -> Vec<f64> {
        let value = board::value(self.ty, &mut self.words(words).iter().copied());
        match value {
            Some(serde_json::Value::Array(all)) => {
                all.iter().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect()
            }
            value => value.and_then(|value| value.as_f64()).into_iter().collect(),
        }
    }

    /// Returns the time of the last write, in microseconds; `None` before the first one.
    fn written_us(&self, words: &[u32]) -> Option<f64> {
        let [written, _, low, high] = *words.get(self.entry.offset..self.entry.offset + 4)? else {
            return None;
        };
        let time_us = u64::from(low) | u64::from(high) << 32;
        #[allow(clippy::cast_precision_loss)] // half a million years
        (written != 0).then_some(time_us as f64)
    }
}

impl Told {
    /// Returns when it has sent the messages that another robot has heard of its number, and when they were received.
    /// `None` if somebody else has sent them: a message has the time of a pass.
    fn sent_to(&self, receiver: &Self) -> Option<Vec<(f64, f64)>> {
        let heard = receiver.heard.iter().filter(|heard| heard.from == self.number);
        let count = heard.clone().count();
        let in_time = heard.filter_map(|heard| {
            Some((unwrapped(heard.sent_us, self.times_us)?, heard.received_us))
        });
        let in_time: Vec<(f64, f64)> = in_time.collect();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // times of the recording
        let is_of_pass =
            |(sent_us, _): &&(f64, f64)| self.passes_ms.contains(&((*sent_us / 1000.0) as u64));
        let matches = in_time.iter().filter(is_of_pass).count();
        (count < CHANCE || matches > 0 && 2 * matches >= in_time.len()).then_some(in_time)
    }

    fn of(
        recording: &Recording,
        name: &str,
        description: &Description,
        clocks: &Clocks,
    ) -> Result<Self, AlignError> {
        let lacks = |field| AlignError::Field { robot: name.to_owned(), field };
        let description =
            recording.recorded_board(description).ok_or_else(|| lacks(clocks.number))?;
        let place = |field| Place::of(field, &description).ok_or_else(|| lacks(field));
        let (number, spoken, age) =
            (place(clocks.number)?, place(clocks.spoken_ms)?, place(clocks.age_sec)?);
        let common: Vec<Place> =
            clocks.common.iter().copied().map(place).collect::<Result<_, _>>()?;
        let fields = [&number, &spoken, &age].into_iter().chain(&common);
        let needed: Vec<usize> = fields.flat_map(Place::needed).collect();
        let mut passes = recording.passes_of(&description, needed.into_iter());
        let mut told = Self::default();
        let (mut last_spoken, mut last_common, mut count) = (Vec::new(), None, 0_u32);
        while let Some(now) = passes.next() {
            told.passes_ms.insert(now.time.as_micros() / 1000);
            #[allow(clippy::cast_precision_loss)] // half a million years
            let now_us = now.time.as_micros() as f64;
            if count == 0 {
                told.times_us[0] = now_us;
            }
            told.times_us[1] = now_us;
            count += 1;
            let words = passes.words();
            if told.number == 0 && number.written_us(words).is_some() {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
                if let [own] = number.numbers(words)[..]
                    && (1.0..256.0).contains(&own)
                {
                    told.number = own as u8;
                }
            }
            let now_spoken = spoken.words(words);
            if let Some(written_us) = age.written_us(words).filter(|_| last_spoken != now_spoken) {
                told.hear(
                    written_us,
                    &spoken.numbers(words),
                    &age.numbers(words),
                    &last_spoken,
                    now_spoken,
                );
                last_spoken = now_spoken.to_vec();
            }
            if common.iter().all(|of| of.written_us(words).is_some()) {
                let values: Vec<u32> =
                    common.iter().flat_map(|of| of.words(words)).copied().collect();
                if last_common.as_ref() != Some(&values) {
                    if last_common.is_some() {
                        told.moments.entry(values.clone()).or_insert(now_us);
                    }
                    last_common = Some(values);
                }
            }
        }
        if count < 2 {
            return Err(AlignError::Empty(name.to_owned()));
        }
        told.period_us = (told.times_us[1] - told.times_us[0]) / f64::from(count - 1);
        Ok(told)
    }

    /// Notes the messages that are new.
    fn hear(
        &mut self,
        written_us: f64,
        spoken_ms: &[f64],
        age_sec: &[f64],
        before: &[u32],
        now: &[u32],
    ) {
        for (index, (sent_ms, age_sec)) in spoken_ms.iter().zip(age_sec).enumerate() {
            let is_new = before.get(index) != now.get(index);
            let Ok(from) = u8::try_from(index + 1) else { return };
            if is_new && (0.0..NEVER_SEC).contains(age_sec) {
                let received_us = written_us - age_sec * 1e6;
                self.heard.push(Heard { from, sent_us: sent_ms * 1000.0, received_us });
            }
        }
    }
}
