//! Objects in the caller's memory, and how they are recognized.

use crate::abi::{NAO_BAD_HANDLE, NAO_MISALIGNED, NAO_NULL, NAO_TOO_SMALL, NaoResult};
use core::ffi::c_void;

/// A value in the caller's memory, preceded by a word that identifies its type.
#[repr(C)]
pub struct Handle<T> {
    magic: u32,
    /// The value.
    pub value: T,
}

/// A type that is opaque to C.
pub trait Object {
    /// The contents.
    type Value;
    /// The word in front of it.
    const MAGIC: u32;
}

/// Returns whether a pointer can be one.
pub fn check<T>(pointer: *const T) -> Result<(), NaoResult> {
    if pointer.is_null() {
        Err(NAO_NULL)
    } else if pointer.is_aligned() {
        Ok(())
    } else {
        Err(NAO_MISALIGNED)
    }
}

/// Returns the caller's memory as a place for a `T`.
pub fn place<T>(memory: *mut c_void, size: usize) -> Result<*mut T, NaoResult> {
    let place: *mut T = memory.cast();
    check(place)?;
    if size < size_of::<T>() { Err(NAO_TOO_SMALL) } else { Ok(place) }
}

/// Returns the value that a pointer refers to.
///
/// # Safety
/// If not null and aligned, it points to a value of the type that nobody else uses until
/// the end of `'a`.
pub unsafe fn value<'a, T>(pointer: *mut T) -> Result<&'a mut T, NaoResult> {
    check(pointer)?;
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    Ok(unsafe { &mut *pointer })
}

/// Returns the value that a pointer refers to, read-only.
///
/// # Safety
/// If not null and aligned, it points to a value of the type that nobody changes until the
/// end of `'a`.
pub unsafe fn input<'a, T>(pointer: *const T) -> Result<&'a T, NaoResult> {
    check(pointer)?;
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    Ok(unsafe { &*pointer })
}

/// Returns the object that a pointer refers to.
///
/// # Safety
/// If not null and aligned, it points to memory as large as the object, whose first word
/// is initialised, and which nobody else uses until the end of `'a`.
pub unsafe fn object<'a, O: Object>(pointer: *mut O) -> Result<&'a mut O::Value, NaoResult> {
    let handle: *mut Handle<O::Value> = pointer.cast();
    check(handle)?;
    // SAFETY: neither null nor misaligned; the first word lies in front (`repr(C)`).
    if unsafe { handle.cast::<u32>().read() } != O::MAGIC {
        return Err(NAO_BAD_HANDLE);
    }
    // SAFETY: the word says that `put` wrote the object and `take` has not ended it.
    Ok(unsafe { &mut (*handle).value })
}

/// Puts an object in the caller's memory.
///
/// # Safety
/// The place comes from [`place`], and the memory is as large as was said.
pub unsafe fn put<O: Object>(at: *mut Handle<O::Value>, value: O::Value) -> *mut O {
    // SAFETY: `place` has checked null, alignment and size.
    unsafe { at.write(Handle { magic: O::MAGIC, value }) };
    at.cast()
}

/// Ends an object; dropping the result releases what it holds.
///
/// # Safety
/// As for [`object`].
pub unsafe fn take<O: Object>(pointer: *mut O) -> Result<O::Value, NaoResult> {
    // SAFETY: the same promise.
    let value: *mut O::Value = unsafe { object(pointer) }?;
    // SAFETY: `object` has found the magic word, in front of a value that is alive; the
    // word is overwritten, so nobody finds the value a second time.
    unsafe {
        pointer.cast::<u32>().write(0);
        Ok(value.read())
    }
}
