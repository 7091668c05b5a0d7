/* Hardware and skills in one process.
 *
 *   engine CALL
 *
 * Exit status: 0 FINAL, 1 FAILED, 2 a call that cannot be run, 3 an error. */
#define _DEFAULT_SOURCE
#include "simulation.h"

int main(int argc, char **argv) {
    Simulation simulation;
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
    memset(&simulation, 0, sizeof simulation);
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
        if (result != {{PREFIX}}_NO_CONTROL) must(result, "tick");
        simulation_act(&simulation, &told);
        must({{prefix}}_behaviour_serve(behaviour), "serve");
        must({{prefix}}_behaviour_status(behaviour, &status), "status");
        if (status.status == {{PREFIX}}_RUNNING) continue;
        printf("%s after %.2f s, %.2f m: %s\n", status.status == {{PREFIX}}_FINAL ? "FINAL" : "FAILED",
               cycle * (CYCLE_US / 1e6), simulation.sensors.wheels.driven_m, (const char *)status.error);
        return status.status == {{PREFIX}}_FINAL ? 0 : 1;
    }
    return 3;
}
