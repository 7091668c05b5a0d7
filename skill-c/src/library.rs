//! The macro that gives a library's C functions their names.

/// Makes the C functions of a library whose names begin with a prefix: `rover_host_attach`, ..
/// `RoverHost`, `RoverBehaviour` and `RoverEngine` are their objects, and `header()` returns the
/// [C header](crate::header::Header).
///
/// `robot` is a type that is a [`Robot`](crate::Robot).
#[macro_export]
macro_rules! library {
    (
        prefix: $prefix:ident,
        robot: $robot:ty $(,)?
    ) => { $crate::__paste! {
        /// The host of a shared memory: the side of the hardware.
        pub type [<$prefix:camel Host>] = $crate::Handle<$crate::Host<$robot>>;
        /// The behaviour of a shared memory: the side of the skills.
        pub type [<$prefix:camel Behaviour>] = $crate::Handle<$crate::Behaviour<$robot>>;
        /// Both in one process, with a blackboard of their own.
        pub type [<$prefix:camel Engine>] = $crate::Handle<$crate::Engine<$robot>>;

        $crate::functions! { $prefix, FUNCTIONS:
            safe {
                /// Returns the library's `ABI`.
                fn abi() -> u32 = $crate::boundary::abi::<$robot>;
                /// Returns the size of the shared memory in bytes.
                fn shared_size() -> usize = $crate::boundary::shared_size::<$robot>;
                /// Returns the alignment of the shared memory in bytes.
                fn shared_align() -> usize = $crate::boundary::shared_align::<$robot>;
                /// Returns the size of a host in the caller's memory in bytes.
                fn host_size() -> usize = $crate::boundary::host_size::<$robot>;
                /// Returns the size of a behaviour in the caller's memory in bytes.
                fn behaviour_size() -> usize = $crate::boundary::behaviour_size::<$robot>;
                /// Returns the size of an engine in the caller's memory in bytes.
                fn engine_size() -> usize = $crate::boundary::engine_size::<$robot>;
                /// Returns the alignment of a host, a behaviour or an engine in bytes.
                fn align() -> usize = $crate::boundary::align::<$robot>;
                /// Returns the meaning of a code in a few words with a final 0.
                fn result_text(
                    result: $crate::Code,
                ) -> *const $crate::describe::Char = $crate::boundary::result_text;
            }
            unsafe {
                /// Becomes the host of the shared memory, which is zeroed memory or has had a host. `abi` is
                /// `ABI`. Whatever a host has left in the memory, also one of another version, becomes usable
                /// again. `WRITER_TAKEN` if another host has its place and did not detach: `host_replace` finds
                /// out whether it lives.
                ///
                /// `take_over` is not 0 to replace that host in any case, for a program that knows that it is
                /// dead. A host that is replaced although it lives is informed by its next call (`REPLACED`).
                fn host_attach(
                    memory: *mut $crate::__c_void,
                    size: usize,
                    shared_memory: *mut $crate::__c_void,
                    shared_size: usize,
                    abi: u32,
                    take_over: u32,
                    host: *mut *mut [<$prefix:camel Host>],
                ) -> $crate::Code = $crate::boundary::host_attach::<$robot>;
                /// Becomes the host as `host_attach` does, in the place of one that has died. Call it again,
                /// every few milliseconds, while it returns `BUSY`.
                ///
                /// A host counts as dead when its heartbeat has not moved for `HOST_DEAD_US`, also one of
                /// another version, as its heartbeat is at the same place. `WRITER_TAKEN` if it has moved: the
                /// host lives. So a host whose cycles are longer, which waits longer for its hardware before its
                /// first cycle, or which is stopped for longer, is replaced; it is informed by its next call
                /// (`REPLACED`).
                ///
                /// `time_us` is the time in microseconds of a clock that does not go back. `seen` are two
                /// numbers, zeros before the first call; afterwards, the second is 0 if there was no host.
                fn host_replace(
                    memory: *mut $crate::__c_void,
                    size: usize,
                    shared_memory: *mut $crate::__c_void,
                    shared_size: usize,
                    abi: u32,
                    time_us: u64,
                    seen: *mut u64,
                    host: *mut *mut [<$prefix:camel Host>],
                ) -> $crate::Code = $crate::boundary::host_replace::<$robot>;
                /// Publishes the sensors before the hardware's cycle, at `time_us`, microseconds since a start
                /// that the host chooses, and begins a cycle.
                ///
                /// `REPLACED` if another host has replaced this one: nothing is published. If that happens
                /// during the call, which is then stopped and continues, the interface that is being written is
                /// still published, and an old heartbeat; the rest is not. Until the successor's next
                /// `host_sense`, which is one pass, that interface can be a mixture of two values, for
                /// `shared_sensors` too; the behaviour skips the pass (`NO_CYCLE`), unless it ticks between the
                /// two. `OTHER_LAYOUT` if the place of this host was overwritten and there is no successor: send
                /// the commands of `actuators_safe`, and end; so after each error but `REPLACED`.
                ///
                /// `TIME_WENT_BACK` if the time is before that of the last cycle, since timeouts would wait
                /// until the clock has caught up: nothing is published. The same time again and any jump forward
                /// are accepted.
                fn host_sense(
                    host: *mut [<$prefix:camel Host>],
                    sensors: *const <$robot as $crate::Robot>::Sensors,
                    time_us: u64,
                ) -> $crate::Code = $crate::boundary::host_sense::<$robot>;
                /// Begins a new clock: the next `host_sense` can have any time. It is for a clock that was set
                /// back; a new host begins a new clock by itself.
                ///
                /// Control is taken away as from a behaviour that is late: the robot gets the commands of
                /// `actuators_safe`, and the next `behaviour_tick` returns `CONTROL_CHANGED`, after which
                /// `behaviour_serve` stops the skill that runs and takes up control again.
                fn host_begin_clock(
                    host: *mut [<$prefix:camel Host>],
                ) -> $crate::Code = $crate::boundary::host_begin_clock::<$robot>;
                /// Returns the commands to the robot after the hardware's cycle. A behaviour that is more than
                /// 3 cycles late loses control. Each time control is lost, and in the first cycle of a host that
                /// begins without a behaviour, the robot gets the commands of `actuators_safe`.
                /// `REPLACED` if another host has replaced this one: there are no commands then. A host that is
                /// stopped between the end of this call and the hardware, replaced, and continues, still has
                /// commands: the hardware must exclude two users itself (an exclusive lock of the device, say).
                /// `OTHER_LAYOUT` as of `host_sense`.
                fn host_act(
                    host: *mut [<$prefix:camel Host>],
                    actuators: *mut <$robot as $crate::Robot>::Actuators,
                ) -> $crate::Code = $crate::boundary::host_act::<$robot>;
                /// Replaces the commands by those that keep a robot safe without a behaviour. For a host that cannot go on, and for the handler of its fatal signals: it
                /// uses no shared memory.
                fn actuators_safe(
                    actuators: *mut <$robot as $crate::Robot>::Actuators,
                ) -> $crate::Code = $crate::boundary::actuators_safe::<$robot>;
                /// Ends a host; its interfaces have no writer any more.
                fn host_detach(
                    host: *mut [<$prefix:camel Host>],
                ) -> $crate::Code = $crate::boundary::host_detach::<$robot>;
                /// Returns the heartbeats: the number of the host's cycle, and of the cycle that the behaviour
                /// has handled last. A side whose number does not change has died or been stopped; no other code
                /// says so. `NO_HOST` or `OTHER_LAYOUT` if the header was overwritten: a host ends safely then.
                fn shared_beats(
                    shared_memory: *mut $crate::__c_void,
                    shared_size: usize,
                    cycle: *mut u32,
                    answer: *mut u32,
                ) -> $crate::Code = $crate::boundary::shared_beats::<$robot>;
                /// Returns the sensors that the host has published last, and their time, for observers.
                fn shared_sensors(
                    shared_memory: *mut $crate::__c_void,
                    shared_size: usize,
                    sensors: *mut <$robot as $crate::Robot>::Sensors,
                    time_us: *mut u64,
                ) -> $crate::Code = $crate::boundary::shared_sensors::<$robot>;
                /// Becomes the behaviour of the shared memory. Another behaviour can be replaced when it is not in
                /// control: its next call returns `REPLACED`.
                fn behaviour_attach(
                    memory: *mut $crate::__c_void,
                    size: usize,
                    shared_memory: *mut $crate::__c_void,
                    shared_size: usize,
                    abi: u32,
                    behaviour: *mut *mut [<$prefix:camel Behaviour>],
                ) -> $crate::Code = $crate::boundary::behaviour_attach::<$robot>;
                /// Handles the host's cycle: runs the active skill once. It handles no text, allocates no
                /// memory, and cannot panic.
                ///
                /// `NO_CYCLE` until the host begins the next cycle, for ever if it has died: `shared_beats` shows
                /// that. `BUSY` if the host is, or was stopped, in the middle of its heartbeat, and
                /// `TIME_WENT_BACK` if the heartbeat has a time before that of the last tick, as a host that was
                /// replaced and continues can leave it: the cycle is skipped; go on with the next one.
                /// `NO_CONTROL` and `CONTROL_CHANGED` are no errors either. `REPLACED`: end.
                fn behaviour_tick(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                ) -> $crate::Code = $crate::boundary::behaviour_tick::<$robot>;
                /// Does a behaviour's work between its ticks: reads the calls from the blackboard, formats the
                /// reason of a failure, takes control that was given again, and publishes what the skills have
                /// done for viewers (the debug interface at the end of the shared memory). `BUSY` as of
                /// `behaviour_tick`; `OTHER_LAYOUT` or `NO_HOST` if a host of another version has come, or the
                /// header was overwritten: end.
                fn behaviour_serve(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                ) -> $crate::Code = $crate::boundary::behaviour_serve::<$robot>;
                /// Calls a skill by a skill string of `length` bytes: `drive_to{x_m=1}`. The skill that
                /// runs is stopped. On `BAD_CALL` the status has the reason, with the position in the
                /// string. A text or an enum is quoted: `grip{jaws="open"}`. On `BUSY` call again.
                fn behaviour_call(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                    text: *const $crate::describe::Char,
                    length: usize,
                ) -> $crate::Code = $crate::boundary::behaviour_call::<$robot>;
                /// Stops the skill that runs, with its exits.
                fn behaviour_stop(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                ) -> $crate::Code = $crate::boundary::behaviour_stop::<$robot>;
                /// Returns the status of the last call.
                fn behaviour_status(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                    status: *mut $crate::Status,
                ) -> $crate::Code = $crate::boundary::behaviour_status::<$robot>;
                /// Starts the agent, from its beginning and with its default arguments: it decides which
                /// skills run from the next tick on, which then also read the texts of its calls. The skill
                /// that runs is stopped, and calls are refused (`REFUSED`) while the agent runs. If control
                /// is taken away, it begins anew. `NO_AGENT` if the library has none.
                fn behaviour_start_agent(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                ) -> $crate::Code = $crate::boundary::behaviour_start_agent::<$robot>;
                /// Stops the agent, and the skill that runs.
                fn behaviour_stop_agent(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                ) -> $crate::Code = $crate::boundary::behaviour_stop_agent::<$robot>;
                /// Returns the status of the agent: `INACTIVE`, `RUNNING`, `FINAL` or `FAILED`.
                fn behaviour_agent_status(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                    status: *mut u32,
                ) -> $crate::Code = $crate::boundary::behaviour_agent_status::<$robot>;
                /// Takes the trace entries since the last call, oldest first, as many as fit; `count` receives
                /// their number. The newest 32 are kept.
                fn behaviour_trace(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                    entries: *mut $crate::TraceEntry,
                    room: usize,
                    count: *mut usize,
                ) -> $crate::Code = $crate::boundary::behaviour_trace::<$robot>;
                /// Ends a behaviour: stops the skill that runs, and frees its place.
                fn behaviour_detach(
                    behaviour: *mut [<$prefix:camel Behaviour>],
                ) -> $crate::Code = $crate::boundary::behaviour_detach::<$robot>;
                /// Writes a line of text for a trace entry, with the names of skill and states and a final 0,
                /// truncated to `room` bytes.
                fn trace_text(
                    entry: *const $crate::TraceEntry,
                    text: *mut $crate::describe::Char,
                    room: usize,
                ) -> $crate::Code = $crate::boundary::trace_text::<$robot>;
                /// Creates an engine in the caller's memory: host and behaviour in one process.
                fn engine_create(
                    memory: *mut $crate::__c_void,
                    size: usize,
                    abi: u32,
                    engine: *mut *mut [<$prefix:camel Engine>],
                ) -> $crate::Code = $crate::boundary::engine_create::<$robot>;
                /// Runs one cycle of an engine: sensors in, one tick of the skill, commands out. The first
                /// cycle gives the behaviour control; skills run from the second on.
                fn engine_tick(
                    engine: *mut [<$prefix:camel Engine>],
                    sensors: *const <$robot as $crate::Robot>::Sensors,
                    time_us: u64,
                    actuators: *mut <$robot as $crate::Robot>::Actuators,
                ) -> $crate::Code = $crate::boundary::engine_tick::<$robot>;
                /// Begins a new clock of an engine, as `host_begin_clock`.
                fn engine_begin_clock(
                    engine: *mut [<$prefix:camel Engine>],
                ) -> $crate::Code = $crate::boundary::engine_begin_clock::<$robot>;
                /// Returns the engine's behaviour, to call and stop skills, read the status and drain the
                /// trace. It must not be detached.
                fn engine_behaviour(
                    engine: *mut [<$prefix:camel Engine>],
                ) -> *mut [<$prefix:camel Behaviour>] = $crate::boundary::engine_behaviour::<$robot>;
                /// Registers the function that is called once, and before anything else, when the library
                /// panics: it writes the safe command to the hardware (see `actuators_safe`), since
                /// afterwards the process ends with `abort()`. NULL registers none. It runs wherever the
                /// panic happened, so it may call what a signal handler may call, and no function of this
                /// library that takes an object. A tick that does not end is not a panic: a second process
                /// with `host_act`, or the hardware's own watchdog takes the robot to safety then.
                fn on_panic(
                    callback: $crate::panic::OnPanic,
                    data: *mut $crate::__c_void,
                ) -> () = $crate::panic::on_panic;
            }
        }

        /// Returns the C header of this library. Write it to a file with `to_string`.
        #[must_use]
        pub fn header() -> $crate::header::Header {
            $crate::header::Header::new::<$robot>(stringify!($prefix), FUNCTIONS)
        }
    }};
}
