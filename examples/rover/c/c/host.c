/* The rover's hardware as a process: it publishes sensors and carries out commands, with the skills
 * in another process (behaviour.c), or none.
 *
 *   host NAME [--realtime]
 *
 * NAME is that of the shared memory. Without --realtime the next cycle begins as soon as the
 * behaviour has handled this one, at the latest after 10 ms.
 *
 * Exit status: 0 by SIGTERM, 2 a wrong argument, 3 an error, 4 the shared memory was lost or
 * overwritten, and the wheels have stopped. */
#define _DEFAULT_SOURCE
#include "simulation.h"

#include "../include/rover_memory.h"

#include <time.h>

static volatile sig_atomic_t stopped;
static void stop(int signal) {
    (void)signal;
    stopped = 1;
}

static long long now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

// ANCHOR: attach
/* Becomes the host, in the place of one that has died. */
static void attach(RoverMemory *shared, RoverHost **host) {
    void *memory = allocate(rover_host_size());
    uint64_t seen[2] = {0, 0};
    RoverResult result;
    while ((result = rover_host_replace(memory, rover_host_size(), shared->at, shared->size, ROVER_ABI,
                                        (uint64_t)now_us(), seen, host)) == ROVER_BUSY)
        usleep(10000);
    must(result, "attach");
    if (seen[1]) printf("host: the host before is dead; taking over\n");
    printf("host: attached\n");
}
// ANCHOR_END: attach

/* Ends if a function of the shared memory has failed: the wheels stop, unless another host has them. */
static void must_share(RoverMemory *shared, Simulation *simulation, RoverResult result,
                       const char *what) {
    RoverActuators told;
    int state = rover_memory_check(shared);
    if (state == ROVER_MEMORY_OK && (result == ROVER_OK || result == ROVER_REPLACED)) {
        must(result, what);
        return;
    }
    must(rover_actuators_safe(&told), "safety");
    simulation_act(simulation, &told);
    printf("host: %s; the wheels turn at %g m/s\n",
           state == ROVER_MEMORY_OK ? rover_result_text(result) : rover_memory_text(state),
           simulation->sensors.wheels.forward_m_per_sec);
    exit(4);
}

int main(int argc, char **argv) {
    Simulation simulation;
    RoverMemory shared;
    RoverHost *host;
    RoverActuators told;
    uint32_t cycle = 0, beat, answer, watchdog = 99;
    int delivered = 0;
    int state, realtime = argc == 3 && !strcmp(argv[2], "--realtime");

    if (argc < 2) {
        fprintf(stderr, "usage: host NAME [--realtime]\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGTERM, stop);
    state = rover_memory_create(&shared, argv[1], rover_shared_size(), 0600);
    if (state == ROVER_MEMORY_OK) state = rover_memory_guard(&shared);
    if (state != ROVER_MEMORY_OK) {
        fprintf(stderr, "host: %s: %s\n", argv[1], rover_memory_text(state));
        return 3;
    }
    attach(&shared, &host);
    simulation_start(&simulation);
    while (!stopped) {
        long long deadline = now_us() + CYCLE_US;
        cycle++;
        // ANCHOR: cycle
        simulation_step(&simulation);
        must_share(&shared, &simulation,
                   rover_host_sense(host, &simulation.sensors, (uint64_t)cycle * CYCLE_US), "sense");
        do {
            must_share(&shared, &simulation,
                       rover_shared_beats(shared.at, shared.size, &beat, &answer), "beats");
            if (answer == beat && !realtime) break;
            usleep(realtime ? 500 : 50);
        } while (now_us() < deadline);
        must_share(&shared, &simulation, rover_host_act(host, &told), "act");
        simulation_act(&simulation, &told);
        // ANCHOR_END: cycle
        if (told.watchdog != watchdog) {
            watchdog = told.watchdog;
            if (!watchdog) printf("host: control given\n");
            else
                printf("host: no behaviour in control, %u late; the wheels turn at %g m/s\n",
                       told.missed, simulation.sensors.wheels.forward_m_per_sec);
        }
        if (simulation.delivered != delivered) {
            delivered = simulation.delivered;
            printf("host: %d cans delivered after %.1f s\n", delivered, cycle * (CYCLE_US / 1e6));
        }
    }
    /* The hardware keeps its last command. */
    must(rover_actuators_safe(&told), "safety");
    simulation_act(&simulation, &told);
    printf("host: ends; the wheels turn at %g m/s\n", simulation.sensors.wheels.forward_m_per_sec);
    must(rover_host_detach(host), "detach");
    rover_memory_remove(&shared, argv[1]);
    return 0;
}
