/* Hardware and skills in one process.
 *
 *   engine CALL
 *
 * Exit status: 0 FINAL, 1 FAILED, 2 a call that cannot be run, 3 an error. */
#define _DEFAULT_SOURCE
#include "simulation.h"

/* Ends by an error. The hardware keeps its last command, so the safe ones come first. */
static void give_up(Simulation *simulation, const char *why) {
    simulation_safe(simulation);
    fprintf(stderr, "%s; %s\n", why, simulation_text(simulation));
    exit(3);
}

/* A panic of a skill, after which the library aborts. */
static void on_panic(void *data, const char *file, size_t length, uint32_t line) {
    simulation_safe(data);
    fprintf(stderr, "panic in %.*s:%u; %s\n", (int)length, file, (unsigned)line, simulation_text(data));
}

int main(int argc, char **argv) {
    static Simulation simulation;
    {{Prefix}}Engine *engine;
    {{Prefix}}Behaviour *behaviour;
    {{Prefix}}Actuators told;
    {{Prefix}}Status status;
    {{Prefix}}Result result;
    uint64_t cycle;
    size_t size = {{prefix}}_engine_size();

    if (argc != 2) {
        fprintf(stderr, "usage: engine CALL\n");
        return 2;
    }
    {{prefix}}_on_panic(on_panic, &simulation);
    must({{prefix}}_engine_create(allocate(size), size, {{PREFIX}}_ABI, &engine), "create");
    behaviour = {{prefix}}_engine_behaviour(engine);
    result = {{prefix}}_behaviour_call(behaviour, argv[1], strlen(argv[1]));
    if (result == {{PREFIX}}_BAD_CALL) {
        must({{prefix}}_behaviour_status(behaviour, &status), "status");
        fprintf(stderr, "%s\n", (const char *)status.error);
        return 2;
    }
    must(result, "call");
    for (cycle = 0; cycle < 100000; cycle++) {
        simulation_step(&simulation);
        result = {{prefix}}_engine_tick(engine, &simulation.sensors, cycle * CYCLE_US, &told);
        /* The first cycle gives control. */
        if (result != {{PREFIX}}_OK && result != {{PREFIX}}_NO_CONTROL)
            give_up(&simulation, {{prefix}}_result_text(result));
        simulation_act(&simulation, &told);
        result = {{prefix}}_behaviour_serve(behaviour);
        if (result != {{PREFIX}}_OK) give_up(&simulation, {{prefix}}_result_text(result));
        must({{prefix}}_behaviour_status(behaviour, &status), "status");
        if (status.status == {{PREFIX}}_RUNNING) continue;
        printf("%s after %.2f s: %s\n", status.status == {{PREFIX}}_FINAL ? "FINAL" : "FAILED",
               cycle * (CYCLE_US / 1e6), (const char *)status.error);
        simulation_safe(&simulation);
        printf("%s\n", simulation_text(&simulation));
        return status.status == {{PREFIX}}_FINAL ? 0 : 1;
    }
    give_up(&simulation, "the call has not ended");
    return 3;
}
