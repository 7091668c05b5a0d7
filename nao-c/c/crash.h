/* The NAO, for tools/geode/c/crash.c. */
#include "common.h"

#define ROBOT(name) nao_##name
#define TYPE(name) Nao##name
#define CODE(name) NAO_##name

/* A robot whose joints are at once where they should be. */
typedef struct {
    NaoSensors sensors;
    uint32_t motion_cycles;
} Robot;

enum { MOTION_CYCLES = 1000 };

/* On its back, as the accelerometer of a robot that lies says. */
static void robot_start(Robot *robot) { robot->sensors.accel_x = -1; }

static void robot_cycle(Robot *robot) {
    if (robot->motion_cycles && !--robot->motion_cycles) robot->sensors.motion_id = 0;
}

static int is_wild(float number) { return !(number - number == 0); }

static uint32_t robot_obey(Robot *robot, const NaoActuators *told) {
    NaoSensors *sensors = &robot->sensors;
    uint32_t seen = 0, limp = 0, i;
    for (i = 0; i < NAO_JOINTS; i++) {
        if (told->moves >> i & 1) {
            if (is_wild(told->target_rad[i]) || is_wild(told->time_sec[i]) || is_wild(told->speed[i]))
                seen |= SEEN_WILD;
            if (i == 0 && told->target_rad[i] == 0.25f) seen |= SEEN_FIRST;
            if (i == 0 && told->target_rad[i] == -0.75f) seen |= SEEN_VICTIM;
            sensors->joint_rad[i] = told->target_rad[i];
        }
        if (told->stiffens >> i & 1) {
            if (is_wild(told->stiffness[i]) || is_wild(told->stiffness_time_sec[i])) seen |= SEEN_WILD;
            if (told->stiffness[i] == 1.0f) seen |= SEEN_SECOND;
            limp += told->stiffness[i] < 0.301f;
            sensors->stiffness[i] = told->stiffness[i];
        }
    }
    if (limp == NAO_JOINTS) seen |= SEEN_LIMP;
    for (i = 0; i < told->motions && i < NAO_MOTIONS; i++) {
        const NaoMotion *motion = &told->motion[i];
        uint32_t j;
        for (j = 0; j < 4; j++)
            if (is_wild(motion->argument[j])) seen |= SEEN_WILD;
        if (motion->kind == NAO_MOTION_PARK) seen |= SEEN_SAFE;
        if (motion->kind == NAO_MOTION_KICK) seen |= SEEN_VICTIM;
        if (motion->kind == NAO_MOTION_STANDUP)
            seen |= motion->argument[0] == 2 ? SEEN_THIRD : SEEN_VICTIM;
        sensors->motion_id = motion->kind == NAO_MOTION_STOP ? 0 : motion->id;
        robot->motion_cycles = MOTION_CYCLES;
    }
    return seen;
}

static int robot_commands(const NaoActuators *told) {
    return told->moves || told->stiffens || told->motions;
}
