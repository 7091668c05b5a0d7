//! Objects in the caller's memory, and how they are recognized.

use crate::abi::{NAO_BAD_HANDLE, NAO_IN_USE, NAO_MISALIGNED, NAO_NULL, NAO_TOO_SMALL, NaoResult};
use core::ffi::c_void;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::{
    AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};

/// A value in the caller's memory, preceded by a word that identifies its type.
#[repr(C)]
pub struct Handle<T> {
    /// [`Object::MAGIC`] while no function uses the value, that plus 1 while one does.
    state: AtomicU32,
    /// The value, written by [`put`] or in place.
    pub value: T,
}

/// A type that is opaque to C.
pub trait Object {
    /// The type of the value in the handle.
    type Value;
    /// The word that precedes a value of this type.
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

/// Returns the caller's memory as a place for a `T`, if it is aligned and large enough.
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

/// The use of an object by one function, until it is dropped.
pub struct Using<'a, O: Object> {
    handle: *mut Handle<O::Value>,
    lifetime: PhantomData<&'a mut O::Value>,
}

impl<O: Object> Using<'_, O> {
    const BUSY: u32 = O::MAGIC.wrapping_add(1);

    /// Returns the word of a handle.
    ///
    /// # Safety
    /// The handle is neither null nor misaligned and points to memory that stays until the end of
    /// `'s`.
    unsafe fn state<'s>(handle: *mut Handle<O::Value>) -> &'s AtomicU32 {
        // SAFETY: the word is at the start (`repr(C)`), and only ever used as an atomic one.
        unsafe { &*handle.cast::<AtomicU32>() }
    }

    /// Returns the pointer to the object.
    pub fn handle(&self) -> *mut Handle<O::Value> {
        self.handle
    }

    /// Returns a pointer to the value, without a reference to the whole of it.
    fn value(&self) -> *mut O::Value {
        // SAFETY: `object` has checked the handle.
        unsafe { &raw mut (*self.handle).value }
    }
}

impl<O: Object> Deref for Using<'_, O> {
    type Target = O::Value;
    fn deref(&self) -> &O::Value {
        // SAFETY: the value is alive, and the word gives this `Using` exclusive access.
        unsafe { &*self.value() }
    }
}

impl<O: Object> DerefMut for Using<'_, O> {
    fn deref_mut(&mut self) -> &mut O::Value {
        // SAFETY: as above.
        unsafe { &mut *self.value() }
    }
}

impl<O: Object> Drop for Using<'_, O> {
    fn drop(&mut self) {
        // SAFETY: `object` has checked the handle.
        unsafe { Self::state(self.handle) }.store(O::MAGIC, Release);
    }
}

/// Returns the use of the object that a pointer refers to.
///
/// # Errors
/// `NAO_IN_USE` while another function uses it, called by another thread, a signal handler or a
/// callback.
///
/// # Safety
/// If not null and aligned, it points to memory as large as the object, whose first word
/// is initialised, and which stays until the end of `'a`.
pub unsafe fn object<'a, O: Object>(pointer: *mut O) -> Result<Using<'a, O>, NaoResult> {
    let handle: *mut Handle<O::Value> = pointer.cast();
    check(handle)?;
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    let state = unsafe { Using::<O>::state(handle) };
    match state.compare_exchange(O::MAGIC, Using::<O>::BUSY, Acquire, Relaxed) {
        // The word says that `put` wrote the object and `take` has not ended it.
        Ok(_) => Ok(Using { handle, lifetime: PhantomData }),
        Err(found) if found == Using::<O>::BUSY => Err(NAO_IN_USE),
        Err(_) => Err(NAO_BAD_HANDLE),
    }
}

/// Returns whether a pointer refers to an object, which another function may use.
///
/// # Safety
/// As for [`object`].
pub unsafe fn alive<O: Object>(pointer: *mut O) -> bool {
    let handle: *mut Handle<O::Value> = pointer.cast();
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    let state = || unsafe { Using::<O>::state(handle) }.load(Acquire);
    check(handle).is_ok() && [O::MAGIC, Using::<O>::BUSY].contains(&state())
}

/// Puts an object in the caller's memory.
///
/// # Safety
/// The place comes from [`place`], and the memory has the stated size.
pub unsafe fn put<O: Object>(at: *mut Handle<O::Value>, value: O::Value) -> *mut O {
    // SAFETY: `place` has checked null, alignment and size.
    unsafe { at.write(Handle { state: AtomicU32::new(O::MAGIC), value }) };
    at.cast()
}

/// Makes memory an object whose value has been written in place.
///
/// # Safety
/// The place comes from [`place`], the memory has the stated size, and the value is written.
pub unsafe fn finish<O: Object>(at: *mut Handle<O::Value>) {
    // SAFETY: `place` has checked null, alignment and size.
    unsafe { Using::<O>::state(at) }.store(O::MAGIC, Release);
}

/// Ends an object; dropping the result releases what it holds.
///
/// # Safety
/// As for [`object`].
pub unsafe fn take<O: Object>(pointer: *mut O) -> Result<O::Value, NaoResult> {
    // SAFETY: the same promise.
    let object = unsafe { object(pointer) }?;
    // SAFETY: the value is alive; the word below marks it as ended, so it is not read a second
    // time.
    let value = unsafe { object.value().read() };
    let handle = object.handle;
    core::mem::forget(object);
    // SAFETY: `object` has checked the handle.
    unsafe { Using::<O>::state(handle) }.store(0, Release);
    Ok(value)
}
