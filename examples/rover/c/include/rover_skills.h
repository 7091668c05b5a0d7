/*
 * Written by `header()` of the library from its sources; for C99 and C++98.
 *
 * Threads: an object (`RoverHost`, `RoverBehaviour`, `RoverEngine`) is used by one thread at a time. A
 * function that is called while another one uses the same object, from another thread, a signal
 * handler or a callback, does nothing and returns `ROVER_IN_USE`. An engine and its behaviour count as the same
 * object. The functions that take no object can be called from everywhere. Attach, create and the
 * memory that they are given belong to one thread. After fork() only one of the two processes may
 * use an object.
 */

#ifndef ROVER_SKILLS_H
#define ROVER_SKILLS_H

#include <stddef.h>
#include <stdint.h>

/*
 * The version of the C functions and of the shared memory.
 */
#define ROVER_VERSION 3

/*
 * The size of the text of an error or a skill's name, in bytes, including its final 0.
 */
#define ROVER_TEXT 128

/*
 * The time after which a host whose heartbeat does not move counts as dead, in microseconds.
 */
#define ROVER_HOST_DEAD_US 500000

/*
 * Success.
 */
#define ROVER_OK 0

/*
 * A pointer is null.
 */
#define ROVER_NULL 1

/*
 * A pointer is not aligned correctly.
 */
#define ROVER_MISALIGNED 2

/*
 * The memory is smaller than required.
 */
#define ROVER_TOO_SMALL 3

/*
 * The header does not belong to this library: `ROVER_ABI` differs.
 */
#define ROVER_OTHER_HEADER 4

/*
 * The shared memory has another version or layout, or other contents.
 */
#define ROVER_OTHER_LAYOUT 5

/*
 * The shared memory has no host yet.
 */
#define ROVER_NO_HOST 6

/*
 * Another process writes this already, and seems to be alive.
 */
#define ROVER_WRITER_TAKEN 7

/*
 * The pointer is not that of a living host, behaviour or engine.
 */
#define ROVER_BAD_HANDLE 8

/*
 * The text is too long for a call, or not UTF-8.
 */
#define ROVER_BAD_TEXT 9

/*
 * The call cannot be run; the status has the reason. The skill that ran is stopped.
 */
#define ROVER_BAD_CALL 10

/*
 * The host has not begun a new cycle since the last tick.
 */
#define ROVER_NO_CYCLE 11

/*
 * The host has taken control away or given it again: call `rover_behaviour_serve`, which stops
 * the skill that runs and takes control again.
 */
#define ROVER_CONTROL_CHANGED 12

/*
 * Another behaviour has replaced this one, or another host this one. What it still does has no
 * effect on the robot; it is to be detached.
 */
#define ROVER_REPLACED 13

/*
 * The other side was in the middle of writing for too long, or it is not known yet whether the
 * host lives; try again.
 */
#define ROVER_BUSY 14

/*
 * The tick was handled, but the host has not given control yet, so no skill ran.
 */
#define ROVER_NO_CONTROL 15

/*
 * The call was refused, because the agent runs, or another process has exclusive control of
 * the skiller.
 */
#define ROVER_REFUSED 16

/*
 * Another thread is in a function with the same object: nothing was done. See "Threads" in the
 * README.
 */
#define ROVER_IN_USE 17

/*
 * The time is before that of the last cycle. A host whose clock was set back begins a new one by
 * `rover_host_begin_clock`. A behaviour skips the cycle.
 */
#define ROVER_TIME_WENT_BACK 18

/*
 * A value of the sensors is not one of its type: an enum or a text is invalid.
 */
#define ROVER_BAD_SENSORS 19

/*
 * The library has no agent.
 */
#define ROVER_NO_AGENT 20

/*
 * Nothing was called, or it was stopped.
 */
#define ROVER_INACTIVE 0

/*
 * The skill has reached its purpose.
 */
#define ROVER_FINAL 1

/*
 * The skill runs.
 */
#define ROVER_RUNNING 2

/*
 * The skill has failed, or could not be called.
 */
#define ROVER_FAILED 3

/*
 * A transition was taken.
 */
#define ROVER_TRACE_TRANSITION 0

/*
 * A skill has failed.
 */
#define ROVER_TRACE_FAILED 1

/*
 * Too many transitions in one tick; the transition waits.
 */
#define ROVER_TRACE_LIMIT 2

/*
 * A skill was reset.
 */
#define ROVER_TRACE_RESET 3

/*
 * A skill was called; the arguments of the outermost call are in the status.
 */
#define ROVER_TRACE_CALLED 4

/*
 * The run of a skill has begun: `from` is its start state.
 */
#define ROVER_TRACE_ENTERED 5

/*
 * A message of a skill was refused: `transition` is the index of the interface in the skill.
 */
#define ROVER_TRACE_REFUSED 6

/*
 * A tick was refused because its time was before that of the last one.
 */
#define ROVER_TRACE_TIME_WENT_BACK 7

/*
 * A skill is FINAL with a result; that of the outermost call is in the status.
 */
#define ROVER_TRACE_RESULT 8

/*
 * A skill has failed because an interface that it requires has no writer: `transition` is the
 * index of the interface in the skill.
 */
#define ROVER_TRACE_NO_WRITER 9

/*
 * A skill has failed because the value of an interface that it requires is too old: `transition`
 * is the index of the interface in the skill.
 */
#define ROVER_TRACE_STALE 10

/*
 * A message that ran was ended, with what had sent it: `transition` is the index of the interface
 * in the skill.
 */
#define ROVER_TRACE_STOPPED 11

/*
 * A parameter of the skill has another value: `transition` is its index in the skill.
 */
#define ROVER_TRACE_PARAMETER 12

/*
 * The bit of `emergency_stop` in the sensors' `published`.
 */
#define ROVER_PUBLISHES_EMERGENCY_STOP 0x1

/*
 * The bit of `wheels` in the sensors' `published`.
 */
#define ROVER_PUBLISHES_WHEELS 0x2

/*
 * Drives; the wheels stop 200 ms after the last of these.
 */
#define ROVER_WHEELS_SET_VELOCITY 0x20001

/*
 * Stops at once.
 */
#define ROVER_WHEELS_STOP 0x20002

/*
 * The bit of `odometry` in the sensors' `published`.
 */
#define ROVER_PUBLISHES_ODOMETRY 0x4

/*
 * The bit of `lidar` in the sensors' `published`.
 */
#define ROVER_PUBLISHES_LIDAR 0x8

/*
 * The bit of `gripper` in the sensors' `published`.
 */
#define ROVER_PUBLISHES_GRIPPER 0x10

/*
 * Moves the jaws.
 */
#define ROVER_GRIPPER_MOVE 0x50001

/*
 * Apart.
 */
#define ROVER_GRIPPER_JAWS_OPEN 0

/*
 * Together, or around an object.
 */
#define ROVER_GRIPPER_JAWS_CLOSED 1

/*
 * The behaviour of a shared memory: the side of the skills.
 */
typedef struct RoverBehaviour RoverBehaviour;

/*
 * Both in one process, with a blackboard of their own.
 */
typedef struct RoverEngine RoverEngine;

/*
 * The host of a shared memory: the side of the hardware.
 */
typedef struct RoverHost RoverHost;

/*
 * The result of a function: `ROVER_OK`, or an error. A function that returns an error
 * has changed nothing, but that `ROVER_BAD_CALL` has stopped the skill that ran.
 */
typedef uint32_t RoverResult;

/*
 * Receives a panic: the data that was registered, and the place as the name of a source file,
 * without a final 0, its length, and the line.
 */
typedef void (*RoverOnPanic)(void *data, const char *file, size_t length, uint32_t line);

/*
 * The red button. The robot drives only if `released` was published a moment ago.
 */
typedef struct RoverEmergencyStop {
  /*
   * Whether the robot may drive. Without a driver this is `false`.
   */
  uint32_t released; /* 0 or 1 */
} RoverEmergencyStop;

/*
 * The two driven wheels, as one velocity of the robot.
 */
typedef struct RoverWheels {
  /*
   * The measured speed ahead, m/s.
   */
  float forward_m_per_sec;
  /*
   * The measured speed of turning, rad/s; positive to the left.
   */
  float turn_rad_per_sec;
} RoverWheels;

/*
 * The position of the robot since the start, computed from its wheels.
 */
typedef struct RoverOdometry {
  /*
   * Ahead of the start, m.
   */
  float x_m;
  /*
   * To the left of the start, m.
   */
  float y_m;
  /*
   * The heading, rad; 0 as at the start, positive to the left.
   */
  float heading_rad;
} RoverOdometry;

/*
 * The nearest object in front of the robot.
 */
typedef struct RoverLidar {
  /*
   * Whether an object is detected.
   */
  uint32_t sees; /* 0 or 1 */
  /*
   * The distance from the middle of the robot, m.
   */
  float distance_m;
  /*
   * In which direction it is, rad; 0 straight ahead, positive to the left.
   */
  float bearing_rad;
} RoverLidar;

/*
 * The gripper.
 */
typedef struct RoverGripper {
  /*
   * The position of the jaws.
   */
  uint32_t jaws; /* Jaws */
  /*
   * Whether there is an object between them.
   */
  uint32_t holds; /* 0 or 1 */
  /*
   * The message that moves them.
   */
  uint32_t msgid;
  /*
   * Whether the jaws have reached their position.
   */
  uint32_t final; /* 0 or 1 */
} RoverGripper;

/*
 * The sensors in one cycle.
 */
typedef struct RoverSensors {
  /*
   * The bits of the interfaces that are published in this cycle.
   */
  uint32_t published;
  /*
   * The interface of this name, if it is published.
   */
  RoverEmergencyStop emergency_stop;
  /*
   * The interface of this name, if it is published.
   */
  RoverWheels wheels;
  /*
   * The interface of this name, if it is published.
   */
  RoverOdometry odometry;
  /*
   * The interface of this name, if it is published.
   */
  RoverLidar lidar;
  /*
   * The interface of this name, if it is published.
   */
  RoverGripper gripper;
} RoverSensors;

/*
 * Drives; the wheels stop 200 ms after the last of these.
 */
typedef struct RoverWheelsSetVelocity {
  /*
   * The speed ahead, m/s.
   */
  float forward_m_per_sec;
  /*
   * The speed of turning, rad/s; positive to the left.
   */
  float turn_rad_per_sec;
} RoverWheelsSetVelocity;

/*
 * Moves the jaws.
 */
typedef struct RoverGripperMove {
  /*
   * The position to move the jaws to.
   */
  uint32_t jaws; /* Jaws */
} RoverGripperMove;

/*
 * A message to an interface.
 */
typedef struct RoverCommand {
  /*
   * Which: `ROVER_WHEELS_SET_VELOCITY`, ..
   */
  uint32_t message;
  /*
   * Its id.
   */
  uint32_t id;
  /*
   * Its fields.
   */
  union {
    uint32_t words[2];
    RoverWheelsSetVelocity wheels_set_velocity;
    RoverGripperMove gripper_move;
  } as;
} RoverCommand;

/*
 * The commands to the robot in this cycle.
 */
typedef struct RoverActuators {
  /*
   * The number of commands in `command`, in order for each interface.
   */
  uint32_t commands;
  /*
   * The commands.
   */
  RoverCommand command[16];
  /*
   * 1 while no behaviour is in control, and the host itself keeps the robot safe.
   */
  uint32_t watchdog;
  /*
   * The number of cycles that the behaviour is late.
   */
  uint32_t missed;
  /*
   * The total number of discarded commands of behaviours without control.
   */
  uint32_t refused;
  /*
   * The total number of commands that were discarded because of a NaN or an infinity.
   */
  uint32_t discarded;
  /*
   * The total number of cycles that were refused because the time went back.
   */
  uint32_t refused_times;
} RoverActuators;

/*
 * The status of a behaviour's last call.
 */
typedef struct RoverStatus {
  /*
   * `ROVER_INACTIVE`, `ROVER_FINAL`, `ROVER_RUNNING` or `ROVER_FAILED`.
   */
  uint32_t status;
  /*
   * The cycle of the last tick.
   */
  uint32_t cycle;
  /*
   * The number of times that control was given or taken away.
   */
  uint32_t control;
  /*
   * The number of trace entries that were lost because nobody drained them.
   */
  uint32_t lost;
  /*
   * The call, truncated, with a final 0.
   */
  uint8_t call[128];
  /*
   * Why it failed, or the result of a skill that is FINAL and has one, truncated, with a final
   * 0; the reason is empty until `rover_behaviour_serve` has put it in words.
   */
  uint8_t error[128];
} RoverStatus;

/*
 * One thing that happened in a skill.
 */
typedef struct RoverTraceEntry {
  /*
   * When, microseconds, low half.
   */
  uint32_t time_us_low;
  /*
   * The high half.
   */
  uint32_t time_us_high;
  /*
   * The machine: 0 is the skill that was called, then its sub-skills in preorder.
   */
  uint32_t instance;
  /*
   * The skill, by its index in the space.
   */
  uint32_t skill;
  /*
   * `ROVER_TRACE_TRANSITION`, ..
   */
  uint32_t kind;
  /*
   * The state that was left; `0xffffffff` if none.
   */
  uint32_t from;
  /*
   * The transition in the skill's graph, or the interface in the skill; `0xffffffff` if none.
   */
  uint32_t transition;
} RoverTraceEntry;

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Returns the library's `ROVER_ABI`.
 */
uint32_t rover_abi(void);

/*
 * Returns the size of the shared memory in bytes.
 */
size_t rover_shared_size(void);

/*
 * Returns the alignment of the shared memory in bytes.
 */
size_t rover_shared_align(void);

/*
 * Returns the size of a host in the caller's memory in bytes.
 */
size_t rover_host_size(void);

/*
 * Returns the size of a behaviour in the caller's memory in bytes.
 */
size_t rover_behaviour_size(void);

/*
 * Returns the size of an engine in the caller's memory in bytes.
 */
size_t rover_engine_size(void);

/*
 * Returns the alignment of a host, a behaviour or an engine in bytes.
 */
size_t rover_align(void);

/*
 * Returns the meaning of a code in a few words with a final 0.
 */
const char *rover_result_text(uint32_t result);

/*
 * Becomes the host of the shared memory, which is zeroed memory or has had a host. `rover_abi` is
 * `ROVER_ABI`. Whatever a host has left in the memory, also one of another version, becomes usable
 * again. `ROVER_WRITER_TAKEN` if another host has its place and did not detach: `rover_host_replace` finds
 * out whether it lives.
 *
 * `take_over` is not 0 to replace that host in any case, for a program that knows that it is
 * dead. A host that is replaced although it lives is informed by its next call (`ROVER_REPLACED`).
 */
RoverResult rover_host_attach(void *memory, size_t size, void *shared_memory, size_t shared_size, uint32_t abi, uint32_t take_over, RoverHost **host);

/*
 * Becomes the host as `rover_host_attach` does, in the place of one that has died. Call it again,
 * every few milliseconds, while it returns `ROVER_BUSY`.
 *
 * A host counts as dead when its heartbeat has not moved for `ROVER_HOST_DEAD_US`, also one of
 * another version, as its heartbeat is at the same place. `ROVER_WRITER_TAKEN` if it has moved: the
 * host lives. So a host whose cycles are longer, which waits longer for its hardware before its
 * first cycle, or which is stopped for longer, is replaced; it is informed by its next call
 * (`ROVER_REPLACED`).
 *
 * `time_us` is the time in microseconds of a clock that does not go back. `seen` are two
 * numbers, zeros before the first call; afterwards, the second is 0 if there was no host.
 */
RoverResult rover_host_replace(void *memory, size_t size, void *shared_memory, size_t shared_size, uint32_t abi, uint64_t time_us, uint64_t *seen, RoverHost **host);

/*
 * Publishes the sensors before the hardware's cycle, at `time_us`, microseconds since a start
 * that the host chooses, and begins a cycle.
 *
 * `ROVER_REPLACED` if another host has replaced this one: nothing is published. If that happens
 * during the call, which is then stopped and continues, the interface that is being written is
 * still published, and an old heartbeat; the rest is not. Until the successor's next
 * `rover_host_sense`, which is one pass, that interface can be a mixture of two values, for
 * `rover_shared_sensors` too; the behaviour skips the pass (`ROVER_NO_CYCLE`), unless it ticks between the
 * two. `ROVER_OTHER_LAYOUT` if the place of this host was overwritten and there is no successor: send
 * the commands of `rover_actuators_safe`, and end; so after each error but `ROVER_REPLACED`.
 *
 * `ROVER_TIME_WENT_BACK` if the time is before that of the last cycle, since timeouts would wait
 * until the clock has caught up: nothing is published. The same time again and any jump forward
 * are accepted.
 */
RoverResult rover_host_sense(RoverHost *host, const RoverSensors *sensors, uint64_t time_us);

/*
 * Begins a new clock: the next `rover_host_sense` can have any time. It is for a clock that was set
 * back; a new host begins a new clock by itself.
 *
 * Control is taken away as from a behaviour that is late: the robot gets the commands of
 * `rover_actuators_safe`, and the next `rover_behaviour_tick` returns `ROVER_CONTROL_CHANGED`, after which
 * `rover_behaviour_serve` stops the skill that runs and takes up control again.
 */
RoverResult rover_host_begin_clock(RoverHost *host);

/*
 * Returns the commands to the robot after the hardware's cycle. A behaviour that is more than
 * 3 cycles late loses control. Each time control is lost, and in the first cycle of a host that
 * begins without a behaviour, the robot gets the commands of `rover_actuators_safe`.
 * `ROVER_REPLACED` if another host has replaced this one: there are no commands then. A host that is
 * stopped between the end of this call and the hardware, replaced, and continues, still has
 * commands: the hardware must exclude two users itself (an exclusive lock of the device, say).
 * `ROVER_OTHER_LAYOUT` as of `rover_host_sense`.
 */
RoverResult rover_host_act(RoverHost *host, RoverActuators *actuators);

/*
 * Replaces the commands by those that keep a robot safe without a behaviour. For a host that cannot go on, and for the handler of its fatal signals: it
 * uses no shared memory.
 */
RoverResult rover_actuators_safe(RoverActuators *actuators);

/*
 * Ends a host; its interfaces have no writer any more.
 */
RoverResult rover_host_detach(RoverHost *host);

/*
 * Returns the heartbeats: the number of the host's cycle, and of the cycle that the behaviour
 * has handled last. A side whose number does not change has died or been stopped; no other code
 * says so. `ROVER_NO_HOST` or `ROVER_OTHER_LAYOUT` if the header was overwritten: a host ends safely then.
 */
RoverResult rover_shared_beats(void *shared_memory, size_t shared_size, uint32_t *cycle, uint32_t *answer);

/*
 * Returns the sensors that the host has published last, and their time, for observers.
 */
RoverResult rover_shared_sensors(void *shared_memory, size_t shared_size, RoverSensors *sensors, uint64_t *time_us);

/*
 * Becomes the behaviour of the shared memory. Another behaviour can be replaced when it is not in
 * control: its next call returns `ROVER_REPLACED`.
 */
RoverResult rover_behaviour_attach(void *memory, size_t size, void *shared_memory, size_t shared_size, uint32_t abi, RoverBehaviour **behaviour);

/*
 * Handles the host's cycle: runs the active skill once. It handles no text, allocates no
 * memory, and cannot panic.
 *
 * `ROVER_NO_CYCLE` until the host begins the next cycle, for ever if it has died: `rover_shared_beats` shows
 * that. `ROVER_BUSY` if the host is, or was stopped, in the middle of its heartbeat, and
 * `ROVER_TIME_WENT_BACK` if the heartbeat has a time before that of the last tick, as a host that was
 * replaced and continues can leave it: the cycle is skipped; go on with the next one.
 * `ROVER_NO_CONTROL` and `ROVER_CONTROL_CHANGED` are no errors either. `ROVER_REPLACED`: end.
 */
RoverResult rover_behaviour_tick(RoverBehaviour *behaviour);

/*
 * Does a behaviour's work between its ticks: reads the calls from the blackboard, formats the
 * reason of a failure, takes control that was given again, and publishes what the skills have
 * done for viewers (the debug interface at the end of the shared memory). `ROVER_BUSY` as of
 * `rover_behaviour_tick`; `ROVER_OTHER_LAYOUT` or `ROVER_NO_HOST` if a host of another version has come, or the
 * header was overwritten: end.
 */
RoverResult rover_behaviour_serve(RoverBehaviour *behaviour);

/*
 * Calls a skill by a skill string of `length` bytes: `drive_to{x_m=1}`. The skill that
 * runs is stopped. On `ROVER_BAD_CALL` the status has the reason, with the position in the
 * string. A text or an enum is quoted: `grip{jaws="open"}`. On `ROVER_BUSY` call again.
 */
RoverResult rover_behaviour_call(RoverBehaviour *behaviour, const char *text, size_t length);

/*
 * Stops the skill that runs, with its exits.
 */
RoverResult rover_behaviour_stop(RoverBehaviour *behaviour);

/*
 * Returns the status of the last call.
 */
RoverResult rover_behaviour_status(RoverBehaviour *behaviour, RoverStatus *status);

/*
 * Starts the agent, from its beginning and with its default arguments: it decides which
 * skills run from the next tick on, which then also read the texts of its calls. The skill
 * that runs is stopped, and calls are refused (`ROVER_REFUSED`) while the agent runs. If control
 * is taken away, it begins anew. `ROVER_NO_AGENT` if the library has none.
 */
RoverResult rover_behaviour_start_agent(RoverBehaviour *behaviour);

/*
 * Stops the agent, and the skill that runs.
 */
RoverResult rover_behaviour_stop_agent(RoverBehaviour *behaviour);

/*
 * Returns the status of the agent: `ROVER_INACTIVE`, `ROVER_RUNNING`, `ROVER_FINAL` or `ROVER_FAILED`.
 */
RoverResult rover_behaviour_agent_status(RoverBehaviour *behaviour, uint32_t *status);

/*
 * Takes the trace entries since the last call, oldest first, as many as fit; `count` receives
 * their number. The newest 32 are kept.
 */
RoverResult rover_behaviour_trace(RoverBehaviour *behaviour, RoverTraceEntry *entries, size_t room, size_t *count);

/*
 * Ends a behaviour: stops the skill that runs, and frees its place.
 */
RoverResult rover_behaviour_detach(RoverBehaviour *behaviour);

/*
 * Writes a line of text for a trace entry, with the names of skill and states and a final 0,
 * truncated to `room` bytes.
 */
RoverResult rover_trace_text(const RoverTraceEntry *entry, char *text, size_t room);

/*
 * Creates an engine in the caller's memory: host and behaviour in one process.
 */
RoverResult rover_engine_create(void *memory, size_t size, uint32_t abi, RoverEngine **engine);

/*
 * Runs one cycle of an engine: sensors in, one tick of the skill, commands out. The first
 * cycle gives the behaviour control; skills run from the second on.
 */
RoverResult rover_engine_tick(RoverEngine *engine, const RoverSensors *sensors, uint64_t time_us, RoverActuators *actuators);

/*
 * Begins a new clock of an engine, as `rover_host_begin_clock`.
 */
RoverResult rover_engine_begin_clock(RoverEngine *engine);

/*
 * Returns the engine's behaviour, to call and stop skills, read the status and drain the
 * trace. It must not be detached.
 */
RoverBehaviour *rover_engine_behaviour(RoverEngine *engine);

/*
 * Registers the function that is called once, and before anything else, when the library
 * panics: it writes the safe command to the hardware (see `rover_actuators_safe`), since
 * afterwards the process ends with `abort()`. NULL registers none. It runs wherever the
 * panic happened, so it may call what a signal handler may call, and no function of this
 * library that takes an object. A tick that does not end is not a panic: a second process
 * with `rover_host_act`, or the hardware's own watchdog takes the robot to safety then.
 */
void rover_on_panic(RoverOnPanic callback, void *data);

#ifdef __cplusplus
}
#endif

/*
 * Which header this is: `rover_abi()` of a library with the same structs gives the same.
 * The functions that attach or create ask for it.
 */
#define ROVER_ABI_STEP(hash, type) \
  ((((uint32_t)(hash)) * (uint32_t)65599) ^ (uint32_t)sizeof(type))
#define ROVER_ABI \
  ROVER_ABI_STEP(ROVER_ABI_STEP(ROVER_ABI_STEP(ROVER_ABI_STEP( \
    0xdf5ecc76, RoverSensors ), RoverActuators ), RoverStatus ), RoverTraceEntry )

#endif /* ROVER_SKILLS_H */
