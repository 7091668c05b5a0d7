/* The rover, for tools/geode/c/crash.c. */
#include "../include/rover_skills.h"

#define ROBOT(name) rover_##name
#define TYPE(name) Rover##name
#define CODE(name) ROVER_##name

/* The x87 is not used. */
static unsigned short x87_enter(void) { return 0; }
static void x87_leave(unsigned short before) { (void)before; }

/* A robot that is at once a meter ahead if it drives, and at the start when it opens its gripper,
 * which always holds something. It sees nothing. */
typedef struct {
    RoverSensors sensors;
} Robot;

static void robot_cycle(Robot *robot) { (void)robot; }

static void robot_start(Robot *robot) {
    robot->sensors.published = 0x1f;
    robot->sensors.emergency_stop.released = 1;
    robot->sensors.gripper.final = 1;
    robot->sensors.gripper.holds = 1;
}

static int is_wild(float number) { return !(number - number == 0); }

static uint32_t robot_obey(Robot *robot, const RoverActuators *told) {
    uint32_t seen = 0, i;
    for (i = 0; i < told->commands && i < 16; i++) {
        const RoverCommand *command = &told->command[i];
        const RoverWheelsSetVelocity *velocity = &command->as.wheels_set_velocity;
        if (command->message == ROVER_WHEELS_SET_VELOCITY) {
            if (is_wild(velocity->forward_m_per_sec) || is_wild(velocity->turn_rad_per_sec))
                seen |= SEEN_WILD;
            if (velocity->forward_m_per_sec == 0.4f) {
                seen |= SEEN_SECOND | SEEN_THIRD;
                robot->sensors.odometry.x_m = 1;
            }
            /* Victims alone turn on the spot. */
            if (velocity->turn_rad_per_sec == 0.8f) seen |= SEEN_VICTIM;
        }
        if (command->message == ROVER_WHEELS_STOP)
            seen |= command->id ? SEEN_SAFE : SEEN_SAFE | SEEN_LIMP;
        if (command->message == ROVER_GRIPPER_MOVE) {
            int open = command->as.gripper_move.jaws == ROVER_GRIPPER_JAWS_OPEN;
            seen |= open ? SEEN_FIRST : SEEN_VICTIM;
            if (open) robot->sensors.odometry.x_m = 0;
            robot->sensors.gripper.msgid = command->id;
            robot->sensors.gripper.jaws = command->as.gripper_move.jaws;
        }
    }
    return seen;
}

static int robot_commands(const RoverActuators *told) { return told->commands != 0; }
