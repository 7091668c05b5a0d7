/*
 * The NAO's skills: libnao_skills.a, for C99 and C++98.
 *
 * Written by `cargo xtask nao header` from nao-c/src. On the NAO (i586) set the x87 control
 * word to 24 bits (fldcw 0x007f) around the calls: then a run gives the same trace as on
 * any other machine. See README.md of nao-c.
 */

#ifndef NAO_SKILLS_H
#define NAO_SKILLS_H

#include <stddef.h>
#include <stdint.h>

/*
 The version of this interface and of the shared memory.
 */
#define NAO_VERSION 1

/*
 How many joints there are, in this order: HeadYaw, HeadPitch, LShoulderPitch,
 LShoulderRoll, LElbowYaw, LElbowRoll, LWristYaw, LHand, LHipYawPitch, LHipRoll,
 LHipPitch, LKneePitch, LAnklePitch, LAnkleRoll, RShoulderPitch, RShoulderRoll,
 RElbowYaw, RElbowRoll, RWristYaw, RHand, RHipYawPitch, RHipRoll, RHipPitch, RKneePitch,
 RAnklePitch, RAnkleRoll.
 */
#define NAO_JOINTS 26

/*
 Most motions that one cycle can ask for.
 */
#define NAO_MOTIONS 16

/*
 Room for the text of an error or a skill's name, in bytes, its final 0 included.
 */
#define NAO_TEXT 128

/*
 All is well.
 */
#define NAO_OK 0

/*
 A pointer is null.
 */
#define NAO_NULL 1

/*
 A pointer is not aligned as it must be.
 */
#define NAO_MISALIGNED 2

/*
 The memory is smaller than the size asked for.
 */
#define NAO_TOO_SMALL 3

/*
 The header is not of this library: `NAO_ABI` differs.
 */
#define NAO_OTHER_HEADER 4

/*
 The shared memory is of another version or layout, or of something else.
 */
#define NAO_OTHER_LAYOUT 5

/*
 The shared memory has no host yet.
 */
#define NAO_NO_HOST 6

/*
 Another process writes this already, and is alive as far as is known.
 */
#define NAO_WRITER_TAKEN 7

/*
 The pointer is not of a living host, behaviour or engine.
 */
#define NAO_BAD_HANDLE 8

/*
 The text is longer than a call can be, or not UTF-8.
 */
#define NAO_BAD_TEXT 9

/*
 The call cannot be run; the status has the reason.
 */
#define NAO_BAD_CALL 10

/*
 The host has not begun a new cycle since the last tick.
 */
#define NAO_NO_CYCLE 11

/*
 The host has taken control away or given it anew: call `nao_behaviour_serve`, which
 stops what runs and takes control again.
 */
#define NAO_CONTROL_CHANGED 12

/*
 Another behaviour has taken this one's place.
 */
#define NAO_REPLACED 13

/*
 The tick was answered, but the host has not given control yet: no skill was run.
 */
#define NAO_NO_CONTROL 15

/*
 The other side was in the middle of writing for too long; try again.
 */
#define NAO_BUSY 14

/*
 Nothing was called, or it was stopped.
 */
#define NAO_INACTIVE 0

/*
 The skill has reached its purpose.
 */
#define NAO_FINAL 1

/*
 The skill runs.
 */
#define NAO_RUNNING 2

/*
 The skill has failed, or could not be called.
 */
#define NAO_FAILED 3

/*
 No motion.
 */
#define NAO_MOTION_STOP 0

/*
 Stand up; `argument[0]`: 0 as the accelerometer tells, 1 from the back, 2 from the front.
 */
#define NAO_MOTION_STANDUP 1

/*
 Rise from sitting.
 */
#define NAO_MOTION_GET_UP 2

/*
 Sit down.
 */
#define NAO_MOTION_PARK 3

/*
 Kick; `argument`: leg (0 left, 1 right), strength 0 to 1.
 */
#define NAO_MOTION_KICK 4

/*
 Walk; `argument`: distance, m.
 */
#define NAO_MOTION_WALK_STRAIGHT 5

/*
 Walk sideways; `argument`: distance to the left, m.
 */
#define NAO_MOTION_WALK_SIDEWAYS 6

/*
 Walk along a circle; `argument`: angle, rad; radius, m.
 */
#define NAO_MOTION_WALK_ARC 7

/*
 Walk on; `argument`: forward, left, turning left, each -1 to 1; speed 0 to 1.
 */
#define NAO_MOTION_WALK_VELOCITY 8

/*
 Turn on the spot; `argument`: angle to the left, rad.
 */
#define NAO_MOTION_TURN 9

/*
 Turn the head; `argument`: HeadYaw, HeadPitch, rad; speed, 0 to 1.
 */
#define NAO_MOTION_MOVE_HEAD 10

/*
 Turn the head; `argument`: HeadYaw, HeadPitch, rad; time, s.
 */
#define NAO_MOTION_YAW_PITCH_HEAD 11

/*
 A transition was taken.
 */
#define NAO_TRACE_TRANSITION 0

/*
 A skill has failed.
 */
#define NAO_TRACE_FAILED 1

/*
 Too many transitions in one tick; the edge waits.
 */
#define NAO_TRACE_LIMIT 2

/*
 A skill was reset.
 */
#define NAO_TRACE_RESET 3

#if defined(NAO_ROBOT)
/*
 The robot stands.
 */
#define NAO_POSE_STANDING 0
#endif

#if defined(NAO_ROBOT)
/*
 It sits.
 */
#define NAO_POSE_SITTING 1
#endif

#if defined(NAO_ROBOT)
/*
 It lies on its back.
 */
#define NAO_POSE_LYING_BACK 2
#endif

#if defined(NAO_ROBOT)
/*
 It lies on its front.
 */
#define NAO_POSE_LYING_FRONT 3
#endif

#if defined(NAO_ROBOT)
/*
 It falls.
 */
#define NAO_POSE_FALLING 4
#endif

/*
 The behaviour of a shared memory: the side of the skills.
 */
typedef struct NaoBehaviour NaoBehaviour;

/*
 Both in one process, with a blackboard of their own.
 */
typedef struct NaoEngine NaoEngine;

/*
 The host of a shared memory: the side of the hardware.
 */
typedef struct NaoHost NaoHost;

#if defined(NAO_ROBOT)
/*
 A simulated NAO.
 */
typedef struct NaoRobot NaoRobot;
#endif

/*
 How a function went: `NAO_OK`, or what was wrong. Nothing has happened then.
 */
typedef uint32_t NaoResult;

/*
 What a NAO feels in one cycle.
 */
typedef struct NaoSensors {
  /*
   Angle of each joint, rad; hands: 0 to 1.
   */
  float joint_rad[NAO_JOINTS];
  /*
   Stiffness of each joint, 0 to 1.
   */
  float stiffness[NAO_JOINTS];
  /*
   Accelerometer, forward, g. Lying on the back: negative.
   */
  float accel_x;
  /*
   Accelerometer, to the left, g.
   */
  float accel_y;
  /*
   Accelerometer, upward, g.
   */
  float accel_z;
  /*
   Turn rate about the forward axis, rad/s.
   */
  float gyro_x;
  /*
   Turn rate about the axis to the left, rad/s.
   */
  float gyro_y;
  /*
   The gyroscope's reference, rad/s.
   */
  float gyro_ref;
  /*
   Tilt to the right, rad.
   */
  float angle_x;
  /*
   Tilt forward, rad.
   */
  float angle_y;
  /*
   Forces under the left foot, kg: front left, front right, rear left, rear right.
   */
  float l_fsr[4];
  /*
   Forces under the right foot, kg, in the same order.
   */
  float r_fsr[4];
  /*
   Weight on the left foot, kg.
   */
  float l_total_weight;
  /*
   Weight on the right foot, kg.
   */
  float r_total_weight;
  /*
   Centre of pressure of the left foot, m: forward, to the left.
   */
  float l_cop[2];
  /*
   Centre of pressure of the right foot, m.
   */
  float r_cop[2];
  /*
   Echoes of the left ultrasound receiver, m, nearest first.
   */
  float ultrasonic_left[4];
  /*
   Echoes of the right ultrasound receiver, m.
   */
  float ultrasonic_right[4];
  /*
   Charge of the battery, 0 to 1.
   */
  float battery_charge;
  /*
   Bumpers, 0 or 1: left foot left, left foot right, right foot left, right foot right.
   */
  uint8_t bumper[4];
  /*
   Head touch sensors, front, middle, rear, and the chest button: 0 or 1.
   */
  uint8_t touch[4];
  /*
   The id of the motion that runs, as it stood in the command; 0 if none does.
   */
  uint32_t motion_id;
} NaoSensors;

/*
 A motion that is asked for.
 */
typedef struct NaoMotion {
  /*
   Which: `NAO_MOTION_STOP`, ..
   */
  uint32_t kind;
  /*
   Its id; `NaoSensors::motion_id` tells when it runs.
   */
  uint32_t id;
  /*
   What goes with it.
   */
  float argument[4];
} NaoMotion;

/*
 What the robot shall do in this cycle.
 */
typedef struct NaoActuators {
  /*
   Bit of each joint that shall move, in the order of the joints.
   */
  uint32_t moves;
  /*
   Bit of each joint whose stiffness shall change.
   */
  uint32_t stiffens;
  /*
   Where to, rad; hands: 0 to 1.
   */
  float target_rad[NAO_JOINTS];
  /*
   In which time, s; 0: as fast as `speed` says.
   */
  float time_sec[NAO_JOINTS];
  /*
   At which fraction of the highest speed, 0 to 1, if the time is 0.
   */
  float speed[NAO_JOINTS];
  /*
   Stiffness, 0 to 1.
   */
  float stiffness[NAO_JOINTS];
  /*
   In which time, s.
   */
  float stiffness_time_sec[NAO_JOINTS];
  /*
   How many of `motion` are asked for, in order.
   */
  uint32_t motions;
  /*
   The motions.
   */
  struct NaoMotion motion[NAO_MOTIONS];
  /*
   1 while no behaviour is in control, and the host itself keeps the robot safe.
   */
  uint32_t watchdog;
  /*
   How many cycles the behaviour is late.
   */
  uint32_t missed;
  /*
   How many commands of a behaviour that is not in control were thrown away, in all.
   */
  uint32_t refused;
} NaoActuators;

/*
 How a behaviour's last call goes.
 */
typedef struct NaoStatus {
  /*
   `NAO_INACTIVE`, `NAO_FINAL`, `NAO_RUNNING` or `NAO_FAILED`.
   */
  uint32_t status;
  /*
   The cycle of the last tick.
   */
  uint32_t cycle;
  /*
   How often control was given or taken away.
   */
  uint32_t control;
  /*
   How many trace entries were lost because nobody drained them.
   */
  uint32_t lost;
  /*
   The call, cut to the room, with a final 0.
   */
  uint8_t call[NAO_TEXT];
  /*
   Why it failed, with a final 0; empty until `nao_behaviour_serve` has put it in words.
   */
  uint8_t error[NAO_TEXT];
} NaoStatus;

/*
 One thing that happened in a skill.
 */
typedef struct NaoTraceEntry {
  /*
   When, microseconds, low half.
   */
  uint32_t time_us_low;
  /*
   The high half.
   */
  uint32_t time_us_high;
  /*
   Which machine: 0 is the skill that was called, then its sub-skills in preorder.
   */
  uint32_t instance;
  /*
   Which skill, by its place in the space.
   */
  uint32_t skill;
  /*
   `NAO_TRACE_TRANSITION`, ..
   */
  uint32_t kind;
  /*
   The state that was left; `0xffffffff` if none.
   */
  uint32_t from;
  /*
   The edge in the skill's graph, or the cause of a failure; `0xffffffff` if none.
   */
  uint32_t edge;
} NaoTraceEntry;
/*
 Nothing.
 */
#define NaoTraceEntry_NONE UINT32_MAX

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The library's `NAO_ABI`.
 */
uint32_t nao_abi(void);

/*
 How many bytes the shared memory takes.
 */
size_t nao_shared_size(void);

/*
 How the shared memory must be aligned, in bytes.
 */
size_t nao_shared_align(void);

/*
 How many bytes a host takes in the caller's memory.
 */
size_t nao_host_size(void);

/*
 How many bytes a behaviour takes in the caller's memory.
 */
size_t nao_behaviour_size(void);

/*
 How many bytes an engine takes in the caller's memory.
 */
size_t nao_engine_size(void);

/*
 How the memory of a host, a behaviour or an engine must be aligned, in bytes.
 */
size_t nao_align(void);

/*
 Becomes the host of the shared memory, which is zeroed memory or has had a host.

 `take_over` is not 0 if the host before has died: `NAO_WRITER_TAKEN` says that there is
 one, and its heartbeat (`nao_shared_beats`) whether it lives. `abi` is `NAO_ABI`.

 # Safety
 The pointers point to memory of the sizes given, which stays until the detach.
 */
NaoResult nao_host_attach(void *memory,
                          size_t size,
                          void *shared_memory,
                          size_t shared_size,
                          uint32_t abi,
                          uint32_t take_over,
                          struct NaoHost **host);

/*
 Before the hardware's cycle: publishes what the robot feels at `time_us`, microseconds
 since a start that the host chooses, and begins a cycle.

 # Safety
 The pointers are a living host and the sensors.
 */
NaoResult nao_host_sense(struct NaoHost *host,
                         const struct NaoSensors *sensors,
                         uint64_t time_us);

/*
 After the hardware's cycle: what the robot shall do. A behaviour that is more than 3
 cycles late has lost control: the robot is told to sit down, and to become as limp as
 0.3.

 # Safety
 The pointers are a living host and room for the commands.
 */
NaoResult nao_host_act(struct NaoHost *host, struct NaoActuators *actuators);

/*
 Ends a host: its interfaces have no writer any more.

 # Safety
 The pointer is a living host.
 */
NaoResult nao_host_detach(struct NaoHost *host);

/*
 The heartbeats: the number of the host's cycle, and of the cycle that the behaviour has
 answered last. One whose number stands still has died or been stopped.

 # Safety
 The pointers point to shared memory of the size given, and to two numbers.
 */
NaoResult nao_shared_beats(void *shared_memory,
                           size_t shared_size,
                           uint32_t *cycle,
                           uint32_t *answer);

/*
 What the host has published last, and when, for whoever looks on.

 # Safety
 The pointers point to shared memory of the size given, to room for the sensors and to
 a number.
 */
NaoResult nao_shared_sensors(void *shared_memory,
                             size_t shared_size,
                             struct NaoSensors *sensors,
                             uint64_t *time_us);

/*
 Becomes the behaviour of the shared memory. The place of another is free when the host
 has taken control from it.

 # Safety
 The pointers point to memory of the sizes given, which stays until the detach.
 */
NaoResult nao_behaviour_attach(void *memory,
                               size_t size,
                               void *shared_memory,
                               size_t shared_size,
                               uint32_t abi,
                               struct NaoBehaviour **behaviour);

/*
 Answers the host's cycle: runs the active skill once. No text is read or made here, no
 memory allocated, and nothing can panic.

 # Safety
 The pointer is a living behaviour.
 */
NaoResult nao_behaviour_tick(struct NaoBehaviour *behaviour);

/*
 What a behaviour does between its ticks: reads the calls that came by the blackboard,
 puts the reason of a failure into words, takes up control that was given anew.

 # Safety
 The pointer is a living behaviour.
 */
NaoResult nao_behaviour_serve(struct NaoBehaviour *behaviour);

/*
 Calls a skill by a skill string of `length` bytes: `standup{from="back"}`. What runs is
 stopped. `NAO_BAD_CALL`: the status has the reason, with the place in the string.

 # Safety
 The pointers are a living behaviour, and text of that length.
 */
NaoResult nao_behaviour_call(struct NaoBehaviour *behaviour, const char *text, size_t length);

/*
 Stops what runs, with its exits.

 # Safety
 The pointer is a living behaviour.
 */
NaoResult nao_behaviour_stop(struct NaoBehaviour *behaviour);

/*
 How the last call goes.

 # Safety
 The pointers are a living behaviour and room for the status.
 */
NaoResult nao_behaviour_status(struct NaoBehaviour *behaviour, struct NaoStatus *status);

/*
 Takes what happened since the last time, oldest first: as many entries as there is
 room for, and in `count` how many. The newest 32 are kept until then.

 # Safety
 The pointers are a living behaviour, room for so many entries, and a number.
 */
NaoResult nao_behaviour_trace(struct NaoBehaviour *behaviour,
                              struct NaoTraceEntry *entries,
                              size_t room,
                              size_t *count);

/*
 Ends a behaviour: what runs is stopped, and the place is free.

 # Safety
 The pointer is a living behaviour.
 */
NaoResult nao_behaviour_detach(struct NaoBehaviour *behaviour);

/*
 A line of text for a trace entry, with the names of skill and states and a final 0, cut
 to `room`.

 # Safety
 The pointers are an entry and room for the text.
 */
NaoResult nao_trace_text(const struct NaoTraceEntry *entry, char *text, size_t room);

/*
 What a code means, in a few words with a final 0.
 */
const char *nao_result_text(NaoResult result);

/*
 Makes an engine in the caller's memory: host and behaviour in one process.

 # Safety
 The pointers point to memory of the size given, which stays where it is, and to a
 pointer.
 */
NaoResult nao_engine_create(void *memory, size_t size, uint32_t abi, struct NaoEngine **engine);

/*
 One cycle of an engine: sensors in, one tick of the skill, commands out. The first
 cycle gives the behaviour control; skills run from the second on.

 # Safety
 The pointers are a living engine, the sensors, and room for the commands.
 */
NaoResult nao_engine_tick(struct NaoEngine *engine,
                          const struct NaoSensors *sensors,
                          uint64_t time_us,
                          struct NaoActuators *actuators);

/*
 The engine's behaviour: to call, to stop, to ask, to drain. It must not be detached.

 # Safety
 The pointer is a living engine.
 */
struct NaoBehaviour *nao_engine_behaviour(struct NaoEngine *engine);

#if defined(NAO_ROBOT)
/*
 How many bytes a robot takes.
 */
size_t nao_robot_size(void);
#endif

#if defined(NAO_ROBOT)
/*
 Makes a robot in the caller's memory, in a pose.

 # Safety
 The pointers point to memory of the size given, and to a pointer.
 */
NaoResult nao_robot_create(void *memory,
                           size_t size,
                           uint32_t pose,
                           uint32_t seed,
                           struct NaoRobot **robot);
#endif

#if defined(NAO_ROBOT)
/*
 Lets `time_us` microseconds pass, then tells what it feels.

 # Safety
 The pointers are a living robot and room for the sensors.
 */
NaoResult nao_robot_step(struct NaoRobot *robot, uint32_t time_us, struct NaoSensors *sensors);
#endif

#if defined(NAO_ROBOT)
/*
 Tells the robot what it shall do.

 # Safety
 The pointers are a living robot and the commands.
 */
NaoResult nao_robot_act(struct NaoRobot *robot, const struct NaoActuators *actuators);
#endif

#if defined(NAO_ROBOT)
/*
 How the robot's body is placed: `NAO_POSE_STANDING`, ..

 # Safety
 The pointers are a living robot and a number.
 */
NaoResult nao_robot_pose(struct NaoRobot *robot, uint32_t *pose);
#endif

extern void abort(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* NAO_SKILLS_H */

/* Which header this is: `nao_abi()` of a library of the same version, with the same structs,
 * gives the same. The functions that attach or create ask for it. */
#define NAO_ABI_STEP(hash, type) ((((uint32_t)(hash)) * (uint32_t)65599) ^ (uint32_t)sizeof(type))
#define NAO_ABI NAO_ABI_STEP(NAO_ABI_STEP(NAO_ABI_STEP(NAO_ABI_STEP(NAO_VERSION, NaoSensors), \
                             NaoActuators), NaoStatus), NaoTraceEntry)
