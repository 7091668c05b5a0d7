/* Both sides on one shared memory, a call at a time, for `cargo xtask nao crash`.
 *
 *   crash ARENA
 *
 * ARENA is a file: all state of this program is in it, at a fixed address, with the stacks. The
 * tool, which traces this program, writes the operations of a lane there, sets the registers to
 * `run_lane`, and reads the results when `int3` says that they are done. Since registers and the
 * arena are everything, the tool can stop a call at any instruction, let others go on, as if they
 * were other processes, and go back to it. A lane is such a process; the library has no state of
 * its own and makes no system calls, so that it cannot tell the difference. */
#define _DEFAULT_SOURCE

/* What came of the commands of the host in charge; bits. */
enum {
    SEEN_FIRST = 1,    /* a command of the first skill that successors call */
    SEEN_SECOND = 2,   /* of the second */
    SEEN_THIRD = 4,    /* of the third */
    SEEN_SAFE = 8,     /* what keeps the robot safe */
    SEEN_LIMP = 16,    /* all of it, where that is more than one command */
    SEEN_VICTIM = 32,  /* a command of the skills that victims alone call */
    SEEN_WILD = 64,    /* a number that is not finite */
    SEEN_FINAL = 128,  /* the behavior's status is FINAL */
    SEEN_RUNNING = 256 /* its status is RUNNING or FINAL, and a host gives it control */
};

/* The robot: ROBOT(name), TYPE(name) and CODE(name) for the names of its library, `Robot` for its
 * state, and the functions below that begin with `robot_`. */
#include "crash.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/time.h>
#include <unistd.h>

enum {
    HOSTS = 2,
    BEHAVIOURS = 4,
    LANES = 3,
    OPERATIONS = 32,
    TEXTS = 8,
    LONGEST_TEXT = 1024,
    STACK = 1 << 16,
    CYCLE_US = 10000
};
#define ARENA_ADDRESS ((void *)0x50000000)

/* What an operation does; the tool has the same numbers. */
enum {
    HOST_ATTACH = 1,
    HOST_SENSE,
    HOST_ACT,
    HOST_DETACH,
    HOST_CLOCK,
    HOST_COME, /* comes in the place of a dead host, which it finds out */
    ATTACH,
    TICK,
    SERVE,
    CALL,
    STOP,
    STATUS,
    TRACE,
    DETACH,
    BEATS,
    SENSORS,
    START_AGENT,
    STOP_AGENT,
    AGENT_STATUS,
    CYCLES = 32, /* lets the hosts and behaviors of two masks run some cycles */
    REACH,       /* the same until a behavior has reached something, or too many cycles */
    SET_TEXT,    /* sets the text that a behavior calls */
    WAIT         /* lets time pass without a cycle */
};

/* What went wrong whatever is run; bits. */
enum {
    WRONG_TWO_HOSTS = 1,     /* two hosts command in one cycle */
    WRONG_REPLACED_ACTS = 2, /* commands of a host that was replaced */
    WRONG_VICTIM = 4,        /* a victim's commands under a successor's control */
    WRONG_WILD = 8           /* a command that is not finite */
};

typedef struct {
    uint32_t code, actor, a, b, c;
    uint32_t result;
    uint32_t detail[4];
} Operation;

typedef struct {
    uint32_t count;
    uint32_t is_traced;
    Operation operations[OPERATIONS];
} Lane;

typedef struct {
    uint32_t attached, take_over, code, watchdog, missed;
    TYPE(Host) *object;
    TYPE(Actuators) told;
    unsigned char memory[2048] __attribute__((aligned(16)));
} Host;

typedef struct {
    uint32_t attached, called, code, status, text;
    TYPE(Behaviour) *object;
    unsigned char memory[8192] __attribute__((aligned(16)));
} Behaviour;

typedef struct {
    /* For the tool: sizes, and where things are in the file. */
    uint32_t arena_size, lane_size, lanes_at, texts_at, shared_at, shared_size, stacks_at, stack_size;
    uint32_t flags_at, lane;
    Lane lanes[LANES];
    char texts[TEXTS][LONGEST_TEXT];
    unsigned char shared[16384] __attribute__((aligned(64)));
    /* Flags: what was seen, what went wrong, in how many acts no behavior was in control, and
     * whether a victim's commands are wrong now. */
    uint32_t seen, wrong, uncontrolled, no_victim;
    uint64_t time_us;
    Robot robot;
    Host hosts[HOSTS];
    Behaviour behaviours[BEHAVIOURS];
    /* The last one: the stack of a lane. */
    unsigned char stacks[LANES][STACK] __attribute__((aligned(64)));
} Arena;

#define arena ((Arena *)ARENA_ADDRESS)

/* Where the tool finds this program waiting. */
void pause_here(void);
__asm__(".text\n.globl pause_here\npause_here: int3\n.globl paused\npaused: ret\n");

static TYPE(Result) host_attach(Host *host, uint32_t take_over) {
    TYPE(Result) result = ROBOT(host_attach)(host->memory, ROBOT(host_size)(), arena->shared, ROBOT(shared_size)(),
                                       CODE(ABI), take_over, &host->object);
    if (result == CODE(OK)) host->attached = 1;
    return result;
}

static TYPE(Result) host_come(Host *host) {
    uint64_t seen[2] = {0, 0};
    uint32_t looks, result = CODE(BUSY);
    for (looks = 0; result == CODE(BUSY) && looks < 3; looks++)
        result = ROBOT(host_replace)(host->memory, ROBOT(host_size)(), arena->shared,
                                     ROBOT(shared_size)(), CODE(ABI),
                                     arena->time_us + looks * (CODE(HOST_DEAD_US) / 2), seen,
                                     &host->object);
    if (result == CODE(OK)) host->attached = 1;
    return result;
}

static TYPE(Result) sense(Host *host) {
    TYPE(Sensors) sensors = arena->robot.sensors;
    return ROBOT(host_sense)(host->object, &sensors, arena->time_us);
}

static TYPE(Result) act(Host *host) {
    memset(&host->told, 0, sizeof host->told);
    return ROBOT(host_act)(host->object, &host->told);
}

/* With -DPLANT: a fault that the tool must find, a lock that a dead process keeps. Who attaches
 * then is refused (1), waits for ever (2), or aborts (3). */
#ifdef PLANT
enum { LOCK_SIZE = 4, TIMER_US = 20000 };
static void plant(uint32_t locked) { *(volatile uint32_t *)(arena->shared + ROBOT(shared_size)()) = locked; }
static int is_planted(void) {
    const volatile uint32_t *lock = (volatile uint32_t *)(arena->shared + ROBOT(shared_size)());
    while (PLANT == 2 && *lock) {}
    if (PLANT == 3 && *lock) abort();
    return *lock != 0;
}
#else
enum { LOCK_SIZE = 0, TIMER_US = 1000000 };
static void plant(uint32_t locked) { (void)locked; }
static int is_planted(void) { return 0; }
#endif

static TYPE(Result) attach(Behaviour *behaviour) {
    TYPE(Result) result;
    if (is_planted()) return CODE(WRITER_TAKEN);
    result = ROBOT(behaviour_attach)(behaviour->memory, ROBOT(behaviour_size)(), arena->shared,
                                  ROBOT(shared_size)(), CODE(ABI), &behaviour->object);
    if (result == CODE(OK)) behaviour->attached = 1;
    return result;
}

static TYPE(Result) call(Behaviour *behaviour) {
    const char *text = arena->texts[behaviour->text];
    TYPE(Result) result = ROBOT(behaviour_call)(behaviour->object, text, strlen(text));
    if (result != CODE(REFUSED)) return result;
    /* The agent runs. */
    result = ROBOT(behaviour_stop_agent)(behaviour->object);
    return result == CODE(OK) ? ROBOT(behaviour_call)(behaviour->object, text, strlen(text)) : result;
}

/* A cycle of a program as dcm.c: first half. A host that was replaced has ended. */
static void host_sense(Host *host) {
    if (host->attached && host->code != CODE(REPLACED)) host->code = sense(host);
}

static void pass_cycle(void) {
    arena->time_us += CYCLE_US;
    robot_cycle(&arena->robot);
}

/* The second half. Returns whether it has commanded anything. */
static int host_act(Host *host) {
    uint32_t seen;
    if (!host->attached || host->code == CODE(REPLACED)) return 0;
    host->code = act(host);
    if (host->code != CODE(OK)) {
        if (robot_commands(&host->told)) arena->wrong |= WRONG_REPLACED_ACTS;
        return 0;
    }
    host->watchdog = host->told.watchdog;
    host->missed = host->told.missed;
    arena->uncontrolled += host->told.watchdog;
    seen = robot_obey(&arena->robot, &host->told);
    if (seen & SEEN_WILD) arena->wrong |= WRONG_WILD;
    if (seen & SEEN_VICTIM && arena->no_victim) arena->wrong |= WRONG_VICTIM;
    arena->seen |= seen;
    return robot_commands(&host->told);
}

/* What a program as behaviour.c does in a cycle: it attaches, calls its skill, ticks, and begins
 * again when the host took control away. One that was replaced has ended. */
static void live(Behaviour *behaviour) {
    TYPE(Status) status;
    if (behaviour->code == CODE(REPLACED)) return;
    if (!behaviour->attached) {
        behaviour->code = attach(behaviour);
        if (behaviour->code != CODE(OK)) return;
        behaviour->called = 0;
    }
    if (!behaviour->called) {
        behaviour->code = call(behaviour);
        behaviour->called = behaviour->code == CODE(OK);
        if (behaviour->code == CODE(REPLACED)) return;
    }
    behaviour->code = ROBOT(behaviour_tick)(behaviour->object);
    if (behaviour->code == CODE(CONTROL_CHANGED)) {
        behaviour->code = ROBOT(behaviour_serve)(behaviour->object);
        behaviour->called = 0;
    } else if (behaviour->code == CODE(OK)) {
        behaviour->code = ROBOT(behaviour_serve)(behaviour->object);
    }
    if (ROBOT(behaviour_status)(behaviour->object, &status) == CODE(OK)) behaviour->status = status.status;
}

static void cycle(uint32_t hosts, uint32_t behaviours) {
    uint32_t i, commanding = 0;
    pass_cycle();
    for (i = 0; i < HOSTS; i++)
        if (hosts >> i & 1) host_sense(&arena->hosts[i]);
    for (i = 0; i < BEHAVIOURS; i++)
        if (behaviours >> i & 1) live(&arena->behaviours[i]);
    for (i = 0; i < HOSTS; i++)
        if (hosts >> i & 1) commanding += host_act(&arena->hosts[i]);
    if (commanding > 1) arena->wrong |= WRONG_TWO_HOSTS;
}

/* Returns whether a host that lives gives the behavior control, in which its call runs. */
static uint32_t progress(uint32_t hosts, const Behaviour *behaviour) {
    uint32_t i, seen = 0;
    for (i = 0; i < HOSTS; i++) {
        const Host *host = &arena->hosts[i];
        if (!(hosts >> i & 1) || !host->attached || host->code != CODE(OK) || host->watchdog) continue;
        if (behaviour->code != CODE(OK) || !behaviour->called) continue;
        if (behaviour->status == CODE(FINAL)) seen |= SEEN_FINAL | SEEN_RUNNING;
        if (behaviour->status == CODE(RUNNING)) seen |= SEEN_RUNNING;
    }
    return seen;
}

/* Lets hosts and behaviors run until `behaviour` has reached `wanted` of what can be seen.
 * Returns the number of cycles; 0xffffffff if it takes more than `most`. */
static uint32_t reach(Operation *operation, Behaviour *behaviour) {
    uint32_t i, wanted = operation->detail[0];
    arena->seen = 0;
    for (i = 1; i <= operation->c; i++) {
        cycle(operation->a, operation->b);
        arena->seen &= ~(uint32_t)(SEEN_FINAL | SEEN_RUNNING);
        arena->seen |= progress(operation->a, behaviour);
        if ((arena->seen & wanted) == wanted) return i;
    }
    return 0xffffffff;
}

static uint32_t perform(Operation *operation) {
    Host *host = &arena->hosts[operation->actor % HOSTS];
    Behaviour *behaviour = &arena->behaviours[operation->actor % BEHAVIOURS];
    uint32_t i, result = CODE(OK), cycle_number, answer;
    TYPE(Sensors) sensors;
    TYPE(Status) status;
    TYPE(TraceEntry) entries[32];
    uint64_t time;
    size_t count;
    switch (operation->code) {
    case HOST_ATTACH: return host->code = host_attach(host, operation->a);
    case HOST_SENSE: return host->code = sense(host);
    case HOST_ACT:
        result = host->code = act(host);
        if (result == CODE(OK) && !operation->a) robot_obey(&arena->robot, &host->told);
        operation->detail[0] = (uint32_t)robot_commands(&host->told);
        operation->detail[1] = host->told.watchdog;
        return result;
    case HOST_CLOCK: return host->code = ROBOT(host_begin_clock)(host->object);
    case HOST_COME: return host->code = host_come(host);
    case HOST_DETACH:
        result = ROBOT(host_detach)(host->object);
        host->attached = 0;
        return result;
    case ATTACH: return behaviour->code = attach(behaviour);
    case TICK: return behaviour->code = ROBOT(behaviour_tick)(behaviour->object);
    case SERVE: return behaviour->code = ROBOT(behaviour_serve)(behaviour->object);
    case CALL:
        result = behaviour->code = call(behaviour);
        behaviour->called = result == CODE(OK);
        return result;
    case STOP:
        plant(1);
        result = behaviour->code = ROBOT(behaviour_stop)(behaviour->object);
        plant(0);
        return result;
    case STATUS: return ROBOT(behaviour_status)(behaviour->object, &status);
    case TRACE: return ROBOT(behaviour_trace)(behaviour->object, entries, 32, &count);
    case DETACH:
        result = ROBOT(behaviour_detach)(behaviour->object);
        behaviour->attached = 0;
        return result;
    case START_AGENT: return ROBOT(behaviour_start_agent)(behaviour->object);
    case STOP_AGENT: return ROBOT(behaviour_stop_agent)(behaviour->object);
    case AGENT_STATUS: return ROBOT(behaviour_agent_status)(behaviour->object, &answer);
    case BEATS: return ROBOT(shared_beats)(arena->shared, ROBOT(shared_size)(), &cycle_number, &answer);
    case SENSORS: return ROBOT(shared_sensors)(arena->shared, ROBOT(shared_size)(), &sensors, &time);
    case CYCLES:
        arena->seen = arena->uncontrolled = 0;
        for (i = 0; i < operation->c; i++) cycle(operation->a, operation->b);
        result = CODE(OK);
        break;
    case REACH: result = reach(operation, behaviour); break;
    case SET_TEXT:
        behaviour->text = operation->a % TEXTS;
        behaviour->called = 0;
        break;
    case WAIT: arena->time_us += operation->a; break;
    default: result = 0xffffffff;
    }
    host = &arena->hosts[operation->a & 1 ? 0 : 1];
    operation->detail[0] = behaviour->code;
    operation->detail[1] = behaviour->status;
    operation->detail[2] = host->code | host->watchdog << 16;
    operation->detail[3] = arena->seen;
    return result;
}

void run_lane(void) {
    Lane *lane = &arena->lanes[arena->lane];
    uint32_t i;
    for (i = 0; i < lane->count; i++) {
        unsigned short word = x87_enter();
        if (lane->is_traced) pause_here();
        lane->operations[i].result = perform(&lane->operations[i]);
        if (lane->is_traced) pause_here();
        x87_leave(word);
    }
    for (;;) pause_here();
}

int main(int argc, char **argv) {
    /* A call that takes a second of computing time hangs: the tool sees the signal. */
    struct itimerval timer = {{TIMER_US / 1000000, TIMER_US % 1000000},
                              {TIMER_US / 1000000, TIMER_US % 1000000}};
    int file;
    if (argc != 2) return 2;
    file = open(argv[1], O_RDWR);
    if (file < 0 || ftruncate(file, (off_t)sizeof *arena) != 0) return perror(argv[1]), 3;
    if (mmap(ARENA_ADDRESS, sizeof *arena, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) !=
        ARENA_ADDRESS)
        return perror("mmap"), 3;
    close(file);
    if (ROBOT(host_size)() > sizeof arena->hosts[0].memory ||
        ROBOT(behaviour_size)() > sizeof arena->behaviours[0].memory ||
        ROBOT(shared_size)() + LOCK_SIZE > sizeof arena->shared) {
        fprintf(stderr, "crash: the library's objects are larger than expected\n");
        return 3;
    }
    memset(arena, 0, offsetof(Arena, stacks));
    arena->arena_size = sizeof *arena;
    arena->lane_size = sizeof(Lane);
    arena->lanes_at = offsetof(Arena, lanes);
    arena->texts_at = offsetof(Arena, texts);
    arena->shared_at = offsetof(Arena, shared);
    arena->shared_size = (uint32_t)ROBOT(shared_size)() + LOCK_SIZE;
    arena->stacks_at = offsetof(Arena, stacks);
    arena->stack_size = STACK;
    arena->flags_at = offsetof(Arena, seen);
    robot_start(&arena->robot);
    if (setitimer(ITIMER_VIRTUAL, &timer, NULL) != 0) return perror("setitimer"), 3;
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) return perror("ptrace"), 3;
    pause_here();
    return 0;
}
