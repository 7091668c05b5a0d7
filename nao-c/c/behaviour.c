/* A behaviour process: runs one skill on the blackboard in shared memory, and begins again
 * when the host took control away.
 *
 *   behaviour NAME CALL
 *
 * NAME is that of the shared memory, or "/proc/PID/fd/FILE" as dcm prints it.
 *
 * Exit status: 0 FINAL, 1 FAILED, 2 a call that cannot be run, 3 no blackboard, 4 it was lost. */
#include "common.h"

#include "../include/nao_memory.h"

static void print_trace(NaoBehaviour *behaviour) {
    NaoTraceEntry entries[16];
    char line[256];
    size_t count, i;
    do {
        must(nao_behaviour_trace(behaviour, entries, 16, &count), "trace");
        for (i = 0; i < count; i++) {
            must(nao_trace_text(&entries[i], line, sizeof line), "trace");
            printf("behaviour: %s\n", line);
        }
    } while (count == 16);
}

/* Ends if the memory is lost. */
static void must_have(const NaoMemory *shared) {
    int state = nao_memory_check(shared);
    if (state == NAO_MEMORY_OK) return;
    printf("behaviour: lost: %s\n", nao_memory_text(state));
    exit(4);
}

static void call(NaoBehaviour *behaviour, const NaoMemory *shared, const char *text) {
    NaoStatus status;
    NaoResult result;
    /* The host may be stopped, or dead, in the middle of its heartbeat. */
    while ((result = nao_behaviour_call(behaviour, text, strlen(text))) == NAO_BUSY) {
        must_have(shared);
        sleep_us(1000);
    }
    if (result == NAO_BAD_CALL) {
        must(nao_behaviour_status(behaviour, &status), "status");
        fprintf(stderr, "behaviour: %s\n", (const char *)status.error);
        exit(2);
    }
    must(result, "call");
    printf("behaviour: calls %s\n", text);
}

int main(int argc, char **argv) {
    void *memory = allocate(nao_behaviour_size());
    NaoMemory shared;
    NaoBehaviour *behaviour;
    NaoStatus status;
    NaoResult result = NAO_NO_HOST;
    long long heard, give_up = now_us() + 10000000;
    uint32_t control;
    int lost = 0, opened = NAO_MEMORY_NONE;
    unsigned short word;

    if (argc != 3) {
        fprintf(stderr, "usage: behaviour NAME CALL\n");
        return 2;
    }
    memset(&shared, 0, sizeof shared);
    setvbuf(stdout, NULL, _IOLBF, 0);
    do {
        /* The next host may have made another file, of the right size. */
        if (opened == NAO_MEMORY_OK && nao_memory_check(&shared) != NAO_MEMORY_OK) {
            nao_memory_close(&shared);
            opened = NAO_MEMORY_NONE;
        }
        if (opened == NAO_MEMORY_NONE || opened == NAO_MEMORY_SIZE) {
            opened = nao_memory_open(&shared, argv[1], nao_shared_size(), geteuid(), 0600);
            if (opened == NAO_MEMORY_OK) opened = nao_memory_guard(&shared);
        }
        if (opened == NAO_MEMORY_OK) {
            result = nao_behaviour_attach(memory, nao_behaviour_size(), shared.at, shared.size, NAO_ABI,
                                          &behaviour);
        } else if (opened != NAO_MEMORY_NONE && opened != NAO_MEMORY_SIZE) {
            break;
        }
        if (result != NAO_NO_HOST && result != NAO_WRITER_TAKEN && result != NAO_BUSY) break;
        sleep_us(1000);
    } while (now_us() < give_up);
    if (opened != NAO_MEMORY_OK) {
        fprintf(stderr, "behaviour: %s: %s\n", argv[1], nao_memory_text(opened));
        return 3;
    }
    must(result, "attach");
    printf("behaviour: attached\n");
    call(behaviour, &shared, argv[2]);
    must(nao_behaviour_status(behaviour, &status), "status");
    control = status.control;

    heard = now_us();
    for (;;) {
        must_have(&shared);
        word = x87_enter();
        result = nao_behaviour_tick(behaviour);
        x87_leave(word);
        if (result == NAO_NO_CYCLE || result == NAO_BUSY || result == NAO_TIME_WENT_BACK) {
            if (!lost && now_us() - heard > 300000) {
                printf("behaviour: the host is lost\n");
                lost = 1;
            }
            sleep_us(50);
            continue;
        }
        if (lost) printf("behaviour: the host is back\n");
        lost = 0;
        heard = now_us();
        if (result == NAO_NO_CONTROL) continue;
        if (result != NAO_CONTROL_CHANGED) must(result, "tick");
        result = nao_behaviour_serve(behaviour);
        if (result == NAO_BUSY) continue;
        must(result, "serve");
        must(nao_behaviour_status(behaviour, &status), "status");
        /* It can also change between tick and serve. */
        if (status.control != control && status.status != NAO_FINAL) {
            control = status.control;
            printf("behaviour: stopped: %s\n", (const char *)status.error);
            print_trace(behaviour);
            call(behaviour, &shared, argv[2]);
            continue;
        }
        print_trace(behaviour);
        if (status.status == NAO_FINAL || status.status == NAO_FAILED) break;
    }
    if (status.status == NAO_FAILED) printf("behaviour: FAILED: %s\n", (const char *)status.error);
    else printf("behaviour: FINAL\n");
    must(nao_behaviour_detach(behaviour), "detach");
    return status.status == NAO_FINAL ? 0 : 1;
}
