//! The representation of values as 32-bit words, which is the same on every machine.

use super::info::FieldType;
use crate::atomic::{AtomicU32, Ordering::Relaxed};

/// Writes the words of a value to the blackboard.
#[derive(Debug)]
pub struct Encoder<'a> {
    words: core::slice::Iter<'a, AtomicU32>,
    over: &'a [AtomicU32],
    put: usize,
    used: usize,
}

impl<'a> Encoder<'a> {
    /// Creates an encoder that writes to `words`.
    #[must_use]
    pub fn new(words: &'a [AtomicU32]) -> Self {
        Self::over([words, &[]])
    }

    /// Creates an encoder that writes to the first slice, then to the second.
    #[must_use]
    pub fn over([words, over]: [&'a [AtomicU32]; 2]) -> Self {
        Self { words: words.iter(), over, put: 0, used: 0 }
    }

    /// Returns the number of words up to the last one that is not zero. A [`Decoder`] needs only
    /// these, since it reads zeros after the end.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }

    /// Writes the next word. Does nothing if there is no space left.
    #[inline]
    pub fn put(&mut self, word: u32) {
        self.put = self.put.wrapping_add(1);
        if word != 0 {
            self.used = self.put;
        }
        if let Some(place) = next(&mut self.words, &mut self.over) {
            place.store(word, Relaxed);
        }
    }

    /// Writes so many zeros.
    fn put_zeros(&mut self, mut count: usize) {
        self.put = self.put.wrapping_add(count);
        for _ in 0..2 {
            let now = count.min(self.words.len());
            for place in self.words.by_ref().take(now) {
                place.store(0, Relaxed);
            }
            count = count.saturating_sub(now);
            if count > 0 {
                self.words = core::mem::take(&mut self.over).iter();
            }
        }
    }
}

/// Reads the words of a value from the blackboard.
#[derive(Debug)]
pub struct Decoder<'a> {
    words: core::slice::Iter<'a, AtomicU32>,
    over: &'a [AtomicU32],
    /// Not zero if a word was no value of its type.
    wrong: u32,
}

/// Returns the next word: first of `words`, then of `over`.
#[inline]
fn next<'a>(
    words: &mut core::slice::Iter<'a, AtomicU32>,
    over: &mut &'a [AtomicU32],
) -> Option<&'a AtomicU32> {
    words.next().or_else(|| {
        *words = core::mem::take(over).iter();
        words.next()
    })
}

impl<'a> Decoder<'a> {
    /// Creates a decoder that reads from `words`.
    #[must_use]
    pub fn new(words: &'a [AtomicU32]) -> Self {
        Self::over([words, &[]])
    }

    /// Creates a decoder that reads from the first slice, then from the second.
    #[must_use]
    pub fn over([words, over]: [&'a [AtomicU32]; 2]) -> Self {
        Self { words: words.iter(), over, wrong: 0 }
    }

    /// Returns whether all words that were read in place were values of their types.
    #[inline]
    pub(super) fn is_valid(&self) -> bool {
        self.wrong == 0
    }

    /// Passes over the next `words` words, and returns a decoder that begins with them.
    #[inline]
    fn split(&mut self, words: usize) -> Self {
        let all = Self { words: self.words.clone(), over: self.over, wrong: 0 };
        if let Some(more @ 1..) = words.checked_sub(self.words.len()) {
            self.words = core::mem::take(&mut self.over).get(more..).unwrap_or_default().iter();
        } else {
            self.words = self.words.as_slice().get(words..).unwrap_or_default().iter();
        }
        all
    }

    /// Returns the next word, or 0 after the end.
    #[inline]
    pub fn take(&mut self) -> u32 {
        next(&mut self.words, &mut self.over).map_or(0, |place| place.load(Relaxed))
    }
}

/// A value with a fixed representation as 32-bit words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of an interface",
    label = "has no fixed layout",
    note = "use bool, u8 to u64, i8 to i64, f32, f64, arrays of these, `Text<N>`, or an enum of this interface"
)]
pub trait Words: Sized {
    /// The number of words.
    const LEN: usize;
    /// The representation as data, for tools.
    const TYPE: FieldType = FieldType::Other(Self::LEN);
    /// Writes the value.
    fn put(&self, to: &mut Encoder<'_>);
    /// Reads the value, or returns `None` if the words do not represent one. 32-bit and 64-bit
    /// numbers are always `Some`.
    fn take(from: &mut Decoder<'_>) -> Option<Self>;
    /// Reads the value in place. Returns `false`, or notes in the decoder, that the words do not
    /// represent one; then the value is any one. Without a branch for each word, which is what
    /// the notes are for.
    #[doc(hidden)]
    #[inline]
    fn read(&mut self, from: &mut Decoder<'_>) -> bool {
        let value = Self::take(from);
        let valid = value.is_some();
        if let Some(value) = value {
            *self = value;
        }
        valid
    }
}

macro_rules! words {
    ($($type:ty = $of:expr, |$v:ident| $put:expr, |$w:ident| $take:expr, $read:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Words for $type {
            const LEN: usize = 1;
            const TYPE: FieldType = $of;
            #[inline]
            fn put(&self, to: &mut Encoder<'_>) { let $v = *self; to.put($put); }
            #[inline]
            fn take(from: &mut Decoder<'_>) -> Option<Self> { let $w = from.take(); $take }
            #[inline]
            #[allow(clippy::cast_possible_truncation)] // then the value is invalid
            fn read(&mut self, from: &mut Decoder<'_>) -> bool {
                let $w = from.take();
                let (value, wrong) = $read;
                *self = value;
                from.wrong |= wrong;
                true
            }
        }
    )*};
}

words! {
    u32 = FieldType::Unsigned(32), |v| v, |w| Some(w), (w, 0);
    u16 = FieldType::Unsigned(16), |v| u32::from(v), |w| u16::try_from(w).ok(), (w as u16, w >> 16);
    u8 = FieldType::Unsigned(8), |v| u32::from(v), |w| u8::try_from(w).ok(), (w as u8, w >> 8);
    i32 = FieldType::Signed(32), |v| v.cast_unsigned(), |w| Some(w.cast_signed()), (w.cast_signed(), 0);
    i16 = FieldType::Signed(16), |v| i32::from(v).cast_unsigned(), |w| i16::try_from(w.cast_signed()).ok(), (w as i16, i32::from(w as i16).cast_unsigned() ^ w);
    i8 = FieldType::Signed(8), |v| i32::from(v).cast_unsigned(), |w| i8::try_from(w.cast_signed()).ok(), (w as i8, i32::from(w as i8).cast_unsigned() ^ w);
    f32 = FieldType::Float(32), |v| v.to_bits(), |w| Some(f32::from_bits(w)), (f32::from_bits(w), 0);
    bool = FieldType::Bool, |v| u32::from(v), |w| Some(w != 0), (w != 0, 0);
}

#[diagnostic::do_not_recommend]
impl Words for u64 {
    const LEN: usize = 2;
    const TYPE: FieldType = FieldType::Unsigned(64);
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the two halves
    fn put(&self, to: &mut Encoder<'_>) {
        to.put(*self as u32);
        to.put((*self >> 32) as u32);
    }
    #[inline]
    fn take(from: &mut Decoder<'_>) -> Option<Self> {
        let low = from.take();
        Some(u64::from(low) | u64::from(from.take()) << 32)
    }
}

#[diagnostic::do_not_recommend]
impl Words for i64 {
    const LEN: usize = 2;
    const TYPE: FieldType = FieldType::Signed(64);
    fn put(&self, to: &mut Encoder<'_>) {
        self.cast_unsigned().put(to);
    }
    fn take(from: &mut Decoder<'_>) -> Option<Self> {
        u64::take(from).map(u64::cast_signed)
    }
}

#[diagnostic::do_not_recommend]
impl Words for f64 {
    const LEN: usize = 2;
    const TYPE: FieldType = FieldType::Float(64);
    fn put(&self, to: &mut Encoder<'_>) {
        self.to_bits().put(to);
    }
    fn take(from: &mut Decoder<'_>) -> Option<Self> {
        u64::take(from).map(f64::from_bits)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Words, const N: usize> Words for [T; N] {
    const LEN: usize = N * T::LEN;
    const TYPE: FieldType = FieldType::Array(&T::TYPE, N);
    #[inline]
    fn put(&self, to: &mut Encoder<'_>) {
        for value in self {
            value.put(to);
        }
    }
    #[inline]
    fn take(from: &mut Decoder<'_>) -> Option<Self> {
        let mut values = heapless::Vec::<T, N>::new();
        for _ in 0..N {
            values.push(T::take(from)?).ok()?;
        }
        values.into_array().ok()
    }
    #[inline]
    fn read(&mut self, from: &mut Decoder<'_>) -> bool {
        self.iter_mut().all(|value| value.read(from))
    }
}

/// A text of at most `N` bytes of UTF-8.
pub type Text<const N: usize> = heapless::String<N>;

#[diagnostic::do_not_recommend] // its whole type is no name of the language
impl<const N: usize> Words for heapless::String<N> {
    const LEN: usize = 1 + N.div_ceil(4);
    const TYPE: FieldType = FieldType::Text(N);
    #[allow(clippy::cast_possible_truncation)] // N bytes are far below 4 GiB
    fn put(&self, to: &mut Encoder<'_>) {
        to.put(self.len() as u32);
        let mut chunks = self.as_bytes().chunks(4);
        for _ in 0..N.div_ceil(4) {
            let Some(chunk) = chunks.next() else { break };
            let mut word = [0; 4];
            for (to, byte) in word.iter_mut().zip(chunk) {
                *to = *byte;
            }
            to.put(u32::from_le_bytes(word));
        }
        to.put_zeros(N.div_ceil(4).saturating_sub(self.len().div_ceil(4)));
    }
    fn take(from: &mut Decoder<'_>) -> Option<Self> {
        let len = from.take() as usize;
        let mut rest = from.split(N.div_ceil(4));
        let mut bytes = heapless::Vec::<u8, N>::new();
        for _ in 0..N.div_ceil(4) {
            let left = len.saturating_sub(bytes.len());
            if left == 0 {
                break;
            }
            let data = rest.take().to_le_bytes();
            bytes.extend_from_slice(data.get(..left.min(4))?).ok()?;
        }
        if bytes.len() == len { heapless::String::from_utf8(bytes).ok() } else { None }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn round_trip<T: Words + PartialEq + core::fmt::Debug>(value: &T) {
        let words: [AtomicU32; 64] = [const { AtomicU32::new(0) }; 64];
        value.put(&mut Encoder::new(&words));
        assert_eq!(T::take(&mut Decoder::new(&words)).as_ref(), Some(value));
        assert!(T::LEN <= 64);
        assert_eq!(T::TYPE.words(), T::LEN);
    }

    #[test]
    fn every_type_survives() {
        round_trip(&u64::MAX);
        round_trip(&-5_i64);
        round_trip(&-5_i16);
        round_trip(&f64::MIN_POSITIVE);
        round_trip(&[1.5_f32, -2.0, f32::INFINITY]);
        round_trip(&[[true, false], [false, true]]);
        round_trip(&Text::<13>::try_from("häßlich").unwrap());
        round_trip(&Text::<4>::try_from("full").unwrap());
    }

    #[test]
    fn a_shorter_text_leaves_nothing_of_the_one_before() {
        for (split, text) in
            (0..=8).flat_map(|split| ["", "a", "four", "fifth", "häßliche"].map(|of| (split, of)))
        {
            let words: [AtomicU32; 8] = [const { AtomicU32::new(7) }; 8];
            let (first, second) = words.split_at(split);
            let mut to = Encoder::over([first, second]);
            Text::<20>::try_from(text).unwrap().put(&mut to);
            to.put(9);
            assert_eq!(to.used(), 7, "the word after it");
            let put = words.each_ref().map(|word| word.load(Relaxed));
            assert_eq!((put[0] as usize, put[6], put[7]), (text.len(), 9, 7), "{split} {text}");
            let bytes: std::vec::Vec<u8> =
                put[1..6].iter().flat_map(|word| word.to_le_bytes()).collect();
            assert_eq!(&bytes[..text.len()], text.as_bytes());
            assert!(bytes[text.len()..].iter().all(|byte| *byte == 0), "{split} {text}");
        }
    }

    #[test]
    fn words_that_are_no_value_are_refused() {
        let words = [AtomicU32::new(300), AtomicU32::new(u32::MAX)];
        assert_eq!(u8::take(&mut Decoder::new(&words)), None);
        assert_eq!(<[u8; 2]>::take(&mut Decoder::new(&words)), None);
        assert_eq!(Text::<4>::take(&mut Decoder::new(&words)), None, "too long");
        let words = [AtomicU32::new(2), AtomicU32::new(0xff_ff)];
        assert_eq!(Text::<4>::take(&mut Decoder::new(&words)), None, "not UTF-8");
    }
}
