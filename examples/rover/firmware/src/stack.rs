//! The stack that a pass needs: what lies below the stack pointer is painted before it, and looked at after it.
#![allow(unsafe_code)] // the free stack is no value of Rust

use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};
use cortex_m::register::msp;

const PAINT: u32 = 0xcccc_cccc;
/// The bytes below the stack pointer that the painting itself may use.
const OWN: usize = 64;

/// The most bytes that were found used.
static USED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" {
    /// The end of the static variables, by the script of the linker.
    static __euninit: u32;
}

/// Runs a function, and notes how much of the stack it has used.
pub fn measure(run: impl FnOnce()) {
    let top = msp::read() as usize;
    let free = || ((&raw const __euninit).addr()..top).step_by(size_of::<u32>());
    for at in free().take_while(|at| *at < top - OWN) {
        // SAFETY: between the static variables and the stack pointer is nothing that anybody reads; an interrupt
        // gives back what it takes.
        unsafe { ptr::with_exposed_provenance_mut::<u32>(at).write_volatile(PAINT) };
    }
    run();
    // SAFETY: as above; whatever was written there is a number.
    let painted =
        |at: &usize| unsafe { ptr::with_exposed_provenance::<u32>(*at).read_volatile() } == PAINT;
    let lowest = free().find(|at| !painted(at)).unwrap_or(top);
    USED.fetch_max(top - lowest, Ordering::Relaxed);
}

/// Logs the most that a pass has used.
pub fn report() {
    defmt::println!("{=usize} bytes of stack used", USED.load(Ordering::Relaxed));
}
