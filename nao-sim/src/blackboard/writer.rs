//! Writers that can fail: removed or stalled.

use skill_runtime::blackboard::Received;
use skill_runtime::dependency::interface_id;
use skill_runtime::{Instant, Interface, Provides, Tick, Writer, WriterTaken};
use skills_nao::adapter::{BODY_INTERFACES, BodyInterface, BodyInterfaces};
use skills_nao::body::{Body, LimitCounts, Limited};
use skills_nao::conduct::Guard;
use skills_nao::hardware::SensorFrame;
use skills_nao::interfaces::{
    HumanoidMotion, NaoHardware, NaoJointPosition, NaoJointStiffness, NaoSensor,
};

/// A writer that can be removed or stalled.
pub(super) struct OptionalWriter<'a, I: Interface> {
    id: &'static str,
    writer: Option<Writer<'a, I>>,
}

impl<'a, I: Interface> OptionalWriter<'a, I> {
    /// Becomes the writer of the interface `id`, whose hash is `ID`.
    pub(super) fn new<const ID: u64, B: Provides<I, ID>>(
        id: &'static str,
        board: &'a B,
    ) -> Result<Self, WriterTaken> {
        Ok(OptionalWriter { id, writer: Some(board.cell().writer()?) })
    }

    /// Publishes `data`, unless `stalls` says that this writer stalls.
    pub(super) fn write(
        &mut self,
        stalls: impl Fn(&str) -> bool,
        now: Instant,
        data: impl FnOnce() -> I,
    ) {
        if let Some(writer) = &mut self.writer
            && !stalls(self.id)
        {
            writer.write(&data(), now);
        }
    }

    /// Takes the next message, unless `stalls` says that this writer stalls.
    pub(super) fn take(&mut self, stalls: impl Fn(&str) -> bool) -> Option<Received<I::Message>> {
        if stalls(self.id) { None } else { self.writer.as_mut()?.next_message() }
    }

    /// Removes the writer if it is that of the interface `id`. Returns whether it was there.
    pub(super) fn remove(&mut self, id: &str) -> bool {
        self.id == id && self.writer.take().is_some()
    }
}

/// The writers of a body's interfaces.
pub(super) struct BodyWriters<'a> {
    motion: OptionalWriter<'a, HumanoidMotion>,
    hardware: OptionalWriter<'a, NaoHardware>,
    sensors: OptionalWriter<'a, NaoSensor>,
    positions: OptionalWriter<'a, NaoJointPosition>,
    stiffness: OptionalWriter<'a, NaoJointStiffness>,
    counts: LimitCounts,
}

impl<'a> BodyWriters<'a> {
    pub(super) fn new<B: BodyInterfaces>(board: &'a B) -> Result<Self, WriterTaken> {
        macro_rules! writer {
            ($index:literal) => {{
                const ID: &str = BODY_INTERFACES[$index];
                OptionalWriter::new::<{ interface_id(ID) }, B>(ID, board)?
            }};
        }
        Ok(Self {
            motion: writer!(0),
            hardware: writer!(1),
            sensors: writer!(2),
            positions: writer!(3),
            stiffness: writer!(4),
            counts: LimitCounts::default(),
        })
    }

    /// Removes the writer of the interface `id`. Returns whether it was there.
    pub(super) fn remove(&mut self, id: &str) -> bool {
        self.motion.remove(id)
            || self.hardware.remove(id)
            || self.sensors.remove(id)
            || self.positions.remove(id)
            || self.stiffness.remove(id)
    }

    /// Publishes one frame of the sensors.
    pub(super) fn sense(
        &mut self,
        frame: &SensorFrame,
        now: Tick,
        stalls: impl Fn(&str) -> bool + Copy,
    ) {
        self.motion.write(stalls, now.time, || BodyInterface::publish(frame, now));
        self.sensors.write(stalls, now.time, || BodyInterface::publish(frame, now));
        self.positions.write(stalls, now.time, || BodyInterface::publish(frame, now));
        self.stiffness.write(stalls, now.time, || BodyInterface::publish(frame, now));
        self.hardware.write(stalls, now.time, || BodyInterface::publish(frame, now));
    }

    /// Passes the waiting messages to `body`; a guard withholds what the robot must not do.
    pub(super) fn act(
        &mut self,
        body: &mut impl Body,
        guard: Option<&mut Guard>,
        stalls: impl Fn(&str) -> bool + Copy,
    ) {
        fn deliver<I: BodyInterface>(
            writer: &mut OptionalWriter<'_, I>,
            body: &mut Limited<'_, impl Body>,
            stalls: impl Fn(&str) -> bool + Copy,
        ) {
            while let Some(Received { message, id, .. }) = writer.take(stalls) {
                I::execute(&message, id, body);
            }
        }
        let body = &mut Limited::guarded(body, &mut self.counts, guard);
        deliver(&mut self.motion, body, stalls);
        deliver(&mut self.positions, body, stalls);
        deliver(&mut self.stiffness, body, stalls);
        deliver(&mut self.hardware, body, stalls);
        deliver(&mut self.sensors, body, stalls);
    }

    /// Returns how many commands were clamped, and how many discarded.
    pub(super) fn limit_counts(&self) -> LimitCounts {
        self.counts
    }
}
