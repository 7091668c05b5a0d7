//! A robot whose sensors and commands are the interfaces of its blackboard as they are.

use crate::describe::{CType, Plain, ROBOT, TYPES, Type};
use core::fmt;
use core::marker::PhantomData;
use skill_runtime::blackboard::{AtomicU32, Decoder, Encoder, FieldInfo, FieldType, InterfaceInfo};
use skill_runtime::{Cell, Instant, Interface, Sample, Writer};

/// The largest number of commands in one cycle; messages beyond it wait for the next one.
pub const COMMANDS: usize = 16;

/// The value of an interface, as words of 32 bits.
#[repr(transparent)]
pub struct Data<I, const N: usize> {
    words: [u32; N],
    of: PhantomData<fn() -> I>,
}

impl<I, const N: usize> Clone for Data<I, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, const N: usize> Copy for Data<I, N> {}

impl<I, const N: usize> fmt::Debug for Data<I, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words.fmt(f)
    }
}

impl<I: Interface, const N: usize> CType for Data<I, N> {
    const TYPE: Type = Type::Interface(I::INFO);
}
// SAFETY: words.
unsafe impl<I: Interface, const N: usize> Plain for Data<I, N> {}

impl<I: Interface, const N: usize> Data<I, N> {
    /// Returns the words of a value.
    #[must_use]
    pub fn new(value: &I) -> Self {
        let words = [const { AtomicU32::new(0) }; N];
        value.put(&mut Encoder::new(&words));
        Self { words: words.map(AtomicU32::into_inner), of: PhantomData }
    }

    /// Returns the value, or `None` if a word is no value of its type.
    #[must_use]
    pub fn value(&self) -> Option<I> {
        I::take(&mut Decoder::new(&self.words.map(AtomicU32::new)))
    }
}

/// A message to an interface.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Command<const N: usize> {
    /// The [number] of the message.
    pub message: u32,
    /// Its id.
    pub id: u32,
    /// The words of its fields.
    pub words: [u32; N],
}

impl<const N: usize> Command<N> {
    /// No message.
    pub const NONE: Self = Self { message: 0, id: 0, words: [0; N] };

    /// Returns the command for a message to the interface with an index.
    #[must_use]
    pub fn new<I: Interface>(interface: usize, message: &I::Message, id: u32) -> Self {
        use skill_runtime::blackboard::Words as _;
        let (first, words) = (AtomicU32::new(0), [const { AtomicU32::new(0) }; N]);
        message.put(&mut Encoder::over([core::slice::from_ref(&first), &words]));
        let message = number(interface, first.into_inner());
        Self { message, id, words: words.map(AtomicU32::into_inner) }
    }
}

/// Returns the number of a message in commands: the index of its interface in the upper half.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // a blackboard has at most 64 interfaces
pub const fn number(interface: usize, message: u32) -> u32 {
    ((interface as u32 + 1) << 16) | message
}

/// The commands of a cycle.
#[derive(Debug)]
pub struct Commands<'a, C> {
    /// The places for them.
    pub places: &'a mut [C],
    /// The number of places that have one.
    pub used: &'a mut u32,
    /// The number of messages that were discarded because of a NaN or an infinity.
    pub discarded: &'a mut u32,
}

impl<C> Commands<'_, C> {
    /// Adds the waiting messages of an interface, until no place is left. Discards those whose
    /// sender `accepts_sender` rejects; returns how many were.
    pub fn deliver<I: Interface, const N: usize>(
        &mut self,
        interface: usize,
        writer: &mut Writer<'_, I>,
        accepts_sender: impl Fn(u32) -> bool,
    ) -> u32
    where
        C: From<Command<N>>,
    {
        let mut refused = 0_u32;
        while (*self.used as usize) < self.places.len()
            && let Some(received) = writer.next_message()
        {
            if accepts_sender(received.sender) {
                self.add::<I, N>(interface, &received.message, received.id.0);
            } else {
                refused = refused.wrapping_add(1);
            }
        }
        refused
    }

    /// Adds a message, if it has no NaN and no infinity.
    pub fn add<I: Interface, const N: usize>(
        &mut self,
        interface: usize,
        message: &I::Message,
        id: u32,
    ) where
        C: From<Command<N>>,
    {
        let command = Command::<N>::new::<I>(interface, message, id);
        let found =
            I::INFO.messages.iter().find(|of| number(interface, of.number) == command.message);
        if !found.is_some_and(|of| is_finite(of.fields, &command.words)) {
            *self.discarded = self.discarded.wrapping_add(1);
        } else if let Some(place) = self.places.get_mut(*self.used as usize) {
            *place = command.into();
            *self.used += 1;
        }
    }
}

/// Returns whether no field of a message is a NaN or an infinity.
fn is_finite(fields: &[FieldInfo], words: &[u32]) -> bool {
    let mut words = words;
    fields.iter().all(|field| finite(field.ty, &mut words))
}

fn finite(ty: FieldType, words: &mut &[u32]) -> bool {
    if let FieldType::Array(of, count) = ty {
        return (0..count).all(|_| match *of {
            // Arrays of arrays.
            FieldType::Array(of, count) => (0..count).all(|_| finite_one(*of, words)),
            one => finite_one(one, words),
        });
    }
    finite_one(ty, words)
}

fn finite_one(ty: FieldType, words: &mut &[u32]) -> bool {
    let (these, rest) = words.split_at_checked(ty.words()).unwrap_or((&[], &[]));
    *words = rest;
    match (ty, these) {
        (FieldType::Float(32), [word]) => f32::from_bits(*word).is_finite(),
        (FieldType::Float(64), [low, high]) => {
            f64::from_bits(u64::from(*low) | u64::from(*high) << 32).is_finite()
        }
        _ => true,
    }
}

/// Reads an interface into the sensors. Returns its time, if it has a writer; `None` if it is being
/// written.
pub fn read<I: Interface, const N: usize>(
    cell: &Cell<I>,
    data: &mut Data<I, N>,
) -> Option<Option<Instant>> {
    let mut sample = Sample::<I>::default();
    if !cell.read(&mut sample) {
        return None;
    }
    *data = Data::new(&sample.data);
    Some(sample.has_writer().then_some(sample.time))
}

/// Returns the interfaces.
///
/// # Panics
/// If one has the name of a type of the library in C, which is an error of the compilation.
#[must_use]
pub const fn named<'a>(
    interfaces: &'a [(&'a str, &'a InterfaceInfo)],
) -> &'a [(&'a str, &'a InterfaceInfo)] {
    let mut left = interfaces;
    while let [(_, of), rest @ ..] = left {
        assert!(
            !(has(&TYPES, of.name) || has(&ROBOT, of.name) || has(&["Command"], of.name)),
            "an interface has the name of a type of the C library\n\
             help: rename it; `Status`, `TraceEntry`, `Host`, `Behaviour`, `Engine`, `OnPanic`, `Result`, `Command`, `Sensors` and `Actuators` are taken"
        );
        left = rest;
    }
    interfaces
}

const fn has(mut names: &[&str], name: &str) -> bool {
    while let [first, rest @ ..] = names {
        if same(first.as_bytes(), name.as_bytes()) {
            return true;
        }
        names = rest;
    }
    false
}

/// Returns the largest number of words of a message's fields.
#[must_use]
pub const fn longest(mut interfaces: &[(&str, &InterfaceInfo)]) -> usize {
    let mut most = 1;
    while let [(_, of), rest @ ..] = interfaces {
        let mut messages = of.messages;
        while let [message, more @ ..] = messages {
            let (mut words, mut fields) = (0, message.fields);
            while let [field, others @ ..] = fields {
                words += field.ty.words();
                fields = others;
            }
            most = if words > most { words } else { most };
            messages = more;
        }
        interfaces = rest;
    }
    most
}

/// Returns the index of an interface.
///
/// # Panics
/// If it is not there, which is an error of the compilation.
#[must_use]
pub const fn index(mut interfaces: &[(&str, &InterfaceInfo)], name: &str) -> usize {
    let all = interfaces.len();
    while let [(other, _), rest @ ..] = interfaces {
        if same(other.as_bytes(), name.as_bytes()) {
            return all - interfaces.len();
        }
        interfaces = rest;
    }
    panic!("a message of `safe` is to no interface of the hardware")
}

const fn same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([one, after @ ..], [other, rest @ ..]) = (a, b) {
        if *one != *other {
            return false;
        }
        (a, b) = (after, rest);
    }
    a.is_empty() && b.is_empty()
}

#[doc(hidden)]
#[macro_export]
macro_rules! __agent {
    ($board:ty) => { $crate::NoAgent };
    ($board:ty, $agent:ty) => { $crate::RunsAgent<$agent, $board> };
}

/// Declares a [`Robot`](crate::Robot) whose host publishes interfaces of the blackboard, by their
/// fields, and passes their messages to the program in C. `safe` has the messages that are safe
/// without a behavior: the robot gets them when control is lost.
///
/// The sensors have a bit set `published`: an interface is published in the cycles in which its bit
/// is set, so that the value of a driver that is late becomes stale. The messages of a cycle are in
/// `command`, in order for each interface; one with a NaN or an infinity is discarded and counted.
#[macro_export]
macro_rules! hardware {
    (
        $(#[doc = $doc:literal])*
        pub $name:ident on $board:ty {
            space: $space:ty,
            $(agent: $agent:ty,)?
            interfaces: { $($field:ident: $interface:ty),+ $(,)? },
            safe: { $($to:ident: $of:ty = $message:expr),* $(,)? } $(,)?
        }
    ) => { $crate::__paste! {
        $(#[doc = $doc])*
        pub struct $name {
            $($field: $crate::__runtime::Writer<'static, $interface>,)+
            discarded: u32,
        }

        impl $name {
            const INTERFACES: &'static [(
                &'static str,
                &'static $crate::__runtime::blackboard::InterfaceInfo,
            )] = &[$((
                stringify!($field),
                <$interface as $crate::__runtime::Interface>::INFO,
            )),+];
            const LONGEST: usize =
                $crate::hardware::longest($crate::hardware::named(Self::INTERFACES));
        }

        /// A message to an interface.
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug)]
        pub struct [<$name Command>](pub $crate::hardware::Command<{ $name::LONGEST }>);

        impl From<$crate::hardware::Command<{ $name::LONGEST }>> for [<$name Command>] {
            fn from(command: $crate::hardware::Command<{ $name::LONGEST }>) -> Self {
                Self(command)
            }
        }

        impl $crate::describe::CType for [<$name Command>] {
            const TYPE: $crate::describe::Type =
                $crate::describe::Type::Message($name::INTERFACES, $name::LONGEST);
        }
        // SAFETY: words.
        unsafe impl $crate::describe::Plain for [<$name Command>] {}

        $crate::structs! {
            /// The sensors in one cycle.
            pub struct [<$name Sensors>] {
                /// The bits of the interfaces that are published in this cycle.
                pub published: u32,
                $(
                    /// The interface of this name, if it is published.
                    pub $field: $crate::hardware::Data<
                        $interface,
                        { <$interface as $crate::__runtime::blackboard::Words>::LEN },
                    >,
                )+
            }

            /// The commands to the robot in this cycle.
            pub struct [<$name Actuators>] {
                /// The number of commands in `command`, in order for each interface.
                pub commands: u32,
                /// The commands.
                pub command: [[<$name Command>]; $crate::hardware::COMMANDS],
                /// 1 while no behaviour is in control, and the host itself keeps the robot safe.
                pub watchdog: u32,
                /// The number of cycles that the behaviour is late.
                pub missed: u32,
                /// The total number of discarded commands of behaviours without control.
                pub refused: u32,
                /// The total number of commands that were discarded because of a NaN or an infinity.
                pub discarded: u32,
                /// The total number of cycles that were refused because the time went back.
                pub refused_times: u32,
            }
        }

        // SAFETY: `blackboard!` alone makes a `Blackboard`, as the trait says.
        unsafe impl $crate::Robot for $name {
            type Board = $board;
            type Space = $space;
            type Agent = $crate::__agent!($board $(, $agent)?);
            type Sensors = [<$name Sensors>];
            type Actuators = [<$name Actuators>];
            const NOTHING: Self::Actuators = [<$name Actuators>] {
                commands: 0,
                command: [[<$name Command>]($crate::hardware::Command::NONE);
                    $crate::hardware::COMMANDS],
                watchdog: 0,
                missed: 0,
                refused: 0,
                discarded: 0,
                refused_times: 0,
            };

            fn attach(
                board: &'static $board,
                id: $crate::__runtime::WriterId,
            ) -> Result<Self, $crate::__runtime::WriterTaken> {
                Ok(Self { $($field: board.$field.writer_as(id)?,)+ discarded: 0 })
            }

            fn accepts(sensors: &Self::Sensors) -> bool {
                let mut published = sensors.published;
                $(
                    if published & 1 != 0 && sensors.$field.value().is_none() {
                        return false;
                    }
                    published >>= 1;
                )+
                published == 0
            }

            fn sense(
                &mut self,
                sensors: &Self::Sensors,
                now: $crate::__runtime::Tick,
                is_host: impl Fn() -> bool,
            ) {
                let mut published = sensors.published;
                $(
                    if published & 1 != 0
                        && let Some(value) = sensors.$field.value()
                        && is_host()
                    {
                        self.$field.write(&value, now.time);
                    }
                    published >>= 1;
                )+
                let _ = published;
            }

            fn read(
                board: &$board,
                sensors: &mut Self::Sensors,
            ) -> Option<$crate::__runtime::Instant> {
                let mut latest = $crate::__runtime::Instant::ZERO;
                let (mut published, mut bit) = (0, 1_u32);
                $(
                    if let Some(time) =
                        $crate::hardware::read(&board.$field, &mut sensors.$field)?
                    {
                        published |= bit;
                        latest = latest.max(time);
                    }
                    bit <<= 1;
                )+
                let _ = bit;
                sensors.published = published;
                Some(latest)
            }

            fn act(
                &mut self,
                out: &mut Self::Actuators,
                accepts_sender: impl Fn(u32) -> bool,
            ) -> u32 {
                let (mut refused, mut interface) = (0_u32, 0);
                let mut commands = $crate::hardware::Commands {
                    places: &mut out.command,
                    used: &mut out.commands,
                    discarded: &mut self.discarded,
                };
                $(
                    refused = refused.wrapping_add(commands.deliver::<_, { $name::LONGEST }>(
                        interface,
                        &mut self.$field,
                        &accepts_sender,
                    ));
                    interface += 1;
                )+
                let _ = interface;
                refused
            }

            fn is_blocked(&self) -> bool {
                false $(|| self.$field.is_blocked())+
            }

            fn recover(&mut self) {
                $(self.$field.recover();)+
            }

            fn command_safety(out: &mut Self::Actuators) {
                *out = Self::Actuators { watchdog: 1, ..Self::NOTHING };
                let mut discarded = 0;
                let mut commands = $crate::hardware::Commands {
                    places: &mut out.command,
                    used: &mut out.commands,
                    discarded: &mut discarded,
                };
                $(
                    let interface =
                        const { $crate::hardware::index($name::INTERFACES, stringify!($to)) };
                    let message = <$of as $crate::__runtime::Interface>::Message::from($message);
                    commands.add::<$of, { $name::LONGEST }>(interface, &message, 0);
                )*
                let _ = &mut commands;
            }

            fn report(&self, out: &mut Self::Actuators, report: &$crate::Report) {
                out.watchdog = report.watchdog;
                out.missed = report.missed;
                out.refused = report.refused;
                out.discarded = self.discarded;
                out.refused_times = report.refused_times;
            }
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;
    use skill_runtime::interface;

    mod robot {
        use super::interface;
        interface! { pub Command { fields { on: bool } } }
        interface! { pub Commands { fields { on: bool } } }
    }

    #[test]
    fn an_interface_cannot_have_the_name_of_a_type_of_the_library() {
        use skill_runtime::Interface as _;
        let fine = [("commands", robot::Commands::INFO)];
        assert_eq!(named(&fine).len(), 1);
        let taken = [("commands", robot::Commands::INFO), ("command", robot::Command::INFO)];
        assert!(std::panic::catch_unwind(|| named(&taken).len()).is_err());
    }
}
