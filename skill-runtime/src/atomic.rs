//! Replaces the atomics on targets without compare-and-swap, where the crate does not
//! compile: it has every method that the blackboard calls, so that `rustc` reports only the
//! `compile_error!` of the crate root.

pub use core::sync::atomic::{Ordering, fence};

#[derive(Debug)]
pub struct AtomicU32(core::sync::atomic::AtomicU32);

impl AtomicU32 {
    pub const fn new(value: u32) -> Self {
        Self(core::sync::atomic::AtomicU32::new(value))
    }
    pub fn load(&self, order: Ordering) -> u32 {
        self.0.load(order)
    }
    pub fn store(&self, value: u32, order: Ordering) {
        self.0.store(value, order);
    }
    pub fn compare_exchange(
        &self,
        _: u32,
        _: u32,
        _: Ordering,
        order: Ordering,
    ) -> Result<u32, u32> {
        Err(self.load(order))
    }
    pub fn compare_exchange_weak(
        &self,
        current: u32,
        new: u32,
        success: Ordering,
        failure: Ordering,
    ) -> Result<u32, u32> {
        self.compare_exchange(current, new, success, failure)
    }
    pub fn fetch_add(&self, _: u32, order: Ordering) -> u32 {
        self.load(order)
    }
}
