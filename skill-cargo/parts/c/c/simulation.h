/* The hardware as a simulation: two wheels, and a distance sensor that sees a wall. C99; a program
 * for a robot reads and commands its devices here. */
#ifndef SIMULATION_H
#define SIMULATION_H

#include "../include/{{crate_name}}_skills.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CYCLE_US 10000
/* The wall ahead of the start, m. */
#define WALL_M 4.0f

typedef struct {
    {{Prefix}}Sensors sensors;
    float forward_m_per_sec, turn_rad_per_sec;
    /* The cycles since the last command, after which the wheels stop. */
    int idle;
} Simulation;

static inline void must({{Prefix}}Result result, const char *what) {
    if (result == {{PREFIX}}_OK) return;
    fprintf(stderr, "%s: %s\n", what, {{prefix}}_result_text(result));
    exit(3);
}

static inline void *allocate(size_t size) {
    void *memory = NULL;
    size_t align = {{prefix}}_align() < sizeof(void *) ? sizeof(void *) : {{prefix}}_align();
    if (posix_memalign(&memory, align, size)) exit(3);
    return memory;
}

/* Lets a cycle pass, then measures. */
static inline void simulation_step(Simulation *of) {
    {{Prefix}}Sensors *sensors = &of->sensors;
    float sec = CYCLE_US / 1e6f;
    if (++of->idle > 20) of->forward_m_per_sec = of->turn_rad_per_sec = 0;
    sensors->wheels.driven_m += of->forward_m_per_sec * sec;
    sensors->wheels.turned_rad += of->turn_rad_per_sec * sec;
    sensors->range.distance_m = WALL_M - sensors->wheels.driven_m;
    /* A device that has measured nothing new leaves its bit out. */
    sensors->published = {{PREFIX}}_PUBLISHES_WHEELS | {{PREFIX}}_PUBLISHES_RANGE;
}

/* Carries out the commands. */
static inline void simulation_act(Simulation *of, const {{Prefix}}Actuators *told) {
    uint32_t i;
    for (i = 0; i < told->commands; i++) {
        const {{Prefix}}Command *command = &told->command[i];
        switch (command->message) {
        case {{PREFIX}}_WHEELS_DRIVE:
            of->forward_m_per_sec = command->as.wheels_drive.forward_m_per_sec;
            of->turn_rad_per_sec = command->as.wheels_drive.turn_rad_per_sec;
            of->idle = 0;
            break;
        case {{PREFIX}}_WHEELS_STOP: of->forward_m_per_sec = of->turn_rad_per_sec = 0; break;
        }
    }
}

/* Carries out the safe commands: before a program of the hardware ends, whatever the reason. */
static inline void simulation_safe(Simulation *of) {
    {{Prefix}}Actuators told;
    must({{prefix}}_actuators_safe(&told), "safety");
    simulation_act(of, &told);
}

/* What the programs print of it. */
static inline const char *simulation_text(const Simulation *of) {
    static char text[80];
    snprintf(text, sizeof text, "the wheels turn at %g m/s, %.2f m driven", of->forward_m_per_sec,
             of->sensors.wheels.driven_m);
    return text;
}

#endif
