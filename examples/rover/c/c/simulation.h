/* The rover's hardware as a simulation: wheels, gripper, lidar, and a can on the floor. C99 or
 * C++98; a program for a robot reads its drivers here instead. */
#ifndef ROVER_SIMULATION_H
#define ROVER_SIMULATION_H

#include "../include/rover_skills.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CYCLE_US 10000

typedef struct {
    RoverSensors sensors;
    /* The number of the can on the floor, one after the other; beyond the last: none. */
    int can;
    /* The number of those put down where the robot was started. */
    int delivered;
    /* The cycles until the jaws have moved. */
    int moving;
    /* The cycles since the last velocity, after which the wheels stop. */
    int idle;
    /* Whether the button is pressed. */
    int pressed;
} Simulation;

/* Where the cans are, ahead of the start and to its left, m. */
#define CANS 3
static const float CAN_AT[CANS][2] = {{1.5f, 0.6f}, {2.4f, -0.5f}, {0.8f, -1.6f}};

static void must(RoverResult result, const char *what) {
    if (result != ROVER_OK) {
        fprintf(stderr, "%s: %s\n", what, rover_result_text(result));
        exit(3);
    }
}

static void *allocate(size_t size) {
    void *memory = NULL;
    size_t align = rover_align() < sizeof(void *) ? sizeof(void *) : rover_align();
    if (posix_memalign(&memory, align, size)) exit(3);
    return memory;
}

static void simulation_start(Simulation *of) {
    memset(of, 0, sizeof *of);
    of->sensors.gripper.final = 1;
}

/* Lets a cycle pass, then measures. */
static void simulation_step(Simulation *of) {
    RoverSensors *sensors = &of->sensors;
    RoverOdometry *pose = &sensors->odometry;
    const float *can;
    float x, y, sec = CYCLE_US / 1e6f;
    if (++of->idle > 20 || of->pressed) memset(&sensors->wheels, 0, sizeof sensors->wheels);
    pose->heading_rad += sensors->wheels.turn_rad_per_sec * sec;
    pose->x_m += sensors->wheels.forward_m_per_sec * sec * cosf(pose->heading_rad);
    pose->y_m += sensors->wheels.forward_m_per_sec * sec * sinf(pose->heading_rad);
    can = CAN_AT[of->can < CANS ? of->can : 0];
    x = can[0] - pose->x_m;
    y = can[1] - pose->y_m;
    sensors->lidar.distance_m = sqrtf(x * x + y * y);
    sensors->lidar.bearing_rad = remainderf(atan2f(y, x) - pose->heading_rad, 6.2831853f);
    sensors->lidar.sees = !sensors->gripper.holds && of->can < CANS &&
                          sensors->lidar.distance_m <= 4 && fabsf(sensors->lidar.bearing_rad) <= 1;
    if (of->moving && !--of->moving) {
        int closed = sensors->gripper.jaws == ROVER_GRIPPER_JAWS_CLOSED;
        sensors->gripper.final = 1;
        if (closed && sensors->lidar.sees && sensors->lidar.distance_m <= 0.25f)
            sensors->gripper.holds = 1;
        if (!closed && sensors->gripper.holds) {
            of->delivered += sqrtf(pose->x_m * pose->x_m + pose->y_m * pose->y_m) <= 0.4f;
            of->can++;
            sensors->gripper.holds = 0;
        }
    }
    sensors->emergency_stop.released = !of->pressed;
    sensors->published = ROVER_PUBLISHES_EMERGENCY_STOP | ROVER_PUBLISHES_WHEELS |
                         ROVER_PUBLISHES_ODOMETRY | ROVER_PUBLISHES_LIDAR | ROVER_PUBLISHES_GRIPPER;
}

// ANCHOR: act
/* Does what the commands ask for. */
static void simulation_act(Simulation *of, const RoverActuators *told) {
    uint32_t i;
    for (i = 0; i < told->commands; i++) {
        const RoverCommand *command = &told->command[i];
        switch (command->message) {
        case ROVER_WHEELS_SET_VELOCITY:
            of->sensors.wheels.forward_m_per_sec = command->as.wheels_set_velocity.forward_m_per_sec;
            of->sensors.wheels.turn_rad_per_sec = command->as.wheels_set_velocity.turn_rad_per_sec;
            of->idle = 0;
            break;
        case ROVER_WHEELS_STOP: memset(&of->sensors.wheels, 0, sizeof of->sensors.wheels); break;
        case ROVER_GRIPPER_MOVE:
            of->sensors.gripper.jaws = command->as.gripper_move.jaws;
            of->sensors.gripper.msgid = command->id;
            of->sensors.gripper.final = 0;
            of->moving = 40;
            break;
        }
    }
}
// ANCHOR_END: act

#endif
