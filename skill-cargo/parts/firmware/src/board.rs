//! The board: a Cortex-M4F that qemu emulates (`mps2-an386`).

use core::panic::PanicInfo;
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use semihosting::process::exit;
use {cortex_m_rt as _, defmt_semihosting as _};

/// The frequency of the processor, Hz.
const CLOCK_HZ: u32 = 25_000_000;
/// The frequency of the passes, Hz.
pub const RATE_HZ: u32 = 100;

/// Starts the timer, whose interrupts are as frequent as the passes.
pub fn start(timer: &mut SYST) {
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(CLOCK_HZ / RATE_HZ - 1);
    timer.clear_current();
    timer.enable_counter();
    timer.enable_interrupt();
}

/// Ends the emulator.
pub fn end(succeeded: bool) -> ! {
    exit(i32::from(!succeeded))
}

// Without the message, whose text would bring the formatting of all numbers.
#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let (file, line) = info
        .location()
        .map_or(("?", 0), |at| (at.file(), at.line()));
    defmt::println!("panicked at {=str}:{=u32}", file, line);
    exit(101)
}
