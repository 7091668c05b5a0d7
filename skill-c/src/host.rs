//! The host, the side of the hardware: sensors in, commands out, and the watchdog.

use crate::abi::{
    BAD_SENSORS, BUSY, Code, HOST_DEAD_US, OK, OTHER_LAYOUT, REPLACED, TIME_WENT_BACK, WRITER_TAKEN,
};
use crate::robot::{Report, Robot};
use crate::shared::{BehaviourBeat, HostBeat, Shared};
use skill_runtime::{Instant, PassClock, Sample, Tick, Writer, WriterId};

/// The number of cycles that a behavior may be late before it loses control, as in B-Human's
/// libbhuman.
pub const MAX_MISSED: u32 = 3;
/// The host of the shared memory.
pub struct Host<R: Robot> {
    shared: &'static Shared<R::Board>,
    beat: Writer<'static, HostBeat>,
    robot: R,
    behaviour: Sample<BehaviourBeat>,
    now: Tick,
    clock: PassClock,
    /// The number of this host in the shared memory.
    number: u32,
    control: u32,
    /// The number of the behavior in control; 0 if there is none.
    in_control: u32,
    /// The last cycle that the behavior has handled.
    answered: u32,
    /// The number of cycles for which an incomplete message has blocked a queue.
    blocked: u32,
    /// Whether the robot has been commanded to safety since the last behavior in control.
    safe: bool,
    /// Whether another host is known to have replaced this one.
    replaced: bool,
    refused: u32,
}

/// The host that an attach replaces.
#[derive(Clone, Copy)]
enum Over {
    Nobody,
    Any,
    /// One whose [`life`](Shared::life) is still this.
    Life(u64),
}

impl<R: Robot> Host<R> {
    /// Becomes the host of `shared`, whatever the contents of the memory; `take_over` replaces the
    /// host that has its place.
    pub fn attach(shared: &'static Shared<R::Board>, take_over: bool) -> Result<Self, Code> {
        Self::attach_over(shared, if take_over { Over::Any } else { Over::Nobody })
    }

    /// Becomes the host of `shared` like [`attach`](Self::attach), and replaces a host whose
    /// heartbeat has not moved for [`HOST_DEAD_US`]. `seen` is zeros before the first of some calls:
    /// when the heartbeat was seen first, and the heartbeat.
    ///
    /// # Errors
    /// `BUSY` until the time has passed; `WRITER_TAKEN` if the heartbeat has moved.
    pub fn replace(
        shared: &'static Shared<R::Board>,
        time_us: u64,
        seen: &mut [u64; 2],
    ) -> Result<Self, Code> {
        let [first_us, life] = *seen;
        let now = shared.life();
        let has_moved = life != 0 && life != now;
        let is_dead =
            life != 0 && !has_moved && time_us.saturating_sub(first_us) >= u64::from(HOST_DEAD_US);
        let over = if is_dead { Over::Life(life) } else { Over::Nobody };
        let result = Self::attach_over(shared, over);
        if matches!(result, Err(WRITER_TAKEN)) && !is_dead && !has_moved {
            if life == 0 {
                *seen = [time_us, now];
            }
            return Err(BUSY);
        }
        result
    }

    #[inline(never)] // several functions attach
    fn attach_over(shared: &'static Shared<R::Board>, over: Over) -> Result<Self, Code> {
        if shared.host_place.holder().is_none() {
            // If this host dies before the next header, the place has one all the same.
            shared.write_header();
        }
        let number = shared.host_place.claim(|_| {
            Ok(match over {
                Over::Nobody => false,
                Over::Any => true,
                Over::Life(life) => shared.life() == life,
            })
        })?;
        shared.write_header();
        let id = WriterId::replacing(number);
        let beat = shared.host.writer_as(id).map_err(|_| WRITER_TAKEN)?;
        let robot = R::attach(&shared.board, id).map_err(|_| WRITER_TAKEN)?;
        let mut new = Self {
            shared,
            beat,
            robot,
            behaviour: Sample::default(),
            now: Tick::default(),
            clock: PassClock::new(),
            number: number.get(),
            // Control given by the previous host is void.
            control: shared.new_control(),
            in_control: 0,
            answered: 0,
            blocked: 0,
            safe: false,
            replaced: false,
            refused: 0,
        };
        new.beat_now();
        Ok(new)
    }

    fn has_place(&self) -> bool {
        self.shared.host_place.has(self.number)
    }

    /// Returns `OK`, `REPLACED` if another host has replaced this one, or `OTHER_LAYOUT` if the place
    /// is lost without a successor.
    #[inline]
    fn check(&mut self) -> Code {
        if self.has_place() { OK } else { self.lost() }
    }

    #[cold]
    #[inline(never)]
    fn lost(&mut self) -> Code {
        // A successor has a heartbeat of its own, or has not begun.
        self.replaced = self.replaced || self.shared.host.sample().data.host != self.number;
        if self.replaced { REPLACED } else { OTHER_LAYOUT }
    }

    /// Publishes the sensors, then the heartbeat, before the cycle. Refuses a time before that of
    /// the last cycle, and publishes nothing then. A host that is replaced in the meantime publishes
    /// no further interface after the one that it writes.
    pub fn sense(&mut self, sensors: &R::Sensors, time: Instant) -> Code {
        match self.check() {
            OK => {}
            other => return other,
        }
        if !R::accepts(sensors) {
            return BAD_SENSORS;
        }
        if self.clock.advance(time).is_err() {
            return TIME_WENT_BACK;
        }
        self.now = Tick { time, count: self.now.count.wrapping_add(1) };
        let (place, number) = (&self.shared.host_place, self.number);
        self.robot.sense(sensors, self.now, || place.has(number));
        self.write_beat()
    }

    /// Begins a new clock: the next cycle can be at any time. Takes control away, so that the
    /// behavior stops its skill, whose timeouts refer to the old clock, and takes up control again;
    /// the next [`act`](Self::act) commands the robot to safety.
    pub fn begin_clock(&mut self) -> Code {
        match self.check() {
            OK => {}
            other => return other,
        }
        self.clock.restart();
        self.now.time = Instant::ZERO;
        self.take_control();
        self.check()
    }

    /// Takes control away from the behavior.
    fn take_control(&mut self) {
        self.in_control = 0;
        self.control = self.shared.new_control();
        self.safe = false;
        self.beat_now();
    }

    fn beat_now(&mut self) {
        if self.has_place() {
            self.write_beat();
        }
    }

    /// Writes the heartbeat, also if this host was replaced while it published the sensors: then the
    /// behavior skips the pass, in which an interface can be a mixture of two values.
    #[inline(never)] // several functions write it
    fn write_beat(&mut self) -> Code {
        let was_host = self.check() == OK;
        let (cycle, control, in_control) = (self.now.count, self.control, self.in_control);
        let beat = HostBeat { cycle, control, in_control, host: self.number };
        self.beat.write(&beat, self.now.time);
        // From its heartbeat, `lost` could not see a successor.
        self.replaced |= was_host && !self.has_place();
        self.check()
    }

    /// Returns the commands of the behavior in control after the cycle. Without a behavior in
    /// control, returns the commands that keep the robot safe, once. A host that was replaced
    /// commands nothing.
    pub fn act(&mut self, out: &mut R::Actuators) -> Code {
        *out = R::NOTHING;
        if self.check() == OK {
            self.command(out);
        }
        // Another host may have replaced this one in the meantime.
        let result = self.check();
        if result != OK {
            *out = R::NOTHING;
            self.robot.report(out, &Report { watchdog: 1, ..Report::default() });
        }
        result
    }

    fn command(&mut self, out: &mut R::Actuators) {
        let in_control = self.in_control;
        let refused = self.robot.act(out, |sender| in_control != 0 && sender == in_control);
        self.refused = self.refused.wrapping_add(refused);
        self.unblock();
        let answering = self.answering();
        let missed = self.now.count.wrapping_sub(self.answered);
        let holder = self.shared.behaviour_place.holder();
        if in_control != 0 && (holder != Some(in_control) || missed > MAX_MISSED) {
            self.take_control();
        } else if let (0, 0, Some(behaviour)) = (in_control, missed, answering) {
            // The previous behavior may have been killed while it sent a message.
            self.robot.recover();
            self.in_control = behaviour;
            self.safe = false;
            self.beat_now();
        }
        if self.in_control == 0 && !self.safe {
            self.safe = true;
            R::command_safety(out);
        }
        let report = Report {
            watchdog: u32::from(self.in_control == 0),
            missed,
            refused: self.refused,
            refused_times: self.clock.refused(),
        };
        self.robot.report(out, &report);
    }

    /// Reads the behavior's heartbeat. Returns the number of the behavior if it has its place and
    /// has taken up the control of this host. The heartbeat of a replaced behavior is ignored, and one
    /// for the host before.
    fn answering(&mut self) -> Option<u32> {
        self.shared.behaviour.read(&mut self.behaviour);
        let beat = &self.behaviour.data;
        if beat.control != self.control || !self.shared.behaviour_place.has(beat.behaviour) {
            return None;
        }
        self.answered = beat.cycle;
        Some(beat.behaviour)
    }

    /// Frees the place and the interfaces. A host that was replaced frees nothing: if it was stopped
    /// while it became the writer of an interface, that has its number until the successor publishes.
    pub fn end(self) {
        let Self { shared, beat, robot, number, .. } = self;
        if shared.host_place.has(number) {
            shared.host_place.release(number);
        } else {
            core::mem::forget((beat, robot));
        }
    }

    /// Discards a message that has been incomplete for as long as a behavior may be late: its
    /// sender has died, or was replaced.
    fn unblock(&mut self) {
        self.blocked = if self.robot.is_blocked() { self.blocked + 1 } else { 0 };
        if self.blocked > MAX_MISSED {
            self.robot.recover();
            self.refused = self.refused.wrapping_add(1);
        }
    }
}
