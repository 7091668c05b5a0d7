//! The place of a process in the shared memory, which at most one process has at a time.

use crate::abi::{Code, WRITER_TAKEN};
use core::num::NonZeroU32;
use core::sync::atomic::{
    AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed},
};

/// A place in one word, so that it is either free or taken whenever a process dies: the odd number
/// of the process that has it, or that number less 1 if the place is free again. A number is not
/// reused before all 2^31 have been used.
#[repr(transparent)]
pub struct Place(AtomicU32);

impl Place {
    /// Returns the number of the process that has the place.
    pub fn holder(&self) -> Option<u32> {
        let word = self.0.load(Acquire);
        (word & 1 != 0).then_some(word)
    }

    /// Returns whether the process with this number has the place.
    #[inline]
    pub fn has(&self, number: u32) -> bool {
        self.0.load(Acquire) == number
    }

    /// Takes the place and returns the number of the new holder. `replaces` decides whether the
    /// process with the given number, which has the place, is replaced.
    ///
    /// # Errors
    /// `WRITER_TAKEN` if another process has the place, or has just been quicker; or the error
    /// of `replaces`.
    pub fn claim(
        &self,
        replaces: impl FnOnce(u32) -> Result<bool, Code>,
    ) -> Result<NonZeroU32, Code> {
        let before = self.0.load(Acquire);
        if before & 1 != 0 && !replaces(before)? {
            return Err(WRITER_TAKEN);
        }
        // Excludes 1, the identity of a writer in memory that is not shared.
        let next = (before | 1).wrapping_add(2);
        let number = NonZeroU32::new(if next == 1 { 3 } else { next }).ok_or(WRITER_TAKEN)?;
        match self.0.compare_exchange(before, number.get(), AcqRel, Relaxed) {
            Ok(_) => Ok(number),
            Err(_) => Err(WRITER_TAKEN),
        }
    }

    /// Frees the place, unless another process has replaced the one with this number.
    pub fn release(&self, number: u32) {
        let _ = self.0.compare_exchange(number, number & !1, AcqRel, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_one_holder() {
        for word in [0, 1, 2, 3, u32::MAX - 2, u32::MAX - 1, u32::MAX] {
            let place = Place(AtomicU32::new(word));
            let replaced = place.claim(|_| Ok(false)).err();
            assert_eq!(replaced, (word % 2 == 1).then_some(WRITER_TAKEN), "{word}");
            let first = place.claim(|holder| Ok(holder % 2 == 1)).expect("replaces any").get();
            assert!(first > 1 && place.has(first) && first != word, "{word}");
            assert_eq!(place.claim(|_| Ok(false)), Err(WRITER_TAKEN));
            let second = place.claim(|holder| Ok(holder == first)).expect("replaced").get();
            place.release(first);
            assert_eq!(place.holder(), Some(second), "the first one is not in the place any more");
            place.release(second);
            assert_eq!(place.holder(), None);
            let third = place.claim(|_| Ok(false)).expect("free").get();
            assert!(![first, second].contains(&third) && third > 1);
        }
    }
}
