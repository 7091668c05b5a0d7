/* A behaviour process: runs one skill on the blackboard in shared memory, or the agent, and begins
 * again when the host took control away.
 *
 *   behaviour NAME CALL|agent
 *
 * Exit status: 0 FINAL, 1 FAILED, 2 a call that cannot be run, 3 no blackboard, 4 it was lost. */
#define _DEFAULT_SOURCE
#include "simulation.h"

#include "../include/rover_memory.h"

static void print_trace(RoverBehaviour *behaviour) {
    RoverTraceEntry entries[16];
    char line[256];
    size_t count, i;
    do {
        must(rover_behaviour_trace(behaviour, entries, 16, &count), "trace");
        for (i = 0; i < count; i++) {
            must(rover_trace_text(&entries[i], line, sizeof line), "trace");
            printf("behaviour: %s\n", line);
        }
    } while (count == 16);
}

/* Ends if the memory is lost. */
static void must_have(const RoverMemory *shared) {
    if (rover_memory_check(shared) == ROVER_MEMORY_OK) return;
    printf("behaviour: the memory is lost\n");
    exit(4);
}

static void call(RoverBehaviour *behaviour, const RoverMemory *shared, const char *text) {
    RoverStatus status;
    RoverResult result;
    /* The host may be stopped, or dead, in the middle of its heartbeat. */
    while ((result = strcmp(text, "agent") ? rover_behaviour_call(behaviour, text, strlen(text))
                                           : rover_behaviour_start_agent(behaviour)) == ROVER_BUSY) {
        must_have(shared);
        usleep(1000);
    }
    if (result == ROVER_BAD_CALL) {
        must(rover_behaviour_status(behaviour, &status), "status");
        fprintf(stderr, "behaviour: %s\n", (const char *)status.error);
        exit(2);
    }
    must(result, "call");
}

/* Waits for the host, for ten seconds at most. */
static RoverBehaviour *attach(RoverMemory *shared, const char *name) {
    RoverBehaviour *behaviour = NULL;
    void *memory = allocate(rover_behaviour_size());
    RoverResult result = ROVER_NO_HOST;
    int attempt, state = ROVER_MEMORY_NONE;
    memset(shared, 0, sizeof *shared);
    for (attempt = 0; attempt < 10000; attempt++) {
        /* The next host may have made another file. */
        if (state == ROVER_MEMORY_OK && rover_memory_check(shared) != ROVER_MEMORY_OK) {
            rover_memory_close(shared);
            state = ROVER_MEMORY_NONE;
        }
        if (state == ROVER_MEMORY_NONE || state == ROVER_MEMORY_SIZE)
            state = rover_memory_open(shared, name, rover_shared_size(), geteuid(), 0600);
        if (state == ROVER_MEMORY_OK)
            result = rover_behaviour_attach(memory, rover_behaviour_size(), shared->at, shared->size,
                                            ROVER_ABI, &behaviour);
        else if (state != ROVER_MEMORY_NONE && state != ROVER_MEMORY_SIZE) break;
        if (result != ROVER_NO_HOST && result != ROVER_WRITER_TAKEN && result != ROVER_BUSY) break;
        usleep(1000);
    }
    if (state != ROVER_MEMORY_OK) {
        fprintf(stderr, "behaviour: %s: %s\n", name, rover_memory_text(state));
        exit(3);
    }
    must(result, "attach");
    return behaviour;
}

int main(int argc, char **argv) {
    RoverMemory shared;
    RoverBehaviour *behaviour;
    RoverStatus status;
    RoverResult result;
    uint32_t control, agent;

    if (argc != 3) {
        fprintf(stderr, "usage: behaviour NAME CALL\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    behaviour = attach(&shared, argv[1]);
    call(behaviour, &shared, argv[2]);
    must(rover_behaviour_status(behaviour, &status), "status");
    control = status.control;
    for (;;) {
        must_have(&shared);
        result = rover_behaviour_tick(behaviour);
        if (result == ROVER_NO_CYCLE || result == ROVER_BUSY || result == ROVER_TIME_WENT_BACK) {
            usleep(50);
            continue;
        }
        if (result == ROVER_NO_CONTROL) continue;
        if (result != ROVER_CONTROL_CHANGED) must(result, "tick");
        result = rover_behaviour_serve(behaviour);
        if (result == ROVER_BUSY) continue;
        must(result, "serve");
        must(rover_behaviour_status(behaviour, &status), "status");
        print_trace(behaviour);
        must(rover_behaviour_agent_status(behaviour, &agent), "agent");
        if (status.control != control && status.status != ROVER_FINAL) {
            control = status.control;
            /* An agent may have been between two calls. */
            printf("behaviour: stopped: %s\n",
                   *status.error ? (const char *)status.error : "the host took control away");
            /* The agent begins again by itself. */
            if (agent != ROVER_RUNNING) call(behaviour, &shared, argv[2]);
            continue;
        }
        /* While the agent runs, one call follows the other. */
        if (agent == ROVER_RUNNING) continue;
        if (agent != ROVER_INACTIVE) status.status = agent;
        if (status.status == ROVER_FINAL || status.status == ROVER_FAILED) break;
    }
    if (status.status == ROVER_FAILED) printf("behaviour: FAILED: %s\n", (const char *)status.error);
    else printf("behaviour: FINAL\n");
    must(rover_behaviour_detach(behaviour), "detach");
    return status.status == ROVER_FINAL ? 0 : 1;
}
