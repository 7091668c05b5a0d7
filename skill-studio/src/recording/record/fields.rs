//! The values of fields over a recording, for plots. The passes stay in the file: of each block the least
//! and the greatest value of a field are kept once it was plotted, and blocks that are wider than a
//! pixel are read again.

use super::blocks::State;
use super::recording::{BlockPlace, Recording};
use super::source::{Messages, Source};
use crate::model::describe::Description;
use crate::model::timeline::{PlotError, PlotPart, PlotView, Plots};
use crate::text::escape::Escaped;
use skill_runtime::Instant;
use skill_runtime::blackboard::{CellWords, FieldType};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The fields whose least and greatest values are kept; of ten hours, those of one are some 600 kB.
const MAX_KEPT: usize = 16;
/// A block is read again if it is longer than this part of a pixel.
const MAX_PART: f64 = 0.5;

/// The values of the fields of a recording over its time.
#[derive(Debug)]
pub struct RecordedFields {
    sources: Vec<Source>,
    blocks: Vec<BlockPlace>,
    description: Description,
    /// The least and greatest values by the first word of the field, the newest last.
    kept: Mutex<VecDeque<(usize, Arc<[Summary]>)>>,
}

/// A field: the first of its words on the blackboard, and its type, which is no array.
#[derive(Clone, Copy)]
struct Column {
    word: usize,
    ty: FieldType,
}

/// The values of a field in a block.
#[derive(Clone, Copy, Debug)]
struct Summary {
    low: f64,
    high: f64,
    /// The words before the first pass.
    before: [u32; 2],
}

impl Recording {
    /// Returns the values of its fields, for plots of a program with a description; `None` if the
    /// blackboard is another one that it does not describe.
    #[must_use]
    pub fn fields(&self, description: &Description) -> Option<RecordedFields> {
        let description = self.recorded_board(description)?;
        let (sources, blocks) = (self.sources.clone(), self.blocks.clone());
        Some(RecordedFields { sources, blocks, description, kept: Mutex::default() })
    }
}

impl RecordedFields {
    fn column(&self, interface: &str, name: &str) -> Result<Column, PlotError> {
        let unknown = |what: &str, name: &str| {
            PlotError::Unknown(format!("the recording has no {what} `{}`", Escaped(name)))
        };
        let (_, entry) =
            self.description.interface(interface).ok_or_else(|| unknown("interface", interface))?;
        let mut word = entry.offset + CellWords::HEAD;
        for field in entry.interface.fields {
            if field.name == name {
                let ty = first_of(field.ty).filter(|ty| is_number(*ty));
                let ty = ty.ok_or_else(|| PlotError::NoNumber(format!("{interface}.{name}")))?;
                return Ok(Column { word, ty });
            }
            word += field.ty.words();
        }
        Err(unknown("field", &format!("{interface}.{name}")))
    }

    /// Returns the values of a field in each block.
    fn summaries(&self, column: Column) -> Result<Arc<[Summary]>, PlotError> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, all)) = kept().iter().find(|(word, _)| *word == column.word) {
            return Ok(Arc::clone(all));
        }
        let empty = Summary { low: f64::INFINITY, high: f64::NEG_INFINITY, before: [0; 2] };
        let mut all = vec![empty; self.blocks.len()];
        let (mut blocks, mut last) = (Blocks::new(self, column), [0; 2]);
        for (index, of) in all.iter_mut().enumerate() {
            of.before = last;
            blocks.read(index, last, |_, words| {
                let value = number(column.ty, words);
                if value.is_finite() {
                    (of.low, of.high) = (of.low.min(value), of.high.max(value));
                }
                last = words;
            })?;
        }
        let all: Arc<[Summary]> = all.into();
        let mut kept = kept();
        if kept.len() >= MAX_KEPT {
            kept.pop_front();
        }
        kept.push_back((column.word, Arc::clone(&all)));
        Ok(all)
    }
}

/// Reads the values of a field block by block.
struct Blocks<'f> {
    fields: &'f RecordedFields,
    messages: Messages,
    state: State,
    wanted: Vec<bool>,
    /// The words of the field.
    places: Range<usize>,
}

impl<'f> Blocks<'f> {
    fn new(fields: &'f RecordedFields, Column { word, ty }: Column) -> Self {
        let state = State::new(fields.description.interfaces);
        let places = word..word + ty.words().min(2);
        let mut wanted = vec![false; state.words.len()];
        wanted.iter_mut().skip(places.start).take(places.len()).for_each(|of| *of = true);
        Self { fields, messages: Messages::default(), state, wanted, places }
    }

    /// Reads the passes of a block, before which the field has the words `before`, and calls `each` with
    /// the time and the words.
    fn read(
        &mut self,
        index: usize,
        before: [u32; 2],
        mut each: impl FnMut(Instant, [u32; 2]),
    ) -> Result<(), PlotError> {
        let Self {
            fields: RecordedFields { blocks, sources, .. },
            messages,
            state,
            wanted,
            places,
        } = self;
        let read = blocks.get(index).and_then(|of| of.read(messages, sources, Some(wanted)));
        let block =
            read.ok_or_else(|| PlotError::Read("the recording was changed meanwhile".to_owned()))?;
        if let Some(words) = state.words.get_mut(places.clone()) {
            words.iter_mut().zip(before).for_each(|(word, before)| *word = before);
        }
        for (pass, now) in block.passes.iter().enumerate() {
            state.apply(&block, pass);
            let mut words = [0; 2];
            let of = state.words.get(places.clone()).unwrap_or_default();
            words.iter_mut().zip(of).for_each(|(word, of)| *word = *of);
            each(now.time, words);
        }
        Ok(())
    }
}

impl Plots for RecordedFields {
    fn plot(&self, part: PlotPart<'_>) -> Result<PlotView, PlotError> {
        let PlotPart { interface, field, from_sec, to_sec, width } = part;
        let column = self.column(interface, field)?;
        let summaries = self.summaries(column)?;
        let step_sec = (to_sec - from_sec) / f64::from(width.max(1));
        let last_pixel = f64::from(width.max(1)) - 1.0;
        let mut pixels = Pixels { from_sec, step_sec, last_pixel, points: Vec::new(), last: None };
        let first = self.blocks.partition_point(|of| of.last.time.as_secs_f64() < from_sec);
        let end = self.blocks.partition_point(|of| of.first.time.as_secs_f64() <= to_sec);
        let mut blocks = Blocks::new(self, column);
        for index in first..end {
            let (Some(block), Some(of)) = (self.blocks.get(index), summaries.get(index)) else {
                break;
            };
            let [begin, end] = [block.first, block.last].map(|of| of.time.as_secs_f64());
            if end - begin <= MAX_PART * step_sec {
                pixels.add(f64::midpoint(begin, end), of.low, of.high);
                continue;
            }
            blocks.read(index, of.before, |time, words| {
                let (time_sec, value) = (time.as_secs_f64(), number(column.ty, words));
                if (from_sec..=to_sec).contains(&time_sec) {
                    pixels.add(time_sec, value, value);
                }
            })?;
        }
        let is_single = column.ty == FieldType::Float(32);
        let points = pixels.points.into_iter();
        let points = points.map(|(time_sec, low, high)| {
            (rounded(time_sec), shortest(low, is_single), shortest(high, is_single))
        });
        Ok(PlotView { from_sec, to_sec, points: points.collect() })
    }
}

/// The least and greatest values of each pixel, from values in the order of time.
struct Pixels {
    from_sec: f64,
    step_sec: f64,
    last_pixel: f64,
    points: Vec<(f64, f64, f64)>,
    /// The pixel of the last point.
    last: Option<f64>,
}

impl Pixels {
    /// Adds values at a time. Those that are no numbers are left out.
    fn add(&mut self, time_sec: f64, low: f64, high: f64) {
        if !low.is_finite() || !high.is_finite() {
            return;
        }
        // The end belongs to the last.
        let pixel = ((time_sec - self.from_sec) / self.step_sec).floor().min(self.last_pixel);
        let is_same = self.last == Some(pixel);
        match self.points.last_mut().filter(|_| is_same) {
            Some(of) => {
                *of =
                    (self.from_sec + (pixel + 0.5) * self.step_sec, of.1.min(low), of.2.max(high));
            }
            None => self.points.push((time_sec, low, high)),
        }
        self.last = Some(pixel);
    }
}

/// Returns the type of the first value of an array; `None` if it has none.
fn first_of(ty: FieldType) -> Option<FieldType> {
    match ty {
        FieldType::Array(_, 0) => None,
        FieldType::Array(of, _) => first_of(*of),
        ty => Some(ty),
    }
}

fn is_number(ty: FieldType) -> bool {
    !matches!(ty, FieldType::Text(_) | FieldType::Other(_) | FieldType::Array(..))
}

/// Returns the words of a field as a number; that of an enum is the place in its list. NaN if they are
/// no value.
fn number(ty: FieldType, [low, high]: [u32; 2]) -> f64 {
    let both = u64::from(low) | u64::from(high) << 32;
    #[allow(clippy::cast_precision_loss)] // a pixel
    match ty {
        FieldType::Bool => f64::from(u8::from(low != 0)),
        FieldType::Unsigned(64) => both as f64,
        FieldType::Signed(64) => both.cast_signed() as f64,
        FieldType::Float(64) => f64::from_bits(both),
        FieldType::Unsigned(_) => f64::from(low),
        FieldType::Signed(_) => f64::from(low.cast_signed()),
        FieldType::Float(_) => f64::from(f32::from_bits(low)),
        FieldType::Enum(of) => {
            let place = of.values.iter().position(|value| value.number == low);
            place.map_or(f64::NAN, |place| place as f64)
        }
        FieldType::Text(_) | FieldType::Array(..) | FieldType::Other(_) => f64::NAN,
    }
}

/// Rounds a time to a tenth of a millisecond, for short texts.
fn rounded(time_sec: f64) -> f64 {
    (time_sec * 1e4).round() / 1e4
}

/// Returns the shortest number that is the same as an `f32`, for short texts.
fn shortest(value: f64, is_single: bool) -> f64 {
    #[allow(clippy::cast_possible_truncation)] // it was one
    let text = is_single.then(|| (value as f32).to_string());
    text.and_then(|text| text.parse().ok()).unwrap_or(value)
}
