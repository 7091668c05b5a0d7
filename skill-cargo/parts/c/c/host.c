/* The hardware as a process: it publishes sensors and carries out commands, with the skills
 * in another process (behaviour.c), or none.
 *
 *   host NAME [--realtime]
 *
 * NAME is that of the shared memory. Without --realtime the next cycle begins as soon as the
 * behaviour has handled this one, at the latest after 10 ms.
 *
 * Exit status: 0 by SIGTERM or SIGINT, with the safe commands, 2 a wrong argument, 3 an error, 4 the shared memory was lost or
 * overwritten, and the wheels have stopped. */
#define _DEFAULT_SOURCE
#include "simulation.h"

#include "../include/{{crate_name}}_memory.h"

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

/* Becomes the host, in the place of one that has died. */
static void attach({{Prefix}}Memory *shared, {{Prefix}}Host **host) {
    void *memory = allocate({{prefix}}_host_size());
    uint64_t seen[2] = {0, 0};
    {{Prefix}}Result result;
    while ((result = {{prefix}}_host_replace(memory, {{prefix}}_host_size(), shared->at, shared->size, {{PREFIX}}_ABI,
                                        (uint64_t)now_us(), seen, host)) == {{PREFIX}}_BUSY)
        usleep(10000);
    must(result, "attach");
    if (seen[1]) printf("host: the host before is dead; taking over\n");
    printf("host: attached\n");
}

/* Ends if a function of the shared memory has failed: the wheels stop, unless another host has them. */
static void must_share({{Prefix}}Memory *shared, Simulation *simulation, {{Prefix}}Result result,
                       const char *what) {
    int state = {{prefix}}_memory_check(shared);
    if (state == {{PREFIX}}_MEMORY_OK && (result == {{PREFIX}}_OK || result == {{PREFIX}}_REPLACED)) {
        must(result, what);
        return;
    }
    simulation_safe(simulation);
    printf("host: %s; %s\n",
           state == {{PREFIX}}_MEMORY_OK ? {{prefix}}_result_text(result) : {{prefix}}_memory_text(state),
           simulation_text(simulation));
    exit(4);
}

int main(int argc, char **argv) {
    Simulation simulation;
    {{Prefix}}Memory shared;
    {{Prefix}}Host *host;
    {{Prefix}}Actuators told;
    uint32_t cycle = 0, beat, answer, watchdog = 99;
    int state, realtime = argc == 3 && !strcmp(argv[2], "--realtime");

    if (argc < 2) {
        fprintf(stderr, "usage: host NAME [--realtime]\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    state = {{prefix}}_memory_create(&shared, argv[1], {{prefix}}_shared_size(), 0600);
    if (state == {{PREFIX}}_MEMORY_OK) state = {{prefix}}_memory_guard(&shared);
    if (state != {{PREFIX}}_MEMORY_OK) {
        fprintf(stderr, "host: %s: %s\n", argv[1], {{prefix}}_memory_text(state));
        return 3;
    }
    attach(&shared, &host);
    memset(&simulation, 0, sizeof simulation);
    while (!stopped) {
        long long deadline = now_us() + CYCLE_US;
        cycle++;
        simulation_step(&simulation);
        must_share(&shared, &simulation,
                   {{prefix}}_host_sense(host, &simulation.sensors, (uint64_t)cycle * CYCLE_US), "sense");
        do {
            must_share(&shared, &simulation,
                       {{prefix}}_shared_beats(shared.at, shared.size, &beat, &answer), "beats");
            if (answer == beat && !realtime) break;
            usleep(realtime ? 500 : 50);
        } while (now_us() < deadline);
        must_share(&shared, &simulation, {{prefix}}_host_act(host, &told), "act");
        simulation_act(&simulation, &told);
        if (told.watchdog != watchdog) {
            watchdog = told.watchdog;
            if (!watchdog) printf("host: control given\n");
            else
                printf("host: no behaviour in control, %u late; %s\n", told.missed,
                       simulation_text(&simulation));
        }
    }
    /* The hardware keeps its last command. */
    simulation_safe(&simulation);
    printf("host: ends; %s\n", simulation_text(&simulation));
    must({{prefix}}_host_detach(host), "detach");
    {{prefix}}_memory_remove(&shared, argv[1]);
    return 0;
}
