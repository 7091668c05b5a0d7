//! Drivers that a test scripts.

use skill_runtime::blackboard::Received;
use skill_runtime::{Cell, Interface, MessageId, Sent, Stages, Tick, Writer};
use std::cell::RefCell;
use std::rc::Rc;

/// The sender of the messages that [`Driver::fill`] sends.
const OTHER_SENDER: u32 = u32::MAX;

/// The writer of an interface, as a test scripts it.
///
/// Before each pass it publishes its value; after each pass it takes the messages that were
/// sent to it. A test keeps this handle; clones of it are the same driver.
pub struct Driver<'a, I: Interface> {
    inner: Rc<RefCell<Inner<'a, I>>>,
    clock: Rc<std::cell::Cell<Tick>>,
}

type Response<'a, I> = Box<dyn FnMut(&mut I, &<I as Interface>::Message, MessageId) + 'a>;

struct Inner<'a, I: Interface> {
    cell: &'a Cell<I>,
    writer: Option<Writer<'a, I>>,
    value: I,
    paused: bool,
    respond: Response<'a, I>,
    received: Vec<(MessageId, I::Message)>,
}

impl<I: Interface> Clone for Driver<'_, I> {
    fn clone(&self) -> Self {
        Self { inner: Rc::clone(&self.inner), clock: Rc::clone(&self.clock) }
    }
}

impl<I: Interface> std::fmt::Debug for Driver<'_, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Driver").field("interface", &I::NAME).finish_non_exhaustive()
    }
}

impl<'a, I: Interface> Driver<'a, I> {
    #[track_caller]
    pub(crate) fn new(cell: &'a Cell<I>, clock: &Rc<std::cell::Cell<Tick>>) -> Self {
        let inner = Inner {
            cell,
            writer: Some(claimed(cell)),
            value: I::default(),
            paused: false,
            respond: Box::new(|_, _, _| {}),
            received: Vec::new(),
        };
        Self { inner: Rc::new(RefCell::new(inner)), clock: Rc::clone(clock) }
    }

    /// Sets the value that is published before each pass.
    pub fn set(&self, value: I) {
        self.inner.borrow_mut().value = value;
    }

    /// Changes the value that is published before each pass.
    pub fn update(&self, change: impl FnOnce(&mut I)) {
        change(&mut self.inner.borrow_mut().value);
    }

    /// Returns the value that is published before each pass.
    #[must_use]
    pub fn value(&self) -> I {
        self.inner.borrow().value.clone()
    }

    /// Calls `respond` with the value and each message taken after a pass.
    ///
    /// # Examples
    /// ```
    /// # use skill_runtime::{Status, blackboard, interface, skill};
    /// # use skill_test::Bench;
    /// # interface! { pub Arm { fields { angle_rad: f32 } messages (capacity = 2) { Move { angle_rad: f32 } } } }
    /// # blackboard! { pub Board { arm: Arm } }
    /// # skill! {
    /// #     pub skill Lift() {
    /// #         depends_interfaces { arm: Arm }
    /// #         start state Move {
    /// #             init { arm.send(arm::Move { angle_rad: 1.0 }); }
    /// #             -> FINAL when arm.angle_rad == 1.0;
    /// #         }
    /// #     }
    /// # }
    /// let mut bench = Bench::<Board>::new().with_skill(Lift {});
    /// let arm = bench.driver(|board| &board.arm);
    /// arm.on_message(|arm, message, _| {
    ///     let arm::Message::Move(to) = message;
    ///     arm.angle_rad = to.angle_rad;
    /// });
    /// bench.run_to_final();
    /// ```
    pub fn on_message(&self, respond: impl FnMut(&mut I, &I::Message, MessageId) + 'a) {
        self.inner.borrow_mut().respond = Box::new(respond);
    }

    /// Returns the messages received since the last call, oldest first.
    #[allow(clippy::must_use_candidate)] // a test may drop what came so far
    pub fn take(&self) -> Vec<I::Message> {
        self.take_with_ids().into_iter().map(|(_, message)| message).collect()
    }

    /// Returns the messages received since the last call, each with its id.
    #[allow(clippy::must_use_candidate)] // a test may drop what came so far
    pub fn take_with_ids(&self) -> Vec<(MessageId, I::Message)> {
        std::mem::take(&mut self.inner.borrow_mut().received)
    }

    /// Returns a copy of the messages received since the last [`take`](Self::take), each with its
    /// id.
    #[must_use]
    pub fn received(&self) -> Vec<(MessageId, I::Message)> {
        self.inner.borrow().received.clone()
    }

    /// Stops publishing and taking messages: the driver hangs, but is still the writer.
    pub fn pause(&self) {
        self.inner.borrow_mut().paused = true;
    }

    /// Publishes and takes messages again after [`pause`](Self::pause).
    pub fn resume(&self) {
        self.inner.borrow_mut().paused = false;
    }

    /// Publishes the value now, at the time of the next pass. Only a paused driver needs it.
    pub fn publish(&self) {
        self.inner.borrow_mut().publish(self.clock.get());
    }

    /// Takes the oldest message that waits now. Only a paused driver needs it.
    #[allow(clippy::must_use_candidate)] // taking it may be all that a test wants
    pub fn next_message(&self) -> Option<Received<I::Message>> {
        self.inner.borrow_mut().writer.as_mut()?.next_message()
    }

    /// Ends the driver: the interface has no writer from now on.
    pub fn remove(&self) {
        self.inner.borrow_mut().writer = None;
    }

    /// Starts the driver again after [`remove`](Self::remove).
    ///
    /// # Panics
    /// If the interface has another writer by now.
    #[track_caller]
    pub fn restore(&self) {
        let mut inner = self.inner.borrow_mut();
        if inner.writer.is_none() {
            inner.writer = Some(claimed(inner.cell));
        }
    }

    /// Sends a message to this driver as `sender`, as another program would.
    pub fn send_as(&self, sender: u32, message: impl Into<I::Message>) -> Sent {
        self.inner.borrow().cell.send_as(sender, message)
    }

    /// Fills the queue with copies of `message`, so that it refuses messages in the next pass.
    ///
    /// # Panics
    /// If the message is declared `flush`: it would empty the queue.
    #[track_caller]
    pub fn fill(&self, message: impl Into<I::Message>) {
        let (message, inner) = (message.into(), self.inner.borrow());
        assert!(!I::flushes(&message), "a `flush` message cannot fill a queue");
        while !inner.cell.send_as(OTHER_SENDER, message.clone()).is_refused() {}
    }
}

#[track_caller]
fn claimed<I: Interface>(cell: &Cell<I>) -> Writer<'_, I> {
    cell.writer().unwrap_or_else(|error| panic!("{error}"))
}

impl<I: Interface> Inner<'_, I> {
    fn publish(&mut self, now: Tick) {
        if let Some(writer) = &mut self.writer {
            writer.write(&self.value, now.time);
        }
    }
}

impl<I: Interface> Stages for Driver<'_, I> {
    fn sensor(&mut self, now: Tick) {
        let mut inner = self.inner.borrow_mut();
        if !inner.paused {
            inner.publish(now);
        }
    }

    fn act(&mut self, _: Tick) {
        let mut inner = self.inner.borrow_mut();
        let Inner { writer, value, paused: false, respond, received, .. } = &mut *inner else {
            return;
        };
        while let Some(taken) = writer.as_mut().and_then(Writer::next_message) {
            respond(value, &taken.message, taken.id);
            received.push((taken.id, taken.message));
        }
    }
}
