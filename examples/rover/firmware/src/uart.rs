//! The serial port of the board: the first UART of Arm's Cortex-M System Design Kit.
#![allow(unsafe_code)] // the registers of a device are no values of Rust

use core::ptr;

/// The address of the first register.
const BASE: usize = 0x4000_4000;
/// The byte to send.
const DATA: usize = 0x0;
/// Bit 0: whether the byte before it is not sent yet.
const STATE: usize = 0x4;
/// Bit 0: whether it sends.
const CONTROL: usize = 0x8;
/// The frequency of the processor divided by the rate.
const DIVIDER: usize = 0x10;

/// 115200 baud at 25 MHz.
const RATE: u32 = 25_000_000 / 115_200;

/// The serial port, which only sends.
pub struct Uart {
    base: usize,
}

impl Uart {
    /// Sets the rate.
    pub fn new() -> Self {
        let mut uart = Self { base: BASE };
        uart.set(DIVIDER, RATE);
        uart.set(CONTROL, 1);
        uart
    }

    /// Sends a byte, unless there is no room for it: a pass must not wait. The emulated port has always room; on a board,
    /// a queue that its interrupt or DMA empties takes the bytes.
    pub fn write(&mut self, byte: u8) {
        if self.get(STATE) & 1 == 0 {
            self.set(DATA, byte.into());
        }
    }

    fn set(&mut self, register: usize, value: u32) {
        let register = ptr::with_exposed_provenance_mut::<u32>(self.base + register);
        // SAFETY: one of the registers above, which only this uses.
        unsafe { register.write_volatile(value) };
    }

    fn get(&self, register: usize) -> u32 {
        let register = ptr::with_exposed_provenance::<u32>(self.base + register);
        // SAFETY: as above.
        unsafe { register.read_volatile() }
    }
}
