//! Drivers in threads: what they publish, and the messages to them, pass by pass.

use super::clock::Clock;
use crate::text::escape::Escaped;
use skill_runtime::blackboard::Received;
use skill_runtime::{Instant, Interface, Stages, Tick, Writer};
use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The messages that a driver may leave unread before they stay in the queue of its interface, where more of
/// them are refused.
const UNREAD: usize = 2;

/// The time in which a driver brings its device into its safe state.
const END: Duration = Duration::from_secs(5);
/// The time between two looks at those that have not returned.
const PERIOD: Duration = Duration::from_millis(1);

/// Whether a driver of this program did not return in time.
static IS_STUCK: AtomicBool = AtomicBool::new(false);

/// Returns whether a driver of this program did not return in time.
#[cfg(feature = "cli")]
pub fn is_stuck() -> bool {
    IS_STUCK.load(Relaxed)
}

/// The end of a driver; an error if its device is gone.
pub type DriverResult = Result<(), Box<dyn Error>>;

/// The first values of the drivers of a robot, without which its skills would run on zeros.
#[derive(Clone, Debug, Default)]
pub struct FirstValues(Arc<Mutex<Vec<FirstValue>>>);

#[derive(Debug)]
struct FirstValue {
    /// Set with the value, or at the end of the driver.
    is_there: Arc<AtomicBool>,
    /// The age at which the value that is missing is stale.
    longest: Duration,
}

impl FirstValues {
    fn expect<I: Interface>(&self) -> Arc<AtomicBool> {
        let is_there = Arc::<AtomicBool>::default();
        // An interface that is never stale is published when something happens.
        let longest = Duration::from_micros(I::INFO.max_age_micros.unwrap_or_default());
        locked(&self.0).push(FirstValue { is_there: Arc::clone(&is_there), longest });
        is_there
    }

    /// Waits until each is there, or its interface is stale.
    pub fn wait(&self, is_over: impl Fn() -> bool) {
        let begin = std::time::Instant::now();
        let is_missing =
            |value: &FirstValue| !value.is_there.load(Relaxed) && begin.elapsed() < value.longest;
        while !is_over() && locked(&self.0).iter().any(is_missing) {
            thread::sleep(PERIOD);
        }
    }
}

/// The drivers of a robot that is real, each in a thread of its own, each of one interface.
///
/// As stages they publish what the drivers have measured before a pass, and hand over the messages of the
/// pass after it. So all that a pass reads is there when it begins, and a recording of it is exact. A driver that
/// is silent makes its interface stale; that of one which has ended, or panicked, has no writer any more, and
/// a line says so. Skills that need the interface are FAILED then.
///
/// They end when this is dropped: [`is_over`](DriverPort::is_over) holds, and each brings its device into its
/// safe state. Nobody waits for longer than 5 s for a driver that does not return: a line names it, and the
/// program of the robot fails.
#[derive(Debug)]
pub struct Drivers {
    clock: Clock,
    is_over: Arc<AtomicBool>,
    all: Vec<Box<dyn Handover>>,
    report: fn(&str),
    first: FirstValues,
    /// The longest time until the drivers have returned.
    end: Duration,
}

/// The blackboard as a driver sees it: one interface.
pub struct DriverPort<I: Interface> {
    clock: Clock,
    is_over: Arc<AtomicBool>,
    newest: Arc<Mutex<Option<(I, Instant)>>>,
    is_there: Arc<AtomicBool>,
    messages: Receiver<Received<I::Message>>,
}

impl<I: Interface> fmt::Debug for DriverPort<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DriverPort<{}>", I::NAME)
    }
}

impl<I: Interface> DriverPort<I> {
    /// Publishes a value that was measured now.
    pub fn publish(&self, value: I) {
        self.publish_at(value, self.clock.now());
    }

    /// Publishes a value with the time at which it was measured. The newest one before a pass counts.
    pub fn publish_at(&self, value: I, time: Instant) {
        *locked(&self.newest) = Some((value, time));
        self.is_there.store(true, Relaxed);
    }

    /// Returns the clock of the robot.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Returns the next message that has come.
    #[must_use]
    pub fn next_message(&self) -> Option<Received<I::Message>> {
        self.messages.try_recv().ok()
    }

    /// Waits for a message, but at most for a time.
    #[must_use]
    pub fn await_message(&self, longest: Duration) -> Option<Received<I::Message>> {
        match self.messages.recv_timeout(longest) {
            Ok(received) => Some(received),
            Err(RecvTimeoutError::Timeout) => None,
            // The robot is gone.
            Err(RecvTimeoutError::Disconnected) => {
                self.is_over.store(true, Relaxed);
                None
            }
        }
    }

    /// Returns whether the driver has to end. A loop checks it, and does not wait for longer than a second
    /// between.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }
}

/// A panic in a driver leaves a whole value, or none.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The side of the main loop, of an interface of any type.
trait Handover: fmt::Debug {
    /// Publishes the newest value. Returns the line about a driver that has ended.
    fn publish(&mut self) -> Option<String>;
    fn hand_over(&mut self);
    /// Has a driver that waits for messages go on.
    fn close(&mut self);
    /// Returns its name if it has not returned.
    fn running(&self) -> Option<&'static str>;
}

struct Driver<I: Interface> {
    name: &'static str,
    /// One for each blackboard that has the interface; none once the driver has ended.
    writers: Vec<Writer<'static, I>>,
    newest: Arc<Mutex<Option<(I, Instant)>>>,
    messages: Option<SyncSender<Received<I::Message>>>,
    /// A message for which there was no room.
    waiting: Option<Received<I::Message>>,
    thread: Option<JoinHandle<String>>,
}

impl<I: Interface> fmt::Debug for Driver<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Driver({}: {})", self.name, I::NAME)
    }
}

impl<I: Interface> Handover for Driver<I> {
    fn publish(&mut self) -> Option<String> {
        let newest = locked(&self.newest).take();
        if let Some((value, time)) = newest {
            self.writers.iter_mut().for_each(|writer| writer.write(&value, time));
        }
        let ended = self.thread.take_if(|thread| thread.is_finished())?;
        self.writers.clear();
        let reason = ended.join().unwrap_or_default();
        Some(format!("the driver of {} has ended: {}", self.name, Escaped(&reason)))
    }

    fn hand_over(&mut self) {
        let Some(messages) = &self.messages else { return };
        let writers = &mut self.writers;
        let mut next = || writers.iter_mut().find_map(Writer::next_message);
        while let Some(received) = self.waiting.take().or_else(&mut next) {
            match messages.try_send(received) {
                Ok(()) => {}
                Err(TrySendError::Full(received)) => {
                    self.waiting = Some(received);
                    return;
                }
                // The driver has ended.
                Err(TrySendError::Disconnected(_)) => return,
            }
        }
    }

    fn close(&mut self) {
        self.messages = None;
    }

    fn running(&self) -> Option<&'static str> {
        self.thread.as_ref().filter(|thread| !thread.is_finished()).map(|_| self.name)
    }
}

/// The writers of an interface, one for each blackboard that has it.
pub struct Writers<I: Interface + 'static>(Vec<Writer<'static, I>>);

impl<I: Interface> fmt::Debug for Writers<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Writers({}: {})", I::NAME, self.0.len())
    }
}

impl<I: Interface> From<Writer<'static, I>> for Writers<I> {
    fn from(writer: Writer<'static, I>) -> Self {
        Self(vec![writer])
    }
}

impl<I: Interface, const N: usize> From<[Writer<'static, I>; N]> for Writers<I> {
    fn from(writers: [Writer<'static, I>; N]) -> Self {
        Self(writers.into())
    }
}

impl Drivers {
    /// Returns no drivers. `report` gets a line about each that has ended.
    #[must_use]
    pub fn new(clock: Clock, report: fn(&str)) -> Self {
        Self {
            clock,
            is_over: Arc::default(),
            all: Vec::new(),
            report,
            first: FirstValues::default(),
            end: END,
        }
    }

    /// Has the first values awaited with those of others.
    #[cfg(feature = "cli")]
    pub(crate) fn with_first_values(mut self, first: FirstValues) -> Self {
        self.first = first;
        self
    }

    /// Starts a driver: `run` goes on in a thread until [`is_over`](DriverPort::is_over), or until its device
    /// is gone. Devices are opened before, so that the robot does not start without them.
    ///
    /// The driver of an interface that several [parts](skill_runtime::robot_parts) have gets the writers of all of
    /// them, `[board.left.stop.writer()?, board.right.stop.writer()?]`: what it publishes all of them read.
    pub fn start<I>(
        &mut self,
        name: &'static str,
        writers: impl Into<Writers<I>>,
        run: impl FnOnce(&DriverPort<I>) -> DriverResult + Send + 'static,
    ) where
        I: Interface + Send,
        I::Message: Send,
    {
        let (sender, receiver) = sync_channel(UNREAD);
        let newest = Arc::<Mutex<Option<(I, Instant)>>>::default();
        let port = DriverPort {
            clock: self.clock,
            is_over: Arc::clone(&self.is_over),
            newest: Arc::clone(&newest),
            is_there: self.first.expect::<I>(),
            messages: receiver,
        };
        let thread = thread::spawn(move || {
            let reason = match catch_unwind(AssertUnwindSafe(|| run(&port))) {
                Ok(Ok(())) => "it has returned".to_owned(),
                Ok(Err(error)) => error.to_string(),
                Err(_) => "it has panicked".to_owned(),
            };
            // Nothing will come.
            port.is_there.store(true, Relaxed);
            reason
        });
        self.all.push(Box::new(Driver {
            name,
            writers: writers.into().0,
            newest,
            messages: Some(sender),
            waiting: None,
            thread: Some(thread),
        }));
    }
}

impl Stages for Drivers {
    fn sensor(&mut self, _: Tick) {
        for line in self.all.iter_mut().filter_map(|driver| driver.publish()) {
            (self.report)(&line);
        }
    }

    fn act(&mut self, _: Tick) {
        for driver in &mut self.all {
            driver.hand_over();
        }
    }
}

impl Drop for Drivers {
    fn drop(&mut self) {
        self.is_over.store(true, Relaxed);
        for driver in &mut self.all {
            driver.close();
        }
        let begin = std::time::Instant::now();
        let running = || self.all.iter().filter_map(|driver| driver.running());
        while running().next().is_some() && begin.elapsed() < self.end {
            thread::sleep(PERIOD);
        }
        for name in running() {
            IS_STUCK.store(true, Relaxed);
            let sec = self.end.as_secs();
            (self.report)(&format!(
                "the driver of {name} has not returned within {sec} s; its device may not be in its safe state"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skill_runtime::skiller::SkillerInterface;
    use skill_runtime::{Sent, blackboard, interface};
    use std::sync::atomic::AtomicU32;

    interface! {
        /// A motor.
        pub Motor {
            fields { turns: u32 }
            messages (capacity = 4) { Turn { times: u32 }, flush Stop }
        }
    }
    blackboard! {
        /// A motor alone.
        pub Board { motor: Motor, "Skiller": SkillerInterface }
    }

    fn tick(time_ms: u64) -> Tick {
        Tick { time: Instant::from_millis(time_ms), count: 0 }
    }

    fn until(mut holds: impl FnMut() -> bool) {
        let begin = std::time::Instant::now();
        while !holds() {
            assert!(begin.elapsed() < Duration::from_secs(10), "in time");
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn board() -> (&'static Board, Drivers) {
        static LINES: AtomicU32 = AtomicU32::new(0);
        let report = |_: &str| {
            LINES.fetch_add(1, Relaxed);
        };
        (Box::leak(Box::default()), Drivers::new(Clock::start(), report))
    }

    #[test]
    fn the_first_value_of_each_driver_is_awaited_until_its_interface_is_stale() {
        let wait = |run: fn(&DriverPort<Motor>)| {
            let (board, drivers) = board();
            let first = FirstValues::default();
            let mut drivers = drivers.with_first_values(first.clone());
            drivers.start("motor", board.motor.writer().unwrap(), move |port| {
                run(port);
                Ok(())
            });
            let begin = std::time::Instant::now();
            first.wait(|| begin.elapsed() > Duration::from_secs(10));
            drivers.sensor(tick(0));
            (begin.elapsed(), board.motor.sample().data.turns)
        };
        let (_, turns) = wait(|port| {
            thread::sleep(Duration::from_millis(200));
            port.publish(Motor { turns: 3 });
            while !port.is_over() {
                thread::sleep(PERIOD);
            }
        });
        assert_eq!(turns, 3);
        let longest = Duration::from_micros(Motor::INFO.max_age_micros.unwrap());
        let (silent, _) = wait(|port| {
            while !port.is_over() {
                thread::sleep(PERIOD);
            }
        });
        assert!((longest..longest + Duration::from_secs(5)).contains(&silent), "{silent:?}");
        let (ended, _) = wait(|_| ());
        assert!(ended < longest, "{ended:?}");
    }

    #[test]
    fn values_arrive_at_the_beginning_of_a_pass_and_messages_at_its_end() {
        let (board, mut drivers) = board();
        drivers.start("motor", board.motor.writer().unwrap(), |port| {
            while !port.is_over() {
                if let Some(received) = port.await_message(Duration::from_millis(20)) {
                    let motor::Message::Turn(motor::Turn { times }) = received.message else {
                        continue;
                    };
                    port.publish(Motor { turns: times });
                }
            }
            Ok(())
        });
        assert!(matches!(board.motor.send_as(0, motor::Turn { times: 3 }), Sent::Queued(_)));
        thread::sleep(Duration::from_millis(50));
        drivers.sensor(tick(0));
        assert_eq!(board.motor.sample().data.turns, 0, "the pass has not ended");
        drivers.act(tick(0));
        thread::sleep(Duration::from_millis(50));
        assert_eq!(board.motor.sample().data.turns, 0, "no pass has begun");
        until(|| {
            drivers.sensor(tick(10));
            board.motor.sample().data.turns == 3
        });
    }

    #[test]
    fn the_messages_of_a_driver_that_is_stuck_are_refused_when_the_queue_is_full() {
        let (board, mut drivers) = board();
        let (free, stuck) = sync_channel::<()>(0);
        drivers.start("motor", board.motor.writer().unwrap(), move |port| {
            let _ = stuck.recv();
            while !port.is_over() {
                while let Some(received) = port.next_message() {
                    if let motor::Message::Turn(motor::Turn { times }) = received.message {
                        port.publish(Motor { turns: times });
                    }
                }
                thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        });
        let mut sent = 0;
        until(|| {
            let is_sent =
                matches!(board.motor.send_as(0, motor::Turn { times: sent + 1 }), Sent::Queued(_));
            sent += u32::from(is_sent);
            drivers.act(tick(0));
            !is_sent
        });
        assert!(sent <= 4 + 1 + u32::try_from(UNREAD).unwrap(), "{sent}");
        free.send(()).unwrap();
        until(|| {
            drivers.act(tick(0));
            drivers.sensor(tick(0));
            board.motor.sample().data.turns == sent
        });
    }

    #[test]
    fn a_driver_that_does_not_return_is_named_and_left() {
        static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let report = |line: &str| locked(&LINES).push(line.to_owned());
        let board: &'static Board = Box::leak(Box::default());
        let mut drivers = Drivers::new(Clock::start(), report);
        drivers.end = Duration::from_millis(50);
        drivers.start("the motor", board.motor.writer().unwrap(), |_| {
            loop {
                thread::park();
            }
        });
        drop(drivers);
        let lines = locked(&LINES).join("\n");
        assert!(lines.starts_with("the driver of the motor has not returned within "), "{lines}");
        assert!(IS_STUCK.load(Relaxed));
    }

    #[test]
    fn a_driver_publishes_on_each_blackboard_and_gets_the_messages_of_any() {
        let (left, mut drivers) = board();
        let (right, _) = board();
        let writers = [left.motor.writer().unwrap(), right.motor.writer().unwrap()];
        drivers.start("motor", writers, |port| {
            while !port.is_over() {
                if let Some(received) = port.await_message(Duration::from_millis(20))
                    && let motor::Message::Turn(motor::Turn { times }) = received.message
                {
                    port.publish(Motor { turns: times });
                }
            }
            Err("unplugged".into())
        });
        assert!(matches!(right.motor.send_as(0, motor::Turn { times: 3 }), Sent::Queued(_)));
        until(|| {
            drivers.act(tick(0));
            drivers.sensor(tick(10));
            [left, right].iter().all(|board| board.motor.sample().data.turns == 3)
        });
        drivers.is_over.store(true, Relaxed);
        until(|| {
            drivers.sensor(tick(20));
            ![left, right].iter().any(|board| board.motor.sample().has_writer())
        });
    }

    #[test]
    fn a_driver_that_ends_or_panics_leaves_no_writer() {
        for panics in [false, true] {
            let (board, mut drivers) = board();
            drivers.start("motor", board.motor.writer().unwrap(), move |_| {
                assert!(!panics, "as planned");
                Err("unplugged".into())
            });
            until(|| {
                drivers.sensor(tick(0));
                !board.motor.sample().has_writer()
            });
        }
    }
}
