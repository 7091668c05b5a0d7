/*
 * The NAO's skills: libnao_skills.a. On the NAO (i586) set the x87 control word to 24 bits
 * (fldcw 0x007f) around the calls: then a run gives the same trace as on any other machine. See
 * README.md of nao-c.
 *
 * The safe commands of `nao_actuators_safe` are to sit down, with a stiffness of 0.3.
 *
 * Written by `header()` of the library from its sources; for C99 and C++98.
 *
 * Threads: an object (`NaoHost`, `NaoBehaviour`, `NaoEngine`) is used by one thread at a time. A
 * function that is called while another one uses the same object, from another thread, a signal
 * handler or a callback, does nothing and returns `NAO_IN_USE`. An engine and its behaviour count as the same
 * object. The functions that take no object can be called from everywhere. Attach, create and the
 * memory that they are given belong to one thread. After fork() only one of the two processes may
 * use an object.
 */

#ifndef NAO_SKILLS_H
#define NAO_SKILLS_H

#include <stddef.h>
#include <stdint.h>

/*
 * The version of the C functions and of the shared memory.
 */
#define NAO_VERSION 3

/*
 * The size of the text of an error or a skill's name, in bytes, including its final 0.
 */
#define NAO_TEXT 128

/*
 * The time after which a host whose heartbeat does not move counts as dead, in microseconds.
 */
#define NAO_HOST_DEAD_US 500000

/*
 * Success.
 */
#define NAO_OK 0

/*
 * A pointer is null.
 */
#define NAO_NULL 1

/*
 * A pointer is not aligned correctly.
 */
#define NAO_MISALIGNED 2

/*
 * The memory is smaller than required.
 */
#define NAO_TOO_SMALL 3

/*
 * The header does not belong to this library: `NAO_ABI` differs.
 */
#define NAO_OTHER_HEADER 4

/*
 * The shared memory has another version or layout, or other contents.
 */
#define NAO_OTHER_LAYOUT 5

/*
 * The shared memory has no host yet.
 */
#define NAO_NO_HOST 6

/*
 * Another process writes this already, and seems to be alive.
 */
#define NAO_WRITER_TAKEN 7

/*
 * The pointer is not that of a living host, behaviour or engine.
 */
#define NAO_BAD_HANDLE 8

/*
 * The text is too long for a call, or not UTF-8.
 */
#define NAO_BAD_TEXT 9

/*
 * The call cannot be run; the status has the reason. The skill that ran is stopped.
 */
#define NAO_BAD_CALL 10

/*
 * The host has not begun a new cycle since the last tick.
 */
#define NAO_NO_CYCLE 11

/*
 * The host has taken control away or given it again: call `nao_behaviour_serve`, which stops
 * the skill that runs and takes control again.
 */
#define NAO_CONTROL_CHANGED 12

/*
 * Another behaviour has replaced this one, or another host this one. What it still does has no
 * effect on the robot; it is to be detached.
 */
#define NAO_REPLACED 13

/*
 * The other side was in the middle of writing for too long, or it is not known yet whether the
 * host lives; try again.
 */
#define NAO_BUSY 14

/*
 * The tick was handled, but the host has not given control yet, so no skill ran.
 */
#define NAO_NO_CONTROL 15

/*
 * The call was refused, because the agent runs, or another process has exclusive control of
 * the skiller.
 */
#define NAO_REFUSED 16

/*
 * Another thread is in a function with the same object: nothing was done. See "Threads" in the
 * README.
 */
#define NAO_IN_USE 17

/*
 * The time is before that of the last cycle. A host whose clock was set back begins a new one by
 * `nao_host_begin_clock`. A behaviour skips the cycle.
 */
#define NAO_TIME_WENT_BACK 18

/*
 * A value of the sensors is not one of its type: an enum or a text is invalid.
 */
#define NAO_BAD_SENSORS 19

/*
 * The library has no agent.
 */
#define NAO_NO_AGENT 20

/*
 * Nothing was called, or it was stopped.
 */
#define NAO_INACTIVE 0

/*
 * The skill has reached its purpose.
 */
#define NAO_FINAL 1

/*
 * The skill runs.
 */
#define NAO_RUNNING 2

/*
 * The skill has failed, or could not be called.
 */
#define NAO_FAILED 3

/*
 * A transition was taken.
 */
#define NAO_TRACE_TRANSITION 0

/*
 * A skill has failed.
 */
#define NAO_TRACE_FAILED 1

/*
 * Too many transitions in one tick; the transition waits.
 */
#define NAO_TRACE_LIMIT 2

/*
 * A skill was reset.
 */
#define NAO_TRACE_RESET 3

/*
 * A skill was called; the arguments of the outermost call are in the status.
 */
#define NAO_TRACE_CALLED 4

/*
 * The run of a skill has begun: `from` is its start state.
 */
#define NAO_TRACE_ENTERED 5

/*
 * A message of a skill was refused: `transition` is the index of the interface in the skill.
 */
#define NAO_TRACE_REFUSED 6

/*
 * A tick was refused because its time was before that of the last one.
 */
#define NAO_TRACE_TIME_WENT_BACK 7

/*
 * A skill is FINAL with a result; that of the outermost call is in the status.
 */
#define NAO_TRACE_RESULT 8

/*
 * A skill has failed because an interface that it requires has no writer: `transition` is the
 * index of the interface in the skill.
 */
#define NAO_TRACE_NO_WRITER 9

/*
 * A skill has failed because the value of an interface that it requires is too old: `transition`
 * is the index of the interface in the skill.
 */
#define NAO_TRACE_STALE 10

/*
 * A message that ran was ended, with what had sent it: `transition` is the index of the interface
 * in the skill.
 */
#define NAO_TRACE_STOPPED 11

/*
 * A parameter of the skill has another value: `transition` is its index in the skill.
 */
#define NAO_TRACE_PARAMETER 12

/*
 * The number of joints, in this order: HeadYaw, HeadPitch, LShoulderPitch, LShoulderRoll,
 * LElbowYaw, LElbowRoll, LWristYaw, LHand, LHipYawPitch, LHipRoll, LHipPitch, LKneePitch,
 * LAnklePitch, LAnkleRoll, RShoulderPitch, RShoulderRoll, RElbowYaw, RElbowRoll, RWristYaw,
 * RHand, RHipYawPitch, RHipRoll, RHipPitch, RKneePitch, RAnklePitch, RAnkleRoll.
 */
#define NAO_JOINTS 26

/*
 * The largest number of motions in one cycle.
 */
#define NAO_MOTIONS 16

/*
 * No motion.
 */
#define NAO_MOTION_STOP 0

/*
 * Stand up; `argument[0]`: 0 as detected by the accelerometer, 1 from the back, 2 from the
 * front.
 */
#define NAO_MOTION_STANDUP 1

/*
 * Rise from sitting.
 */
#define NAO_MOTION_GET_UP 2

/*
 * Sit down.
 */
#define NAO_MOTION_PARK 3

/*
 * Kick; `argument`: leg (0 left, 1 right), strength 0 to 1.
 */
#define NAO_MOTION_KICK 4

/*
 * Walk; `argument`: distance, m.
 */
#define NAO_MOTION_WALK_STRAIGHT 5

/*
 * Walk sideways; `argument`: distance to the left, m.
 */
#define NAO_MOTION_WALK_SIDEWAYS 6

/*
 * Walk along a circle; `argument`: angle, rad; radius, m.
 */
#define NAO_MOTION_WALK_ARC 7

/*
 * Walk on; `argument`: forward, left, turning left, each -1 to 1; speed 0 to 1.
 */
#define NAO_MOTION_WALK_VELOCITY 8

/*
 * Turn on the spot; `argument`: angle to the left, rad.
 */
#define NAO_MOTION_TURN 9

/*
 * Turn the head; `argument`: HeadYaw, HeadPitch, rad; speed, 0 to 1.
 */
#define NAO_MOTION_MOVE_HEAD 10

/*
 * Turn the head; `argument`: HeadYaw, HeadPitch, rad; time, s.
 */
#define NAO_MOTION_YAW_PITCH_HEAD 11

/*
 * The behaviour of a shared memory: the side of the skills.
 */
typedef struct NaoBehaviour NaoBehaviour;

/*
 * Both in one process, with a blackboard of their own.
 */
typedef struct NaoEngine NaoEngine;

/*
 * The host of a shared memory: the side of the hardware.
 */
typedef struct NaoHost NaoHost;

/*
 * The result of a function: `NAO_OK`, or an error. A function that returns an error
 * has changed nothing, but that `NAO_BAD_CALL` has stopped the skill that ran.
 */
typedef uint32_t NaoResult;

/*
 * Receives a panic: the data that was registered, and the place as the name of a source file,
 * without a final 0, its length, and the line.
 */
typedef void (*NaoOnPanic)(void *data, const char *file, size_t length, uint32_t line);

/*
 * A NAO's sensors in one cycle.
 */
typedef struct NaoSensors {
  /*
   * Angle of each joint, rad; hands: 0 to 1.
   */
  float joint_rad[26];
  /*
   * Stiffness of each joint, 0 to 1.
   */
  float stiffness[26];
  /*
   * Accelerometer, forward, g. Lying on the back: negative.
   */
  float accel_x;
  /*
   * Accelerometer, to the left, g.
   */
  float accel_y;
  /*
   * Accelerometer, upward, g.
   */
  float accel_z;
  /*
   * Turn rate about the forward axis, rad/s.
   */
  float gyro_x;
  /*
   * Turn rate about the axis to the left, rad/s.
   */
  float gyro_y;
  /*
   * The gyroscope's reference, rad/s.
   */
  float gyro_ref;
  /*
   * Tilt to the right, rad.
   */
  float angle_x;
  /*
   * Tilt forward, rad.
   */
  float angle_y;
  /*
   * Forces under the left foot, kg: front left, front right, rear left, rear right.
   */
  float l_fsr[4];
  /*
   * Forces under the right foot, kg, in the same order.
   */
  float r_fsr[4];
  /*
   * Weight on the left foot, kg.
   */
  float l_total_weight;
  /*
   * Weight on the right foot, kg.
   */
  float r_total_weight;
  /*
   * Centre of pressure of the left foot, m: forward, to the left.
   */
  float l_cop[2];
  /*
   * Centre of pressure of the right foot, m.
   */
  float r_cop[2];
  /*
   * Echoes of the left ultrasound receiver, m, nearest first.
   */
  float ultrasonic_left[4];
  /*
   * Echoes of the right ultrasound receiver, m.
   */
  float ultrasonic_right[4];
  /*
   * Charge of the battery, 0 to 1.
   */
  float battery_charge;
  /*
   * Bumpers, 0 or 1: left foot left, left foot right, right foot left, right foot right.
   */
  uint8_t bumper[4];
  /*
   * Head touch sensors, front, middle, rear, and the chest button: 0 or 1.
   */
  uint8_t touch[4];
  /*
   * The id of the motion that runs, as it stood in the command; 0 if none does.
   */
  uint32_t motion_id;
} NaoSensors;

/*
 * A requested motion.
 */
typedef struct NaoMotion {
  /*
   * Which: `NAO_MOTION_STOP`, ..
   */
  uint32_t kind;
  /*
   * Its id, which is in `NaoSensors::motion_id` while it runs.
   */
  uint32_t id;
  /*
   * Its arguments.
   */
  float argument[4];
} NaoMotion;

/*
 * The commands to the robot in this cycle.
 */
typedef struct NaoActuators {
  /*
   * The bit of each joint to move, in the order of the joints.
   */
  uint32_t moves;
  /*
   * The bit of each joint whose stiffness to change.
   */
  uint32_t stiffens;
  /*
   * The target, rad; hands: 0 to 1.
   */
  float target_rad[26];
  /*
   * The time, s; 0 for the speed in `speed`.
   */
  float time_sec[26];
  /*
   * At which fraction of the highest speed, 0 to 1, if the time is 0.
   */
  float speed[26];
  /*
   * Stiffness, 0 to 1.
   */
  float stiffness[26];
  /*
   * In which time, s.
   */
  float stiffness_time_sec[26];
  /*
   * The number of commands in `motion`, in order.
   */
  uint32_t motions;
  /*
   * The motions.
   */
  NaoMotion motion[16];
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
   * The total number of commands that were beyond the body's limits and are within them here.
   */
  uint32_t clamped;
  /*
   * The total number of commands that were discarded because of a NaN or an infinity.
   */
  uint32_t discarded;
  /*
   * The total number of cycles that were refused because the time went back.
   */
  uint32_t refused_times;
} NaoActuators;

/*
 * The status of a behaviour's last call.
 */
typedef struct NaoStatus {
  /*
   * `NAO_INACTIVE`, `NAO_FINAL`, `NAO_RUNNING` or `NAO_FAILED`.
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
   * 0; the reason is empty until `nao_behaviour_serve` has put it in words.
   */
  uint8_t error[128];
} NaoStatus;

/*
 * One thing that happened in a skill.
 */
typedef struct NaoTraceEntry {
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
   * `NAO_TRACE_TRANSITION`, ..
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
} NaoTraceEntry;

#ifdef NAO_ROBOT

/*
 * The robot is on its feet.
 */
#define NAO_POSE_STANDING 0

/*
 * It sits.
 */
#define NAO_POSE_SITTING 1

/*
 * It lies on its back.
 */
#define NAO_POSE_LYING_BACK 2

/*
 * It lies on its front.
 */
#define NAO_POSE_LYING_FRONT 3

/*
 * It falls.
 */
#define NAO_POSE_FALLING 4

/*
 * A simulated NAO.
 */
typedef struct NaoRobot NaoRobot;

#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Returns the library's `NAO_ABI`.
 */
uint32_t nao_abi(void);

/*
 * Returns the size of the shared memory in bytes.
 */
size_t nao_shared_size(void);

/*
 * Returns the alignment of the shared memory in bytes.
 */
size_t nao_shared_align(void);

/*
 * Returns the size of a host in the caller's memory in bytes.
 */
size_t nao_host_size(void);

/*
 * Returns the size of a behaviour in the caller's memory in bytes.
 */
size_t nao_behaviour_size(void);

/*
 * Returns the size of an engine in the caller's memory in bytes.
 */
size_t nao_engine_size(void);

/*
 * Returns the alignment of a host, a behaviour or an engine in bytes.
 */
size_t nao_align(void);

/*
 * Returns the meaning of a code in a few words with a final 0.
 */
const char *nao_result_text(uint32_t result);

/*
 * Becomes the host of the shared memory, which is zeroed memory or has had a host. `nao_abi` is
 * `NAO_ABI`. Whatever a host has left in the memory, also one of another version, becomes usable
 * again. `NAO_WRITER_TAKEN` if another host has its place and did not detach: `nao_host_replace` finds
 * out whether it lives.
 *
 * `take_over` is not 0 to replace that host in any case, for a program that knows that it is
 * dead. A host that is replaced although it lives is informed by its next call (`NAO_REPLACED`).
 */
NaoResult nao_host_attach(void *memory, size_t size, void *shared_memory, size_t shared_size, uint32_t abi, uint32_t take_over, NaoHost **host);

/*
 * Becomes the host as `nao_host_attach` does, in the place of one that has died. Call it again,
 * every few milliseconds, while it returns `NAO_BUSY`.
 *
 * A host counts as dead when its heartbeat has not moved for `NAO_HOST_DEAD_US`, also one of
 * another version, as its heartbeat is at the same place. `NAO_WRITER_TAKEN` if it has moved: the
 * host lives. So a host whose cycles are longer, which waits longer for its hardware before its
 * first cycle, or which is stopped for longer, is replaced; it is informed by its next call
 * (`NAO_REPLACED`).
 *
 * `time_us` is the time in microseconds of a clock that does not go back. `seen` are two
 * numbers, zeros before the first call; afterwards, the second is 0 if there was no host.
 */
NaoResult nao_host_replace(void *memory, size_t size, void *shared_memory, size_t shared_size, uint32_t abi, uint64_t time_us, uint64_t *seen, NaoHost **host);

/*
 * Publishes the sensors before the hardware's cycle, at `time_us`, microseconds since a start
 * that the host chooses, and begins a cycle.
 *
 * `NAO_REPLACED` if another host has replaced this one: nothing is published. If that happens
 * during the call, which is then stopped and continues, the interface that is being written is
 * still published, and an old heartbeat; the rest is not. Until the successor's next
 * `nao_host_sense`, which is one pass, that interface can be a mixture of two values, for
 * `nao_shared_sensors` too; the behaviour skips the pass (`NAO_NO_CYCLE`), unless it ticks between the
 * two. `NAO_OTHER_LAYOUT` if the place of this host was overwritten and there is no successor: send
 * the commands of `nao_actuators_safe`, and end; so after each error but `NAO_REPLACED`.
 *
 * `NAO_TIME_WENT_BACK` if the time is before that of the last cycle, since timeouts would wait
 * until the clock has caught up: nothing is published. The same time again and any jump forward
 * are accepted.
 */
NaoResult nao_host_sense(NaoHost *host, const NaoSensors *sensors, uint64_t time_us);

/*
 * Begins a new clock: the next `nao_host_sense` can have any time. It is for a clock that was set
 * back; a new host begins a new clock by itself.
 *
 * Control is taken away as from a behaviour that is late: the robot gets the commands of
 * `nao_actuators_safe`, and the next `nao_behaviour_tick` returns `NAO_CONTROL_CHANGED`, after which
 * `nao_behaviour_serve` stops the skill that runs and takes up control again.
 */
NaoResult nao_host_begin_clock(NaoHost *host);

/*
 * Returns the commands to the robot after the hardware's cycle. A behaviour that is more than
 * 3 cycles late loses control. Each time control is lost, and in the first cycle of a host that
 * begins without a behaviour, the robot gets the commands of `nao_actuators_safe`.
 * `NAO_REPLACED` if another host has replaced this one: there are no commands then. A host that is
 * stopped between the end of this call and the hardware, replaced, and continues, still has
 * commands: the hardware must exclude two users itself (an exclusive lock of the device, say).
 * `NAO_OTHER_LAYOUT` as of `nao_host_sense`.
 */
NaoResult nao_host_act(NaoHost *host, NaoActuators *actuators);

/*
 * Replaces the commands by those that keep a robot safe without a behaviour. For a host that cannot go on, and for the handler of its fatal signals: it
 * uses no shared memory.
 */
NaoResult nao_actuators_safe(NaoActuators *actuators);

/*
 * Ends a host; its interfaces have no writer any more.
 */
NaoResult nao_host_detach(NaoHost *host);

/*
 * Returns the heartbeats: the number of the host's cycle, and of the cycle that the behaviour
 * has handled last. A side whose number does not change has died or been stopped; no other code
 * says so. `NAO_NO_HOST` or `NAO_OTHER_LAYOUT` if the header was overwritten: a host ends safely then.
 */
NaoResult nao_shared_beats(void *shared_memory, size_t shared_size, uint32_t *cycle, uint32_t *answer);

/*
 * Returns the sensors that the host has published last, and their time, for observers.
 */
NaoResult nao_shared_sensors(void *shared_memory, size_t shared_size, NaoSensors *sensors, uint64_t *time_us);

/*
 * Becomes the behaviour of the shared memory. Another behaviour can be replaced when it is not in
 * control: its next call returns `NAO_REPLACED`.
 */
NaoResult nao_behaviour_attach(void *memory, size_t size, void *shared_memory, size_t shared_size, uint32_t abi, NaoBehaviour **behaviour);

/*
 * Handles the host's cycle: runs the active skill once. It handles no text, allocates no
 * memory, and cannot panic.
 *
 * `NAO_NO_CYCLE` until the host begins the next cycle, for ever if it has died: `nao_shared_beats` shows
 * that. `NAO_BUSY` if the host is, or was stopped, in the middle of its heartbeat, and
 * `NAO_TIME_WENT_BACK` if the heartbeat has a time before that of the last tick, as a host that was
 * replaced and continues can leave it: the cycle is skipped; go on with the next one.
 * `NAO_NO_CONTROL` and `NAO_CONTROL_CHANGED` are no errors either. `NAO_REPLACED`: end.
 */
NaoResult nao_behaviour_tick(NaoBehaviour *behaviour);

/*
 * Does a behaviour's work between its ticks: reads the calls from the blackboard, formats the
 * reason of a failure, takes control that was given again, and publishes what the skills have
 * done for viewers (the debug interface at the end of the shared memory). `NAO_BUSY` as of
 * `nao_behaviour_tick`; `NAO_OTHER_LAYOUT` or `NAO_NO_HOST` if a host of another version has come, or the
 * header was overwritten: end.
 */
NaoResult nao_behaviour_serve(NaoBehaviour *behaviour);

/*
 * Calls a skill by a skill string of `length` bytes: `drive_to{x_m=1}`. The skill that
 * runs is stopped. On `NAO_BAD_CALL` the status has the reason, with the position in the
 * string. A text or an enum is quoted: `grip{jaws="open"}`. On `NAO_BUSY` call again.
 */
NaoResult nao_behaviour_call(NaoBehaviour *behaviour, const char *text, size_t length);

/*
 * Stops the skill that runs, with its exits.
 */
NaoResult nao_behaviour_stop(NaoBehaviour *behaviour);

/*
 * Returns the status of the last call.
 */
NaoResult nao_behaviour_status(NaoBehaviour *behaviour, NaoStatus *status);

/*
 * Starts the agent, from its beginning and with its default arguments: it decides which
 * skills run from the next tick on, which then also read the texts of its calls. The skill
 * that runs is stopped, and calls are refused (`NAO_REFUSED`) while the agent runs. If control
 * is taken away, it begins anew. `NAO_NO_AGENT` if the library has none.
 */
NaoResult nao_behaviour_start_agent(NaoBehaviour *behaviour);

/*
 * Stops the agent, and the skill that runs.
 */
NaoResult nao_behaviour_stop_agent(NaoBehaviour *behaviour);

/*
 * Returns the status of the agent: `NAO_INACTIVE`, `NAO_RUNNING`, `NAO_FINAL` or `NAO_FAILED`.
 */
NaoResult nao_behaviour_agent_status(NaoBehaviour *behaviour, uint32_t *status);

/*
 * Takes the trace entries since the last call, oldest first, as many as fit; `count` receives
 * their number. The newest 32 are kept.
 */
NaoResult nao_behaviour_trace(NaoBehaviour *behaviour, NaoTraceEntry *entries, size_t room, size_t *count);

/*
 * Ends a behaviour: stops the skill that runs, and frees its place.
 */
NaoResult nao_behaviour_detach(NaoBehaviour *behaviour);

/*
 * Writes a line of text for a trace entry, with the names of skill and states and a final 0,
 * truncated to `room` bytes.
 */
NaoResult nao_trace_text(const NaoTraceEntry *entry, char *text, size_t room);

/*
 * Creates an engine in the caller's memory: host and behaviour in one process.
 */
NaoResult nao_engine_create(void *memory, size_t size, uint32_t abi, NaoEngine **engine);

/*
 * Runs one cycle of an engine: sensors in, one tick of the skill, commands out. The first
 * cycle gives the behaviour control; skills run from the second on.
 */
NaoResult nao_engine_tick(NaoEngine *engine, const NaoSensors *sensors, uint64_t time_us, NaoActuators *actuators);

/*
 * Begins a new clock of an engine, as `nao_host_begin_clock`.
 */
NaoResult nao_engine_begin_clock(NaoEngine *engine);

/*
 * Returns the engine's behaviour, to call and stop skills, read the status and drain the
 * trace. It must not be detached.
 */
NaoBehaviour *nao_engine_behaviour(NaoEngine *engine);

/*
 * Registers the function that is called once, and before anything else, when the library
 * panics: it writes the safe command to the hardware (see `nao_actuators_safe`), since
 * afterwards the process ends with `abort()`. NULL registers none. It runs wherever the
 * panic happened, so it may call what a signal handler may call, and no function of this
 * library that takes an object. A tick that does not end is not a panic: a second process
 * with `nao_host_act`, or the hardware's own watchdog takes the robot to safety then.
 */
void nao_on_panic(NaoOnPanic callback, void *data);

#ifdef NAO_ROBOT

/*
 * Returns the size of a robot in bytes.
 */
size_t nao_robot_size(void);

/*
 * Creates a robot in the caller's memory, in a pose.
 */
NaoResult nao_robot_create(void *memory, size_t size, uint32_t pose, uint32_t seed, NaoRobot **robot);

/*
 * Lets `time_us` microseconds pass, then reads the sensors.
 */
NaoResult nao_robot_step(NaoRobot *robot, uint32_t time_us, NaoSensors *sensors);

/*
 * Passes commands to the robot.
 */
NaoResult nao_robot_act(NaoRobot *robot, const NaoActuators *actuators);

/*
 * Returns the pose of the robot: `NAO_POSE_STANDING`, ..
 */
NaoResult nao_robot_pose(NaoRobot *robot, uint32_t *pose);

#endif

#ifdef __cplusplus
}
#endif

/*
 * Which header this is: `nao_abi()` of a library with the same structs gives the same.
 * The functions that attach or create ask for it.
 */
#define NAO_ABI_STEP(hash, type) \
  ((((uint32_t)(hash)) * (uint32_t)65599) ^ (uint32_t)sizeof(type))
#define NAO_ABI \
  NAO_ABI_STEP(NAO_ABI_STEP(NAO_ABI_STEP(NAO_ABI_STEP( \
    0x064b9e3a, NaoSensors ), NaoActuators ), NaoStatus ), NaoTraceEntry )

#endif /* NAO_SKILLS_H */
