//! The clock of Embassy, which counts the interrupts of the timer.

use core::cell::{Cell, RefCell};
use core::task::Waker;
use cortex_m_rt::exception;
use critical_section::Mutex;
use embassy_time_driver::Driver;
use embassy_time_queue_utils::Queue;

struct Clock {
    /// The number of interrupts.
    now: Mutex<Cell<u64>>,
    /// The tasks that wait.
    queue: Mutex<RefCell<Queue>>,
}

embassy_time_driver::time_driver_impl!(static CLOCK: Clock = Clock {
    now: Mutex::new(Cell::new(0)),
    queue: Mutex::new(RefCell::new(Queue::new())),
});

impl Driver for Clock {
    fn now(&self) -> u64 {
        critical_section::with(|cs| self.now.borrow(cs).get())
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        // Each interrupt looks into the queue, so none has to be ordered.
        critical_section::with(|cs| self.queue.borrow_ref_mut(cs).schedule_wake(at, waker));
    }
}

#[exception]
fn SysTick() {
    critical_section::with(|cs| {
        let now = CLOCK.now.borrow(cs);
        now.set(now.get() + 1);
        // Wakes the tasks whose time has come.
        CLOCK.queue.borrow_ref_mut(cs).next_expiration(now.get());
    });
}
