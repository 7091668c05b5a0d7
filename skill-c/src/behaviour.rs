//! The behavior, the side of the skills: a skiller on the shared blackboard.

use crate::abi::{
    BAD_CALL, BAD_TEXT, BUSY, CONTROL_CHANGED, Code, FAILED, FINAL, INACTIVE, NO_CONTROL, NO_CYCLE,
    OK, REFUSED, REPLACED, RUNNING, Status, TEXT, TIME_WENT_BACK, TraceEntry, WRITER_TAKEN,
};
use crate::agent::Think as _;
use crate::host::MAX_MISSED;
use crate::robot::Robot;
use crate::shared::{BehaviourBeat, HostBeat, Shared};
use skill_runtime::debug::{DebugWriter, descriptions_hash};
use skill_runtime::skiller::{ExecSkill, Message, NoTypedCalls, SkillStatus, StopExec};
use skill_runtime::{
    Blackboard, Instant, Sample, SkillKey, SkillSpace, Skiller, Text, Tick, TraceRing, Writer,
    WriterId,
};

/// The capacity of the trace, in entries.
const TRACE: usize = 32;
/// A skiller that runs once in each of the host's cycles.
pub struct Behaviour<R: Robot> {
    shared: &'static Shared<R::Board>,
    beat: Writer<'static, BehaviourBeat>,
    skiller: Skiller<'static, R::Space, NoTypedCalls>,
    agent: R::Agent,
    host: Sample<HostBeat>,
    /// The number of this behavior in the shared memory, the sender of its messages.
    number: u32,
    /// The number of the control that it has taken up.
    control: u32,
    now: Tick,
    /// With keys, so that a tick needs no descriptions of skills.
    trace: TraceRing<TRACE, SkillKey>,
    /// The total number of recorded entries when the trace was last drained.
    drained: u32,
    /// The number of serves for which an incomplete message has blocked the queue of the skiller.
    blocked: u32,
    lost: u32,
    debug: DebugWriter<'static>,
}

impl<R: Robot> Behaviour<R> {
    /// Whether calls come through the queue of the skiller: those of the agent.
    const HAS_AGENT: bool = !R::Agent::AGENTS.is_empty();
    /// The hash by which a viewer knows the descriptions of the skills.
    const DESCRIPTIONS: u64 = descriptions_hash(R::Space::SKILLS, R::Agent::AGENTS);

    /// Becomes the behavior of `shared`; replaces one without control.
    pub fn attach(shared: &'static Shared<R::Board>) -> Result<Self, Code> {
        match shared.check() {
            OK => {}
            other => return Err(other),
        }
        // The host's heartbeat is read after the place, so that a behavior that gets control in
        // between is not replaced.
        let number = shared.behaviour_place.claim(|holder| {
            let host = read_host(shared)?;
            Ok(holder != host.data.in_control)
        })?;
        let id = WriterId::replacing(number);
        let beat = shared.behaviour.writer_as(id).map_err(|_| WRITER_TAKEN)?;
        let mut skiller =
            Skiller::without_typed_calls(&shared.board, id).map_err(|_| WRITER_TAKEN)?;
        skiller.send_as(number.get());
        if Self::HAS_AGENT {
            skiller.receive_only_from(number);
        }
        let host = read_host(shared).unwrap_or_default();
        Ok(Self {
            shared,
            beat,
            skiller,
            agent: R::Agent::attach(&shared.board, number),
            number: number.get(),
            control: host.data.control,
            now: Tick { time: host.time, count: host.data.cycle },
            host,
            trace: TraceRing::of_keys(),
            drained: 0,
            blocked: 0,
            lost: 0,
            debug: DebugWriter::new(&shared.debug, &shared.board, Self::DESCRIPTIONS),
        })
    }

    /// Reads the host's heartbeat. Returns an error if it is unreadable, or another behavior has
    /// replaced this one.
    fn look(&mut self) -> Code {
        if !self.shared.behaviour_place.has(self.number) {
            REPLACED
        } else if self.shared.host.read(&mut self.host) {
            OK
        } else {
            BUSY
        }
    }

    /// Returns whether the heartbeat is that of the present host: a replaced host may still write
    /// one.
    fn has_host(&self) -> bool {
        self.shared.host_place.has(self.host.data.host)
    }

    /// Handles the host's cycle: runs the active skill once.
    #[inline]
    pub fn tick(&mut self) -> Code {
        match self.look() {
            OK => {}
            other => return other,
        }
        let beat = &self.host.data;
        if !self.has_host() {
            return NO_CYCLE;
        }
        if beat.control != self.control {
            return CONTROL_CHANGED;
        }
        if beat.cycle == self.now.count {
            return NO_CYCLE;
        }
        let now = Tick { time: self.host.time, count: beat.cycle };
        let in_control = beat.in_control == self.number;
        if in_control {
            let refused = self.skiller.refused_times();
            // The calls of an agent are texts.
            if self.agent.think(now) {
                self.skiller.tick(now, &mut self.trace);
            } else {
                self.skiller.step(now, &mut self.trace);
            }
            if self.skiller.refused_times() != refused {
                // The next cycle has another heartbeat.
                self.now.count = now.count;
                return TIME_WENT_BACK;
            }
        }
        self.now = now;
        let (cycle, control) = (self.now.count, self.control);
        let beat = BehaviourBeat { cycle, control, behaviour: self.number };
        self.beat.write(&beat, self.now.time);
        if in_control { OK } else { NO_CONTROL }
    }

    /// Returns whether a tick can run at `time`. If not, adds an event to the trace of the running
    /// skill.
    pub fn accepts_time(&mut self, time: Instant) -> bool {
        self.skiller.accepts_time(time, &mut self.trace)
    }

    /// Reads the host's heartbeat like [`look`](Self::look), and takes up control that the host has
    /// given again, unless it is a host of another version.
    fn take_up_control(&mut self) -> Code {
        match self.look() {
            OK => {}
            other => return other,
        }
        if self.has_host() && self.host.data.control != self.control {
            match self.shared.check() {
                OK => {}
                other => return other,
            }
            self.skiller.interrupt(self.now, &mut self.trace, "the host took control away");
            self.control = self.host.data.control;
            // The host may have a new clock, or be another one with a clock and cycles of its own.
            self.now = Tick { time: self.host.time, count: self.host.data.cycle.wrapping_sub(1) };
            self.skiller.begin_clock(self.now, &mut self.trace);
            self.agent.begin_clock(self.now);
        }
        OK
    }

    /// Handles text, takes up control that the host has given again, and publishes the activity of
    /// the skills for viewers.
    pub fn serve(&mut self) -> Code {
        let result = self.take_up_control();
        if result == OK {
            self.unblock();
            self.skiller.serve(self.now, &mut self.trace);
            self.publish();
        }
        result
    }

    /// Discards a message of a behavior that was replaced and has died while it sent it.
    fn unblock(&mut self) {
        let is_blocked = Self::HAS_AGENT && self.skiller.is_blocked();
        self.blocked = if is_blocked { self.blocked + 1 } else { 0 };
        if self.blocked > MAX_MISSED {
            self.skiller.recover();
        }
    }

    fn publish(&mut self) {
        // A behavior that was replaced may have continued to write.
        self.debug.recover();
        self.debug.publish_skiller(self.now, &self.skiller, &self.trace);
        self.agent.publish(self.now, &mut self.debug);
    }

    /// Stops the running skill, and frees the place unless another behavior has taken it.
    pub fn end(mut self) {
        if self.shared.behaviour_place.has(self.number) {
            self.agent.stop(self.now);
            self.skiller.interrupt(self.now, &mut self.trace, "the behaviour has ended");
            self.publish();
            self.shared.behaviour_place.release(self.number);
        }
    }

    /// Calls a skill.
    pub fn call(&mut self, text: &str) -> Code {
        let Ok(skill_string) = Text::try_from(text) else { return BAD_TEXT };
        match self.receive(ExecSkill { skill_string }) {
            OK if self.skiller.status() == SkillStatus::Failed => BAD_CALL,
            result => result,
        }
    }

    /// Stops the running skill.
    pub fn stop(&mut self) -> Code {
        self.receive(StopExec {})
    }

    /// Starts the agent; the skill that runs is stopped.
    pub fn start_agent(&mut self) -> Code {
        match self.look() {
            OK => self.agent.stop(self.now),
            other => return other,
        }
        match self.stop() {
            OK => self.agent.start(),
            other => other,
        }
    }

    /// Stops the agent and the skill that runs.
    pub fn stop_agent(&mut self) -> Code {
        match self.look() {
            OK => self.agent.stop(self.now),
            other => return other,
        }
        self.stop()
    }

    /// Returns the status of the agent.
    pub fn agent_status(&self) -> u32 {
        self.agent.status()
    }

    /// Passes a message to the skiller directly. In the queue in shared memory it could remain
    /// incomplete if this process died.
    fn receive(&mut self, message: impl Into<Message>) -> Code {
        match self.take_up_control() {
            OK if self.agent.status() == RUNNING => return REFUSED,
            OK => {}
            other => return other,
        }
        let accepted = self.skiller.receive(self.number, message, self.now, &mut self.trace);
        if accepted { OK } else { REFUSED }
    }

    /// Returns the status of the last call.
    pub fn status(&self) -> Status {
        let interface = self.skiller.interface();
        Status {
            status: match self.skiller.status() {
                SkillStatus::Inactive => INACTIVE,
                SkillStatus::Final => FINAL,
                SkillStatus::Running => RUNNING,
                SkillStatus::Failed => FAILED,
            },
            cycle: self.now.count,
            control: self.control,
            lost: self.lost,
            call: c_text(&interface.skill_string),
            error: c_text(&interface.error),
        }
    }

    /// Moves the oldest trace entries to `out`, as many as fit. Returns their number.
    pub fn drain(&mut self, out: &mut [TraceEntry]) -> usize {
        let new = self.trace.recorded().wrapping_sub(self.drained) as usize;
        let kept = new.min(TRACE);
        let (most, have) = (kept.min(out.len()), self.trace.iter().count());
        let places = out.iter_mut().zip(self.trace.iter().skip(have.saturating_sub(kept)));
        for (place, entry) in places {
            *place = TraceEntry::new(entry, place_of::<R>(entry.event.skill));
        }
        #[allow(clippy::cast_possible_truncation)] // at most as many as the ring holds
        {
            self.lost = self.lost.wrapping_add((new - kept) as u32);
            self.drained = self.drained.wrapping_add((new - kept + most) as u32);
        }
        most
    }
}

/// Returns the host's heartbeat.
fn read_host<B: Blackboard>(shared: &Shared<B>) -> Result<Sample<HostBeat>, Code> {
    let mut host = Sample::default();
    if shared.host.read(&mut host) { Ok(host) } else { Err(BUSY) }
}

/// Returns the index of the skill in the space.
fn place_of<R: Robot>(skill: SkillKey) -> u32 {
    let place = R::Space::SKILLS.iter().position(|other| SkillKey::of(other) == skill);
    place.and_then(|place| u32::try_from(place).ok()).unwrap_or(TraceEntry::NONE)
}

/// Returns `text` with a final 0, truncated between characters.
pub fn c_text(text: &str) -> [u8; TEXT] {
    let mut out = [0; TEXT];
    let mut end = text.len().min(TEXT - 1);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    for (place, byte) in out.iter_mut().zip(text.bytes().take(end)) {
        *place = byte;
    }
    out
}
