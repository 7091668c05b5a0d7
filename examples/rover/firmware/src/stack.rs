//! The stack that a pass needs: what lies below the stack pointer is painted before it, and looked at after it.
#![allow(unsafe_code)] // the one module that has it: the stack is no value of Rust

use core::ptr;
use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::register::msp;

const PAINT: u32 = 0xcccc_cccc;
const WORD: u32 = 4;
/// The bytes below the stack pointer that the functions of this module may use.
const OWN: u32 = 64;

/// The stack pointer when the stack was painted.
static TOP: AtomicU32 = AtomicU32::new(0);
/// The most bytes that were found used.
static USED: AtomicU32 = AtomicU32::new(0);

unsafe extern "C" {
    /// The end of the static variables, by the linker's script.
    static __euninit: u32;
}

fn bottom() -> u32 {
    (&raw const __euninit).addr() as u32
}

/// Paints the free part of the stack.
#[inline(always)]
pub fn paint() {
    let top = msp::read();
    TOP.store(top, Ordering::Relaxed);
    let mut at = bottom();
    while at < top - OWN {
        // SAFETY: between the static variables and the stack pointer nothing lives; an interrupt puts back
        // the stack pointer before it returns.
        unsafe { ptr::with_exposed_provenance_mut::<u32>(at as usize).write_volatile(PAINT) };
        at += WORD;
    }
}

/// Notes how much of it was used.
#[inline(always)]
pub fn measure() {
    let top = TOP.load(Ordering::Relaxed);
    let mut at = bottom();
    // SAFETY: as above.
    while at < top
        && unsafe { ptr::with_exposed_provenance::<u32>(at as usize).read_volatile() } == PAINT
    {
        at += WORD;
    }
    USED.fetch_max(top - at, Ordering::Relaxed);
}

/// Logs the most that a pass has used.
pub fn report() {
    defmt::println!("{=u32} bytes of stack used", USED.load(Ordering::Relaxed));
}
