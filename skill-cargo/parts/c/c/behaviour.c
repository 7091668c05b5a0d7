/* A behaviour process: runs one skill on the blackboard in shared memory, or the agent, and begins
 * again when the host took control away.
 *
 *   behaviour NAME CALL|agent
 *
 * Exit status: 0 FINAL, 1 FAILED, 2 a call that cannot be run, 3 no blackboard, 4 it was lost. */
#define _DEFAULT_SOURCE
#include "simulation.h"

#include "../include/{{crate_name}}_memory.h"

static void print_trace({{Prefix}}Behaviour *behaviour) {
    {{Prefix}}TraceEntry entries[16];
    char line[256];
    size_t count, i;
    do {
        must({{prefix}}_behaviour_trace(behaviour, entries, 16, &count), "trace");
        for (i = 0; i < count; i++) {
            must({{prefix}}_trace_text(&entries[i], line, sizeof line), "trace");
            printf("behaviour: %s\n", line);
        }
    } while (count == 16);
}

/* Ends if the memory is lost. */
static void must_have(const {{Prefix}}Memory *shared) {
    if ({{prefix}}_memory_check(shared) == {{PREFIX}}_MEMORY_OK) return;
    printf("behaviour: the memory is lost\n");
    exit(4);
}

static void call({{Prefix}}Behaviour *behaviour, const {{Prefix}}Memory *shared, const char *text) {
    {{Prefix}}Status status;
    {{Prefix}}Result result;
    /* The host may be stopped, or dead, in the middle of its heartbeat. */
    while ((result = strcmp(text, "agent") ? {{prefix}}_behaviour_call(behaviour, text, strlen(text))
                                           : {{prefix}}_behaviour_start_agent(behaviour)) == {{PREFIX}}_BUSY) {
        must_have(shared);
        usleep(1000);
    }
    if (result == {{PREFIX}}_BAD_CALL) {
        must({{prefix}}_behaviour_status(behaviour, &status), "status");
        fprintf(stderr, "behaviour: %s\n", (const char *)status.error);
        exit(2);
    }
    must(result, "call");
}

/* Waits for the host, for ten seconds at most. */
static {{Prefix}}Behaviour *attach({{Prefix}}Memory *shared, const char *name) {
    {{Prefix}}Behaviour *behaviour = NULL;
    void *memory = allocate({{prefix}}_behaviour_size());
    {{Prefix}}Result result = {{PREFIX}}_NO_HOST;
    int attempt, state = {{PREFIX}}_MEMORY_NONE;
    memset(shared, 0, sizeof *shared);
    for (attempt = 0; attempt < 10000; attempt++) {
        /* The next host may have made another file. */
        if (state == {{PREFIX}}_MEMORY_OK && {{prefix}}_memory_check(shared) != {{PREFIX}}_MEMORY_OK) {
            {{prefix}}_memory_close(shared);
            state = {{PREFIX}}_MEMORY_NONE;
        }
        if (state == {{PREFIX}}_MEMORY_NONE || state == {{PREFIX}}_MEMORY_SIZE)
            state = {{prefix}}_memory_open(shared, name, {{prefix}}_shared_size(), geteuid(), 0600);
        if (state == {{PREFIX}}_MEMORY_OK)
            result = {{prefix}}_behaviour_attach(memory, {{prefix}}_behaviour_size(), shared->at, shared->size,
                                            {{PREFIX}}_ABI, &behaviour);
        else if (state != {{PREFIX}}_MEMORY_NONE && state != {{PREFIX}}_MEMORY_SIZE) break;
        if (result != {{PREFIX}}_NO_HOST && result != {{PREFIX}}_WRITER_TAKEN && result != {{PREFIX}}_BUSY) break;
        usleep(1000);
    }
    if (state != {{PREFIX}}_MEMORY_OK) {
        fprintf(stderr, "behaviour: %s: %s\n", name, {{prefix}}_memory_text(state));
        exit(3);
    }
    must(result, "attach");
    return behaviour;
}

int main(int argc, char **argv) {
    {{Prefix}}Memory shared;
    {{Prefix}}Behaviour *behaviour;
    {{Prefix}}Status status;
    {{Prefix}}Result result;
    uint32_t control, agent;

    if (argc != 3) {
        fprintf(stderr, "usage: behaviour NAME CALL\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    behaviour = attach(&shared, argv[1]);
    call(behaviour, &shared, argv[2]);
    must({{prefix}}_behaviour_status(behaviour, &status), "status");
    control = status.control;
    for (;;) {
        must_have(&shared);
        result = {{prefix}}_behaviour_tick(behaviour);
        if (result == {{PREFIX}}_NO_CYCLE || result == {{PREFIX}}_BUSY || result == {{PREFIX}}_TIME_WENT_BACK) {
            usleep(50);
            continue;
        }
        if (result == {{PREFIX}}_NO_CONTROL) continue;
        if (result != {{PREFIX}}_CONTROL_CHANGED) must(result, "tick");
        result = {{prefix}}_behaviour_serve(behaviour);
        if (result == {{PREFIX}}_BUSY) continue;
        must(result, "serve");
        must({{prefix}}_behaviour_status(behaviour, &status), "status");
        print_trace(behaviour);
        must({{prefix}}_behaviour_agent_status(behaviour, &agent), "agent");
        if (status.control != control && status.status != {{PREFIX}}_FINAL) {
            control = status.control;
            /* An agent may have been between two calls. */
            printf("behaviour: stopped: %s\n",
                   *status.error ? (const char *)status.error : "the host took control away");
            /* The agent begins again by itself. */
            if (agent != {{PREFIX}}_RUNNING) call(behaviour, &shared, argv[2]);
            continue;
        }
        /* While the agent runs, one call follows the other. */
        if (agent == {{PREFIX}}_RUNNING) continue;
        if (agent != {{PREFIX}}_INACTIVE) status.status = agent;
        if (status.status == {{PREFIX}}_FINAL || status.status == {{PREFIX}}_FAILED) break;
    }
    if (status.status == {{PREFIX}}_FAILED) printf("behaviour: FAILED: %s\n", (const char *)status.error);
    else printf("behaviour: FINAL\n");
    must({{prefix}}_behaviour_detach(behaviour), "detach");
    return status.status == {{PREFIX}}_FINAL ? 0 : 1;
}
