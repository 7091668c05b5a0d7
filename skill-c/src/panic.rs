//! The end of a process whose library panics: the host first writes a last command.

use crate::describe::{CType, Type};
use core::ffi::{c_char, c_void};
use core::mem;
use core::ptr::null_mut;
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Release};

/// Receives a panic: the data that was registered, and the place as the name of a source file,
/// without a final 0, its length, and the line.
pub type OnPanic =
    Option<unsafe extern "C" fn(data: *mut c_void, file: *const c_char, length: usize, line: u32)>;

impl CType for OnPanic {
    const TYPE: Type = Type::Opaque("OnPanic");
}

static CALLBACK: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
static DATA: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// `on_panic` of a library.
///
/// # Safety
/// The function can be called with these data at any time until another one is registered.
pub unsafe fn on_panic(callback: OnPanic, data: *mut c_void) {
    #[cfg(feature = "std")]
    hook::set();
    // Without a callback there is no moment with the data of the other.
    CALLBACK.store(null_mut(), Release);
    DATA.store(data, Release);
    CALLBACK.store(callback.map_or(null_mut(), |callback| callback as *mut c_void), Release);
}

/// Calls the function that is registered, if this is the first panic.
pub fn report(file: &str, line: u32) {
    let callback = CALLBACK.swap(null_mut(), AcqRel);
    // SAFETY: only `on_panic` stores something else than null there: a function of this type,
    // which can be called with these data.
    unsafe {
        if let Some(callback) = mem::transmute::<*mut c_void, OnPanic>(callback) {
            callback(DATA.load(Acquire), file.as_ptr().cast(), file.len(), line);
        }
    }
}

/// The panic hook, which calls the function before the others.
#[cfg(feature = "std")]
mod hook {
    use std::panic;
    use std::sync::Once;

    static SET: Once = Once::new();

    pub fn set() {
        SET.call_once(|| {
            let others = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                let place = info.location();
                super::report(
                    place.map_or("", |place| place.file()),
                    place.map_or(0, core::panic::Location::line),
                );
                others(info);
            }));
        });
    }
}

/// Defines the panic handler of a library without Rust's standard library: it calls the function
/// that is registered by `PREFIX_on_panic`, then C's `abort`.
#[macro_export]
macro_rules! panic_handler {
    () => {
        unsafe extern "C" {
            fn abort() -> !;
        }

        #[panic_handler]
        fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
            let place = info.location();
            $crate::panic::report(
                place.map_or("", |place| place.file()),
                place.map_or(0, core::panic::Location::line),
            );
            // SAFETY: the C library's `abort` has no preconditions and does not return.
            unsafe { abort() }
        }
    };
}
