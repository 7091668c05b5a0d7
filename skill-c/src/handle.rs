//! Objects in the caller's memory, and how they are recognized.

use crate::abi::{BAD_HANDLE, Code, IN_USE, MISALIGNED, NULL, TOO_SMALL};
use crate::describe::{CType, Type};
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
    /// The name that C has for it, without the prefix.
    const NAME: &'static str;
    /// The word that precedes a value of this type.
    const MAGIC: u32;
}

impl<T: Object> CType for Handle<T> {
    const TYPE: Type = Type::Opaque(T::NAME);
}

/// Returns whether a pointer can be one.
pub fn check<T>(pointer: *const T) -> Result<(), Code> {
    if pointer.is_null() {
        Err(NULL)
    } else if pointer.is_aligned() {
        Ok(())
    } else {
        Err(MISALIGNED)
    }
}

/// Returns the caller's memory as a place for a `T`, if it is aligned and large enough.
pub fn place<T>(memory: *mut c_void, size: usize) -> Result<*mut T, Code> {
    let place: *mut T = memory.cast();
    check(place)?;
    if size < size_of::<T>() { Err(TOO_SMALL) } else { Ok(place) }
}

/// Returns the value that a pointer refers to.
///
/// # Safety
/// If not null and aligned, it points to a value of the type that nobody else uses until
/// the end of `'a`.
pub unsafe fn value<'a, T>(pointer: *mut T) -> Result<&'a mut T, Code> {
    check(pointer)?;
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    Ok(unsafe { &mut *pointer })
}

/// Returns the value that a pointer refers to, read-only.
///
/// # Safety
/// If not null and aligned, it points to a value of the type that nobody changes until the
/// end of `'a`.
pub unsafe fn input<'a, T>(pointer: *const T) -> Result<&'a T, Code> {
    check(pointer)?;
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    Ok(unsafe { &*pointer })
}

/// The use of an object by one function, until it is dropped.
pub struct Using<'a, T: Object> {
    handle: *mut Handle<T>,
    lifetime: PhantomData<&'a mut T>,
}

impl<T: Object> Using<'_, T> {
    const BUSY: u32 = T::MAGIC.wrapping_add(1);

    /// Returns the word of a handle.
    ///
    /// # Safety
    /// The handle is neither null nor misaligned and points to memory that stays until the end of
    /// `'s`.
    unsafe fn state<'s>(handle: *mut Handle<T>) -> &'s AtomicU32 {
        // SAFETY: the word is at the start (`repr(C)`), and only ever used as an atomic one.
        unsafe { &*handle.cast::<AtomicU32>() }
    }

    /// Returns the pointer to the object.
    pub fn handle(&self) -> *mut Handle<T> {
        self.handle
    }

    /// Returns a pointer to the value, without a reference to the whole of it.
    fn value(&self) -> *mut T {
        // SAFETY: `object` has checked the handle.
        unsafe { &raw mut (*self.handle).value }
    }
}

impl<T: Object> Deref for Using<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the value is alive, and the word gives this `Using` exclusive access.
        unsafe { &*self.value() }
    }
}

impl<T: Object> DerefMut for Using<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above.
        unsafe { &mut *self.value() }
    }
}

impl<T: Object> Drop for Using<'_, T> {
    fn drop(&mut self) {
        // SAFETY: `object` has checked the handle.
        unsafe { Self::state(self.handle) }.store(T::MAGIC, Release);
    }
}

/// Returns the use of the object that a pointer refers to.
///
/// # Errors
/// `IN_USE` while another function uses it, called by another thread, a signal handler or a
/// callback.
///
/// # Safety
/// If not null and aligned, it points to memory as large as the object, whose first word
/// is initialised, and which stays until the end of `'a`.
pub unsafe fn object<'a, T: Object>(pointer: *mut Handle<T>) -> Result<Using<'a, T>, Code> {
    let handle = pointer;
    check(handle)?;
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    let state = unsafe { Using::<T>::state(handle) };
    match state.compare_exchange(T::MAGIC, Using::<T>::BUSY, Acquire, Relaxed) {
        // The word says that `put` wrote the object and `take` has not ended it.
        Ok(_) => Ok(Using { handle, lifetime: PhantomData }),
        Err(found) if found == Using::<T>::BUSY => Err(IN_USE),
        Err(_) => Err(BAD_HANDLE),
    }
}

/// Returns whether a pointer refers to an object, which another function may use.
///
/// # Safety
/// As for [`object`].
pub unsafe fn alive<T: Object>(pointer: *mut Handle<T>) -> bool {
    let handle = pointer;
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    let state = || unsafe { Using::<T>::state(handle) }.load(Acquire);
    check(handle).is_ok() && [T::MAGIC, Using::<T>::BUSY].contains(&state())
}

/// Puts an object in the caller's memory.
///
/// # Safety
/// The place comes from [`place`], and the memory has the stated size.
pub unsafe fn put<T: Object>(at: *mut Handle<T>, value: T) -> *mut Handle<T> {
    // SAFETY: `place` has checked null, alignment and size.
    unsafe { at.write(Handle { state: AtomicU32::new(T::MAGIC), value }) };
    at
}

/// Makes memory an object whose value has been written in place.
///
/// # Safety
/// The place comes from [`place`], the memory has the stated size, and the value is written.
pub unsafe fn finish<T: Object>(at: *mut Handle<T>) {
    // SAFETY: `place` has checked null, alignment and size.
    unsafe { Using::<T>::state(at) }.store(T::MAGIC, Release);
}

/// Ends an object; dropping the result releases what it holds.
///
/// # Safety
/// As for [`object`].
pub unsafe fn take<T: Object>(pointer: *mut Handle<T>) -> Result<T, Code> {
    // SAFETY: the same promise.
    let object = unsafe { object(pointer) }?;
    // SAFETY: the value is alive; the word below marks it as ended, so it is not read a second
    // time.
    let value = unsafe { object.value().read() };
    let handle = object.handle;
    core::mem::forget(object);
    // SAFETY: `object` has checked the handle.
    unsafe { Using::<T>::state(handle) }.store(0, Release);
    Ok(value)
}
