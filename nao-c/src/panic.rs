//! The end of a process whose library panics: the host first writes a last command.
//!
//! `cargo xtask nao proof` and `cargo skill-proof` show that no shipped skill panics. A library
//! built from a user's own skills can copy this file; it needs nothing else.

use core::ffi::{c_char, c_void};
use core::mem;
use core::ptr::null_mut;
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Release};

/// Receives a panic: the data that was registered, and the place as the name of a source file,
/// without a final 0, its length, and the line.
pub type NaoOnPanic =
    Option<unsafe extern "C" fn(data: *mut c_void, file: *const c_char, length: usize, line: u32)>;

static CALLBACK: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
static DATA: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// Registers the function that is called once, and before anything else, when the library panics:
/// it writes the safe command to the hardware (see `nao_actuators_safe`), since afterwards the
/// process ends with `abort()`. NULL registers none. It runs wherever the panic happened, so it
/// may call what a signal handler may call, and no function of this library that takes an object.
/// A tick that does not end is not a panic: a second process, such as NaoQi's DCM with
/// `nao_host_act`, or the hardware's own watchdog takes the robot to safety then.
///
/// # Safety
/// The function can be called with these data at any time until another one is registered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_on_panic(callback: NaoOnPanic, data: *mut c_void) {
    // Without a callback there is no moment with the data of the other.
    CALLBACK.store(null_mut(), Release);
    DATA.store(data, Release);
    CALLBACK.store(callback.map_or(null_mut(), |callback| callback as *mut c_void), Release);
}

/// Calls the function that is registered, if this is the first panic.
#[cfg_attr(not(feature = "freestanding"), allow(dead_code))]
pub fn report(file: &str, line: u32) {
    let callback = CALLBACK.swap(null_mut(), AcqRel);
    // SAFETY: only `nao_on_panic` stores something else than null there: a function of this type,
    // which can be called with these data.
    unsafe {
        if let Some(callback) = mem::transmute::<*mut c_void, NaoOnPanic>(callback) {
            callback(DATA.load(Acquire), file.as_ptr().cast(), file.len(), line);
        }
    }
}

#[cfg(all(feature = "freestanding", not(test)))]
mod freestanding {
    unsafe extern "C" {
        fn abort() -> !;
    }

    #[panic_handler]
    fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
        let place = info.location();
        super::report(
            place.map_or("", |place| place.file()),
            place.map_or(0, |place| place.line()),
        );
        // SAFETY: the C library's `abort` has no preconditions and does not return.
        unsafe { abort() }
    }
}
