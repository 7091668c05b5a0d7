// Hardware and skills of the rover in one process, in C++.
//
//   engine CALL
//
// Exit status: 0 FINAL, 1 FAILED, 2 a call that cannot be run, 3 an error.
#include "simulation.h"

#include <iostream>
#include <string>

// The rover's skills, with their own memory.
class Engine {
  public:
    // The last error of a tick.
    RoverResult error;

    Engine() : error(ROVER_OK), memory(allocate(rover_engine_size())), engine(NULL) {
        must(rover_engine_create(memory, rover_engine_size(), ROVER_ABI, &engine), "create");
    }
    ~Engine() { std::free(memory); }

    bool call(const std::string &text) {
        const RoverResult result = rover_behaviour_call(behaviour(), text.data(), text.size());
        if (result == ROVER_BAD_CALL) return false;
        must(result, "call");
        return true;
    }

    // Returns the commands; after an error, the safe ones, since the hardware keeps its last command.
    RoverActuators tick(const RoverSensors &sensors, uint64_t time_us) {
        RoverActuators told;
        error = rover_engine_tick(engine, &sensors, time_us, &told);
        // The first cycle gives control.
        if (error == ROVER_OK || error == ROVER_NO_CONTROL) error = rover_behaviour_serve(behaviour());
        if (error != ROVER_OK) must(rover_actuators_safe(&told), "safety");
        return told;
    }

    RoverStatus status() {
        RoverStatus status;
        must(rover_behaviour_status(behaviour(), &status), "status");
        return status;
    }

  private:
    Engine(const Engine &);
    Engine &operator=(const Engine &);
    RoverBehaviour *behaviour() { return rover_engine_behaviour(engine); }
    void *memory;
    RoverEngine *engine;
};

int main(int argc, char **argv) {
    if (argc != 2) {
        std::cerr << "usage: engine CALL\n";
        return 2;
    }
    // ANCHOR: engine
    Engine engine;
    Simulation simulation;
    simulation_start(&simulation);
    if (!engine.call(argv[1])) {
        std::cerr << reinterpret_cast<const char *>(engine.status().error) << '\n';
        return 2;
    }
    for (uint64_t cycle = 0; cycle < 100000; cycle++) {
        simulation_step(&simulation);
        const RoverActuators told = engine.tick(simulation.sensors, cycle * CYCLE_US);
        simulation_act(&simulation, &told);
        must(engine.error, "tick");
        const RoverStatus status = engine.status();
        if (status.status == ROVER_RUNNING) continue;
        // ANCHOR_END: engine
        std::cout << (status.status == ROVER_FINAL ? "FINAL" : "FAILED") << " after " << cycle
                  << " cycles at " << simulation.sensors.odometry.x_m << " m: "
                  << reinterpret_cast<const char *>(status.error) << '\n';
        return status.status == ROVER_FINAL ? 0 : 1;
    }
    return 3;
}
