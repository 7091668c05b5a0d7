/* Processes in tight loops, which `cargo xtask nao crash --kills` and `--pairs` kill and stop.
 *
 *   kills SHARED REPORT host NUMBER SEED         a host, whose robot is at once where it should be
 *   kills SHARED REPORT behaviour NUMBER SEED    calls, stops, attaches, detaches and ticks
 *   kills SHARED REPORT pairs COUNT SEED         two behaviors, or two hosts, start at once
 *
 * SHARED and REPORT are files: the blackboard, and what each process with its number says of
 * itself. Exit status: 0 replaced or done, 1 something failed, which the report says. */
#include "common.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { PROCESSES = 256, CYCLE_US = 10000, PATIENCE_US = 15000000 };

/* The state of a process; the tool has the same numbers. */
enum { STARTS = 0, RUNS = 1, REPLACED = 2, FAILED = 3 };

typedef struct {
    /* `progress`: acts of a host, proofs of a behavior that it moves the robot. */
    volatile uint32_t state, code, progress, where;
} Process;

typedef struct {
    Process processes[PROCESSES];
    /* Where the head should be, as the host in charge has it. */
    volatile float head;
    volatile uint32_t acts;
    /* The pairs: which one starts, which one ends, and what each of two has. */
    volatile uint32_t go, stop, done[2], code[2], status[2], rounds;
} Report;

static void *shared;
static Report *report;
static Process *self;

static void end(uint32_t state, NaoResult code, uint32_t where) {
    self->code = code;
    self->where = where;
    self->state = state;
    exit(state == REPLACED ? 0 : 1);
}

static NaoResult become_host(void *memory, uint32_t take_over, NaoHost **host) {
    return nao_host_attach(memory, nao_host_size(), shared, nao_shared_size(), NAO_ABI, take_over, host);
}

static NaoResult become_behaviour(void *memory, NaoBehaviour **behaviour) {
    return nao_behaviour_attach(memory, nao_behaviour_size(), shared, nao_shared_size(), NAO_ABI,
                                behaviour);
}

static NaoResult call(NaoBehaviour *behaviour, const char *text) {
    return nao_behaviour_call(behaviour, text, strlen(text));
}

/* One cycle with the robot. Gives a behavior some time to handle it. */
static NaoResult cycle(NaoHost *host, NaoSensors *sensors, NaoActuators *told, uint64_t *time_us) {
    NaoResult result;
    uint32_t number, answer, i;
    *time_us += CYCLE_US;
    result = nao_host_sense(host, sensors, *time_us);
    if (result != NAO_OK) return result;
    for (i = 0; i < 100; i++) {
        if (nao_shared_beats(shared, nao_shared_size(), &number, &answer) == NAO_OK && number == answer)
            break;
        sched_yield();
    }
    result = nao_host_act(host, told);
    if (result != NAO_OK) return result;
    for (i = 0; i < NAO_JOINTS; i++)
        if (told->moves >> i & 1) sensors->joint_rad[i] = told->target_rad[i];
    if (told->moves & 1) report->head = told->target_rad[0];
    report->acts++;
    return NAO_OK;
}

static void run_host(void) {
    void *memory = allocate(nao_host_size());
    NaoHost *host;
    NaoSensors sensors;
    NaoActuators told;
    NaoResult result = become_host(memory, 0, &host);
    uint64_t time_us = 0;
    memset(&sensors, 0, sizeof sensors);
    /* The tool starts a host when the one before is dead or stopped. */
    if (result != NAO_OK) result = become_host(memory, 1, &host);
    if (result != NAO_OK) end(FAILED, result, 1);
    self->state = RUNS;
    for (;;) {
        uint32_t cycles = 50 + next_random() % 400;
        while (cycles--) {
            result = cycle(host, &sensors, &told, &time_us);
            if (result == NAO_REPLACED) end(REPLACED, result, 2);
            if (result != NAO_OK) end(FAILED, result, 3);
            self->progress++;
        }
        nao_host_detach(host);
        result = become_host(memory, 0, &host);
        if (result == NAO_WRITER_TAKEN) end(REPLACED, result, 4);
        if (result != NAO_OK) end(FAILED, result, 5);
    }
}

/* Ends the process if the code says that another has its place. */
static NaoResult still(NaoResult result) {
    if (result == NAO_REPLACED) end(REPLACED, result, 6);
    return result;
}

static void attach_in_time(void *memory, NaoBehaviour **behaviour) {
    long long late = now_us() + PATIENCE_US;
    for (;;) {
        NaoResult result = become_behaviour(memory, behaviour);
        if (result == NAO_OK) return;
        if (now_us() > late) end(FAILED, result, 7);
        sched_yield();
    }
}

/* Calls a skill until its command has arrived. */
static void prove(NaoBehaviour *behaviour) {
    static uint32_t number;
    char text[64];
    float head = (float)(++number % 1000) / 1000.0f + (float)(next_random() % 2) - 1.0f;
    long long late = now_us() + PATIENCE_US;
    int called = 0;
    NaoResult result;
    sprintf(text, "servo{head_yaw=%.3f}", (double)head);
    for (;;) {
        NaoStatus status;
        float difference = report->head - head;
        if (!called) called = still(call(behaviour, text)) == NAO_OK;
        result = still(nao_behaviour_tick(behaviour));
        if (result == NAO_CONTROL_CHANGED) called = 0;
        result = still(nao_behaviour_serve(behaviour));
        must(nao_behaviour_status(behaviour, &status), "status");
        if (status.status == NAO_FINAL || status.status == NAO_FAILED) {
            if (-0.0004f < difference && difference < 0.0004f) break;
            /* Its message was lost with a host; again. */
            if (called && ++called > 100) called = 0;
        }
        if (now_us() > late) end(FAILED, result, 8);
        sched_yield();
    }
    self->progress++;
}

static void run_behaviour(void) {
    static const char *const calls[] = {
        "standup{from=\"back\"}", "park{}", "stop{}", "kick{leg=\"left\"}", "dance{}",
        "servo{enable=true}", "servo{head_yaw=0.1, head_pitch=0.1, l_knee_pitch=0.2, r_hand=0.5}",
    };
    void *memory = allocate(nao_behaviour_size());
    NaoBehaviour *behaviour;
    for (;;) {
        uint32_t loops = 50 + next_random() % 500;
        attach_in_time(memory, &behaviour);
        prove(behaviour);
        self->state = RUNS;
        while (loops--) {
            switch (next_random() % 8) {
            case 0:
            case 1: still(call(behaviour, calls[next_random() % (sizeof calls / sizeof *calls)])); break;
            case 2: still(nao_behaviour_stop(behaviour)); break;
            case 3: still(nao_behaviour_serve(behaviour)); break;
            default:
                if (still(nao_behaviour_tick(behaviour)) == NAO_CONTROL_CHANGED)
                    still(nao_behaviour_serve(behaviour));
            }
        }
        prove(behaviour);
        nao_behaviour_detach(behaviour);
    }
}

/* One of a pair of behaviors; `report->stop` ends the round. */
static void behaviour_of_pair(int which, uint32_t round, void *memory) {
    NaoBehaviour *behaviour = NULL;
    int attached = 0, called = 0;
    NaoResult result;
    while (report->go != round) sched_yield();
    while (report->stop != round) {
        NaoStatus status;
        if (report->code[which] == NAO_REPLACED) {
            sched_yield();
            continue;
        }
        if (!attached) {
            result = become_behaviour(memory, &behaviour);
            attached = result == NAO_OK;
        } else if (!called) {
            result = call(behaviour, "standup{from=\"back\"}");
            called = result == NAO_OK;
        } else {
            result = nao_behaviour_tick(behaviour);
            if (result == NAO_CONTROL_CHANGED) {
                result = nao_behaviour_serve(behaviour);
                called = 0;
            } else if (result == NAO_NO_CYCLE || result == NAO_BUSY) {
                sched_yield();
                continue;
            }
        }
        if (attached && nao_behaviour_status(behaviour, &status) == NAO_OK)
            report->status[which] = result == NAO_OK && called ? status.status : NAO_INACTIVE;
        report->code[which] = result;
    }
    /* Every other time it is as if it were dead. */
    if (attached && next_random() % 2) nao_behaviour_detach(behaviour);
}

static void host_of_pair(int which, uint32_t round, void *memory, uint32_t take_over) {
    NaoHost *host;
    NaoSensors sensors;
    NaoActuators told;
    uint64_t time_us = 0;
    NaoResult result;
    memset(&sensors, 0, sizeof sensors);
    while (report->go != round) sched_yield();
    result = become_host(memory, take_over, &host);
    report->code[which] = result;
    while (report->stop != round) {
        if (result == NAO_OK) result = cycle(host, &sensors, &told, &time_us);
        else sched_yield();
        report->code[which] = result;
        report->status[which] = result == NAO_OK ? NAO_RUNNING : NAO_INACTIVE;
    }
    if (result == NAO_OK && next_random() % 2) nao_host_detach(host);
}

static void one_of_pairs(int which, uint32_t rounds) {
    void *host = allocate(nao_host_size()), *behaviour = allocate(nao_behaviour_size());
    uint32_t round;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    random_state += (uint32_t)which * 77;
    for (round = 1; round <= rounds; round++) {
        if (round % 2) behaviour_of_pair(which, round, behaviour);
        else host_of_pair(which, round, host, round / 2 % 2);
        report->done[which] = round;
    }
    exit(0);
}

/* Returns whether one of the two has what it wants, and the other one a code. */
static int is_decided(void) {
    int i;
    for (i = 0; i < 2; i++)
        if (report->code[i] == NAO_OK && report->status[i] == NAO_RUNNING &&
            (report->code[1 - i] == NAO_REPLACED || report->code[1 - i] == NAO_WRITER_TAKEN))
            return 1;
    return 0;
}

/* Of each two behaviors, and of each two hosts, that start at once, one has control. */
static void run_pairs(uint32_t pairs) {
    void *host_memory = allocate(nao_host_size()), *behaviour_memory = allocate(nao_behaviour_size());
    uint32_t round, rounds = 2 * pairs;
    pid_t children[2];
    int which;
    for (which = 0; which < 2; which++) {
        children[which] = fork();
        if (children[which] == 0) one_of_pairs(which, rounds);
    }
    for (round = 1; round <= rounds; round++) {
        NaoHost *host = NULL;
        NaoBehaviour *behaviour = NULL;
        NaoSensors sensors;
        NaoActuators told;
        uint64_t time_us = 0;
        long long late = now_us() + PATIENCE_US;
        int hosts = round % 2 == 0, decided = 0, attached = 0, called = 0;
        NaoResult result;
        memset(&sensors, 0, sizeof sensors);
        for (which = 0; which < 2; which++) report->code[which] = NAO_BUSY, report->status[which] = 0;
        /* New memory, or that which the dead have left; two hosts that do not take over need it new. */
        if (hosts ? round / 2 % 2 == 0 : next_random() % 2) memset(shared, 0, nao_shared_size());
        if (!hosts) {
            result = become_host(host_memory, 1, &host);
            if (result != NAO_OK) end(FAILED, result, 10);
            cycle(host, &sensors, &told, &time_us);
        }
        report->go = round;
        while (decided < 5) {
            if (!hosts) {
                result = cycle(host, &sensors, &told, &time_us);
                if (result != NAO_OK) end(FAILED, result, 11);
                decided = is_decided() && !told.watchdog ? decided + 1 : 0;
            } else {
                if (!attached) {
                    result = become_behaviour(behaviour_memory, &behaviour);
                    attached = result == NAO_OK;
                } else if (!called) {
                    result = call(behaviour, "standup{from=\"back\"}");
                    called = result == NAO_OK;
                } else {
                    result = nao_behaviour_tick(behaviour);
                    if (result == NAO_CONTROL_CHANGED) {
                        nao_behaviour_serve(behaviour);
                        called = 0;
                    }
                    if (result == NAO_OK) decided = is_decided() ? decided + 1 : 0;
                }
                sched_yield();
            }
            if (now_us() > late) {
                report->processes[1].code = report->code[0] | report->status[0] << 16;
                report->processes[2].code = report->code[1] | report->status[1] << 16;
                end(FAILED, result, 1000 + round);
            }
        }
        report->stop = round;
        while (report->done[0] != round || report->done[1] != round) sched_yield();
        if (host && next_random() % 2) nao_host_detach(host);
        if (attached && next_random() % 2) nao_behaviour_detach(behaviour);
        self->progress = round;
    }
    for (which = 0; which < 2; which++) waitpid(children[which], NULL, 0);
    self->state = RUNS;
}

static void *map(const char *path, size_t size) {
    int file = open(path, O_RDWR);
    void *memory;
    if (file < 0) exit((perror(path), 3));
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) exit((perror(path), 3));
    return memory;
}

int main(int argc, char **argv) {
    uint32_t number;
    if (argc != 6) return 2;
    shared = map(argv[1], nao_shared_size());
    report = map(argv[2], sizeof *report);
    number = (uint32_t)strtoul(argv[4], NULL, 10);
    random_state = (uint32_t)strtoul(argv[5], NULL, 10) | 1;
    self = &report->processes[strcmp(argv[3], "pairs") ? number % PROCESSES : 0];
    if (!strcmp(argv[3], "host")) run_host();
    if (!strcmp(argv[3], "behaviour")) run_behaviour();
    if (!strcmp(argv[3], "pairs")) run_pairs(number);
    return 0;
}
