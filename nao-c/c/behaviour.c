/* A behaviour process: runs one skill on the blackboard in shared memory, and begins again
 * when the host took control away.
 *
 *   behaviour NAME CALL
 *
 * Exit status: 0 FINAL, 1 FAILED, 2 a call that cannot be run, 3 no blackboard. */
#include "common.h"

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

static void call(NaoBehaviour *behaviour, const char *text) {
    NaoStatus status;
    NaoResult result = nao_behaviour_call(behaviour, text, strlen(text));
    if (result == NAO_BAD_CALL) {
        must(nao_behaviour_status(behaviour, &status), "status");
        fprintf(stderr, "behaviour: %s\n", (const char *)status.error);
        exit(2);
    }
    must(result, "call");
    printf("behaviour: calls %s\n", text);
}

int main(int argc, char **argv) {
    void *shared = NULL, *memory = allocate(nao_behaviour_size());
    NaoBehaviour *behaviour;
    NaoStatus status;
    NaoResult result = NAO_NO_HOST;
    long long heard, give_up = now_us() + 10000000;
    int lost = 0;
    unsigned short word;

    if (argc != 3) {
        fprintf(stderr, "usage: behaviour NAME CALL\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    do {
        if (!shared) shared = share(argv[1], 0);
        if (shared)
            result = nao_behaviour_attach(memory, nao_behaviour_size(), shared, nao_shared_size(),
                                          NAO_ABI, &behaviour);
        if (result != NAO_NO_HOST && result != NAO_WRITER_TAKEN && result != NAO_BUSY) break;
        sleep_us(1000);
    } while (now_us() < give_up);
    must(result, "attach");
    printf("behaviour: attached\n");
    call(behaviour, argv[2]);

    heard = now_us();
    for (;;) {
        word = x87_enter();
        result = nao_behaviour_tick(behaviour);
        x87_leave(word);
        if (result == NAO_NO_CYCLE || result == NAO_BUSY) {
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
        if (result == NAO_CONTROL_CHANGED) {
            must(nao_behaviour_serve(behaviour), "serve");
            must(nao_behaviour_status(behaviour, &status), "status");
            printf("behaviour: stopped: %s\n", (const char *)status.error);
            print_trace(behaviour);
            call(behaviour, argv[2]);
            continue;
        }
        if (result == NAO_NO_CONTROL) continue;
        must(result, "tick");
        must(nao_behaviour_serve(behaviour), "serve");
        print_trace(behaviour);
        must(nao_behaviour_status(behaviour, &status), "status");
        if (status.status == NAO_FINAL || status.status == NAO_FAILED) break;
    }
    if (status.status == NAO_FAILED) printf("behaviour: FAILED: %s\n", (const char *)status.error);
    else printf("behaviour: FINAL\n");
    must(nao_behaviour_detach(behaviour), "detach");
    return status.status == NAO_FINAL ? 0 : 1;
}
