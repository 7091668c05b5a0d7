//! Wild numbers, and the calls, messages and values that contain them.

use skill_runtime::blackboard::{Decoder, Words as _};
use skill_runtime::graph::ArgInfo;
use skill_runtime::{Cell, FieldInfo, FieldType, Instant, Interface, SkillInfo, Writer};
use std::fmt::Write as _;
use std::sync::atomic::AtomicU32;

/// The `f32`s at which things go wrong.
const CORNERS: [f32; 22] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-45,
    -1e-45,
    0.0,
    -0.0,
    1.0,
    -1.0,
    1.000_000_1,
    2.094_395_2,
    2.094_395_4,
    -0.680_678_5,
    60.0,
    60.000_004,
    100.0,
    -100.0,
    1e9,
    -1e30,
];

/// The numbers of skill strings at which things go wrong.
const WORDS: &str = "1e39 -1e39 3.4028236e38 1e308 1e309 1e400 -1e400 nan -nan inf +inf -infinity -0.0 5e-324 \
    1e-46 4294967295 4294967296 -1 0x10 18446744073709551616 1_0 .. 1e nil";

/// The source of everything random.
pub struct Wild {
    random: fastrand::Rng,
    words: Vec<AtomicU32>,
    len: usize,
    text: String,
}

impl Wild {
    /// Creates a source with a seed.
    pub fn new(seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Self { random, words: Vec::new(), len: 0, text: String::new() }
    }

    /// Returns true once in `n` times.
    pub fn once_in(&mut self, n: u32) -> bool {
        self.random.u32(..n) == 0
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.usize(..end)
    }

    /// Returns a sensible number, a corner, or any bits.
    pub fn float(&mut self) -> f32 {
        match self.random.u32(..8) {
            0 => CORNERS[self.random.usize(..CORNERS.len())],
            1 => f32::from_bits(self.random.u32(..)),
            2..5 => self.random.f32() * 2.0 - 1.0,
            _ => (self.random.f32() - 0.5) * 8.0,
        }
    }

    fn integer(&mut self) -> u32 {
        match self.random.u32(..4) {
            0 => self.random.u32(..),
            1 => [0, 1, u32::MAX, 1 << 31, i32::MAX.cast_unsigned()][self.random.usize(..5)],
            _ => self.random.u32(..64),
        }
    }

    /// Returns the time to the next tick in microseconds; rarely a jump by hours.
    pub fn step_us(&mut self) -> u64 {
        match self.random.u32(..1000) {
            0 => self.random.u64(..20_000_000_000),
            1..30 => self.random.u64(..5_000_000),
            30 => 0,
            _ => 10_000,
        }
    }

    fn put(&mut self, word: u32) {
        match self.words.get(self.len) {
            Some(place) => place.store(word, std::sync::atomic::Ordering::Relaxed),
            None => self.words.push(AtomicU32::new(word)),
        }
        self.len += 1;
    }

    fn put_field(&mut self, ty: FieldType) {
        match ty {
            FieldType::Bool => {
                let word = self.random.u32(..2);
                self.put(word);
            }
            FieldType::Float(32) => {
                let word = self.float().to_bits();
                self.put(word);
            }
            FieldType::Float(_) => {
                let bits = f64::from(self.float()).to_bits();
                self.put((bits & 0xffff_ffff) as u32);
                self.put((bits >> 32) as u32);
            }
            FieldType::Unsigned(bits) if bits < 32 => {
                let word = self.integer() & ((1 << bits) - 1);
                self.put(word);
            }
            FieldType::Signed(bits) if bits < 32 => {
                let word = self.integer() & ((1 << (bits - 1)) - 1);
                self.put(word);
            }
            FieldType::Enum(info) => {
                let at = self.random.usize(..info.values.len().max(1));
                self.put(info.values.get(at).map_or(0, |value| value.number));
            }
            FieldType::Array(of, count) => (0..count).for_each(|_| self.put_field(*of)),
            // A text of no bytes.
            FieldType::Text(_) => (0..ty.words()).for_each(|_| self.put(0)),
            _ => {
                for _ in 0..ty.words() {
                    let word = self.integer();
                    self.put(word);
                }
            }
        }
    }

    fn put_fields(&mut self, fields: &[FieldInfo]) {
        for field in fields {
            self.put_field(field.ty);
        }
    }

    pub fn value<I: Interface>(&mut self) -> Option<I> {
        self.len = 0;
        self.put_fields(I::FIELDS);
        I::take(&mut Decoder::new(&self.words[..self.len]))
    }

    pub fn publish<I: Interface>(&mut self, writer: &mut Writer<'_, I>, now: Instant) {
        if let Some(value) = self.value::<I>() {
            writer.write(&value, now);
        }
    }

    pub fn message<I: Interface>(&mut self) -> Option<I::Message> {
        self.len = 0;
        let message = I::INFO.messages.get(self.random.usize(..I::INFO.messages.len().max(1)))?;
        self.put(message.number);
        self.put_fields(message.fields);
        I::Message::take(&mut Decoder::new(&self.words[..self.len]))
    }

    /// Sends a wild message. Returns whether it was queued.
    pub fn send<I: Interface>(&mut self, cell: &Cell<I>, sender: u32) -> bool {
        self.message::<I>().is_some_and(|message| !cell.send_as(sender, message).is_refused())
    }

    /// Writes a call of one of `skills`: most arguments are good ones.
    pub fn call(&mut self, skills: &[&'static SkillInfo]) -> &str {
        let skill = skills[self.random.usize(..skills.len())];
        self.text.clear();
        self.text.push_str(skill.name);
        self.text.push('{');
        // A wild argument in most calls would leave few that are accepted.
        let wild = self.once_in(5);
        let rare = skill.arguments().count() > 12;
        let all = rare && self.once_in(16);
        for arg in skill.arguments() {
            let few = if rare { 8 } else { 2 };
            if arg.default.is_none() || all || self.once_in(few) {
                let _ = write!(self.text, "{}=", arg.name);
                self.push_value(arg, wild);
                self.text.push(',');
            }
        }
        self.text.push('}');
        &self.text
    }

    fn push_value(&mut self, arg: &ArgInfo, wild: bool) {
        if wild && self.once_in(2) {
            let count = WORDS.split(' ').count();
            let word = WORDS.split(' ').nth(self.random.usize(..count));
            return self.text.push_str(word.unwrap_or_default());
        }
        if !arg.choices.is_empty() {
            let choice = arg.choices[self.random.usize(..arg.choices.len())];
            let _ = write!(self.text, "\"{choice}\"");
        } else if let Some(range) = arg.range {
            let (low, high) = (range.low.unwrap_or(-1e9), range.high.unwrap_or(1e9));
            let number = match self.random.u32(..6) {
                0 => low,
                1 => high,
                2 if wild => high * 1.001 + 1e-3,
                3 if wild => low * 2.0 - 1.0,
                _ => low + self.random.f64() * (high - low),
            };
            let whole = matches!(arg.type_name, "u8" | "u16" | "u32" | "i8" | "i16" | "i32");
            let _ = if whole {
                write!(self.text, "{}", number.round())
            } else {
                write!(self.text, "{number}")
            };
        } else if arg.type_name.contains("bool") {
            let value = if self.once_in(2) { "true" } else { "false" };
            self.text.push_str(value);
        } else {
            self.text.push_str("\"hi\"");
        }
    }
}
