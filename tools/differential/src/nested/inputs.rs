//! Random inputs: the changes on the blackboard before each pass.

use fastrand::Rng;
use skill_rules::context::{Cell, Context};
use skill_rules::random::{DEVICES, LAMP, PANEL};
use skill_rules::skill::Kind;
use skill_rules::source;

/// The number of interfaces to which messages are sent.
const COUNT: usize = DEVICES.end - DEVICES.start;

/// The input of one call of `exec`.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent inputs")]
pub struct Input {
    /// The field `a` of the panel.
    flag: bool,
    /// The field `n` of the panel.
    number: u8,
    /// Milliseconds since the input before.
    millis: u8,
    /// Whether the skill is reset first.
    pub reset: bool,
    /// Whether a skill that has ended is not reset.
    pub stays: bool,
    /// Whether the panel has a writer.
    panel: bool,
    /// Whether the interfaces that the skill writes are claimed.
    claims: bool,
    devices: [Device; COUNT],
}

/// The input of an interface to which messages are sent.
#[derive(Debug, Clone, Copy)]
struct Device {
    has_writer: bool,
    /// The number of messages that its writer takes.
    takes: u8,
    /// The value that its writer publishes, and the milliseconds by which its time is off.
    publishes: Option<(u8, i8)>,
    /// Whether another sender sends a message afterwards.
    other_sends: bool,
}

impl Device {
    /// The byte in the place of a value that is not published.
    const NOTHING: u8 = 255;

    fn bytes(self) -> [u8; 4] {
        let (value, off) = self.publishes.unwrap_or((Self::NOTHING, 0));
        let bits = u8::from(self.has_writer) | u8::from(self.other_sends) << 1;
        [bits, self.takes, value, off.to_le_bytes()[0]]
    }

    /// Applies the input. Returns the lines about the messages that the writer takes.
    fn apply(self, cell: &mut Cell, name: &str, millis: u64) -> Vec<String> {
        if self.has_writer && !cell.has_writer {
            cell.queue.clear();
        }
        cell.has_writer = self.has_writer;
        if !self.has_writer {
            return Vec::new();
        }
        let taken = usize::from(self.takes).min(cell.queue.len());
        let mut lines = Vec::new();
        for message in cell.queue.drain(..taken) {
            let (text, content) = (source::message(message.kind), message.content);
            lines.push(format!("{name} receives {text} {content}"));
            cell.taken = Some(message.number);
        }
        if let Some((value, off)) = self.publishes {
            cell.value = value.into();
            // An even value is that of a message that is done.
            cell.last = cell.taken.map(|taken| (taken, value % 2 == 0));
            let time = millis.saturating_add_signed(off.into());
            // Where the interface itself limits the age, times do not go back (rule 12).
            let is_limited = cell.max_age != u64::MAX;
            cell.is_published = true;
            cell.millis = if is_limited { cell.millis.max(time) } else { time };
        }
        if self.other_sends {
            cell.push(9.0, Kind::Note, false);
        }
        lines
    }
}

impl Input {
    /// Returns the input as the compiled program reads it.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        let bits = [self.reset, self.stays, self.panel, self.claims];
        let bits = bits.iter().rev().fold(0, |bits, bit| bits << 1 | u8::from(*bit));
        let first = [u8::from(self.flag), self.number, self.millis, bits];
        first.into_iter().chain(self.devices.into_iter().flat_map(Device::bytes))
    }

    /// Applies the input to what is outside the skill. Returns the lines about the messages that
    /// writers take.
    pub fn apply(self, cx: &mut Context<'_>) -> Vec<String> {
        cx.inputs.millis += u64::from(self.millis);
        if self.panel {
            cx.inputs.values = vec![f64::from(u8::from(self.flag)), f64::from(self.number)];
        }
        let panel = &mut cx.board[PANEL];
        panel.has_writer = self.panel;
        if self.panel {
            (panel.is_published, panel.millis) = (true, cx.inputs.millis);
        }
        cx.board[LAMP].has_writer = self.claims;
        let mut lines = Vec::new();
        for (place, device) in DEVICES.zip(self.devices) {
            let (name, _) = source::interface(place);
            lines.extend(device.apply(&mut cx.board[place], &name, cx.inputs.millis));
        }
        lines
    }
}

/// The random presence of something.
struct Presence {
    is_there: bool,
    /// It disappears once in this number of passes.
    stays: u16,
    /// It returns once in this number of passes.
    returns: u16,
}

impl Presence {
    fn next(&mut self, rng: &mut Rng) -> bool {
        let passes = if self.is_there { self.stays } else { self.returns };
        self.is_there ^= rng.u16(0..passes) == 0;
        self.is_there
    }
}

pub fn random(count: usize, rng: &mut Rng) -> Vec<Input> {
    let presence = |stays, returns| Presence { is_there: true, stays, returns };
    let (mut panel, mut claims) = (presence(150, 2), presence(60, 3));
    let mut writers: [Presence; COUNT] = std::array::from_fn(|_| presence(60, 3));
    let mut input = || Input {
        flag: rng.u8(0..6) == 0,
        number: rng.u8(0..7),
        millis: rng.u8(1..40),
        reset: rng.u8(0..40) == 0,
        stays: rng.u8(0..4) == 0,
        panel: panel.next(rng),
        claims: claims.next(rng),
        devices: std::array::from_fn(|place| Device {
            has_writer: writers[place].next(rng),
            takes: if rng.u8(0..3) == 0 { rng.u8(1..3) } else { 0 },
            publishes: rng.bool().then(|| {
                let is_off = rng.u8(0..8) == 0;
                (rng.u8(0..4), if is_off { rng.i8(-100..100) } else { 0 })
            }),
            other_sends: rng.u8(0..12) == 0,
        }),
    };
    (0..count).map(|_| input()).collect()
}
