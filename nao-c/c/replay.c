/* Runs every skill on the same inputs and prints a hash of all that came of it: two machines
 * that print the same have run the same.
 *
 *   replay [--x87 off] random SEED TICKS     TICKS ticks of each skill
 *   replay [--x87 off] file FILE             the sensors that `dcm --record` wrote
 *   replay --memory NAME ..                  the same with the engine in shared memory, to be watched
 *   replay [--x87 off] guards COUNT          how often the guard `a * b - c > 0` fires, where c
 *                                            is a * b as a float: it should never
 */
#include "common.h"

#include "../include/nao_memory.h"

static const char *const CALLS[] = {
    "standup{}", "standup{from=\"back\"}", "getup{}", "servo{head_yaw=0.5, head_pitch=-0.2}",
    "servo{enable=true}", "park{}", "stop{}", "kick{leg=\"left\"}", "kick{leg=\"right\"}",
};
enum { CALL_COUNT = sizeof CALLS / sizeof *CALLS };

/* -range to range, on a grid that every machine's floats hold: `range` is a power of 2. */
static float random_float(float range) {
    return (float)((int32_t)(next_random() >> 9) - (1 << 22)) / (float)(1 << 22) * range;
}

static void random_sensors(NaoSensors *out) {
    float *first = out->joint_rad;
    int i;
    /* A third of the time the robot lies still, so that skills come to their ends. */
    uint32_t mood = next_random() % 3;
    for (i = 0; i < NAO_JOINTS; i++) first[i] = mood ? random_float(2.0f) : 0.5f;
    for (i = 0; i < NAO_JOINTS; i++) out->stiffness[i] = mood ? 1.0f : random_float(0.5f) + 0.5f;
    out->accel_x = mood == 1 ? -1.0f : random_float(2.0f);
    out->accel_y = random_float(1.0f);
    out->accel_z = random_float(2.0f);
    out->gyro_x = random_float(8.0f);
    out->gyro_y = random_float(8.0f);
    out->angle_x = random_float(1.0f);
    out->angle_y = random_float(1.0f);
    for (i = 0; i < 4; i++) out->l_fsr[i] = random_float(4.0f);
    for (i = 0; i < 4; i++) out->r_fsr[i] = random_float(4.0f);
    out->battery_charge = random_float(0.5f) + 0.5f;
    out->motion_id = next_random() % 8 ? 0 : next_random() % 64;
}

static uint64_t hash = 14695981039346656037u;
static void add(const void *data, size_t size) {
    const unsigned char *bytes = data;
    size_t i;
    for (i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
}

/* What a guard sees of the x87: wider than a float, a product is not the float it is stored as. */
static int guards(unsigned long count) {
    unsigned long i, fired = 0;
    for (i = 0; i < count; i++) {
        volatile float a = random_float(2.0f), b = random_float(2.0f), c = a * b;
        fired += a * b - c > 0;
    }
    printf("the guard fired %lu times of %lu\n", fired, count);
    return 0;
}

int main(int argc, char **argv) {
    void *memory = NULL;
    NaoMemory shared;
    NaoEngine *engine;
    NaoBehaviour *behaviour;
    NaoSensors sensors;
    NaoActuators told;
    NaoStatus status;
    NaoTraceEntry entries[32];
    FILE *file = NULL;
    unsigned long tick, ticks = 0, ends = 0, events = 0;
    size_t call, count;
    int argument = 1, x87 = 1;
    unsigned short word = 0;

    if (argc > 2 && !strcmp(argv[1], "--x87")) {
        x87 = 0;
        argument = 3;
    }
    memset(&shared, 0, sizeof shared);
    if (argc > 3 && !strcmp(argv[1], "--memory")) {
        int state = nao_memory_create(&shared, argv[2], nao_engine_size(), 0600);
        if (state != NAO_MEMORY_OK) return fprintf(stderr, "%s\n", nao_memory_text(state)), 2;
        memory = shared.at;
        argument = 3;
    } else {
        memory = allocate(nao_engine_size());
    }
    if (argc > argument + 2 && !strcmp(argv[argument], "random")) {
        random_state = (uint32_t)strtoul(argv[argument + 1], NULL, 10) | 1;
        ticks = strtoul(argv[argument + 2], NULL, 10);
    } else if (argc > argument + 1 && !strcmp(argv[argument], "file")) {
        file = fopen(argv[argument + 1], "rb");
        if (!file) return perror(argv[argument + 1]), 2;
    } else if (argc > argument + 1 && !strcmp(argv[argument], "guards")) {
        random_state = 1;
        if (x87) word = x87_enter();
        guards(strtoul(argv[argument + 1], NULL, 10));
        if (x87) x87_leave(word);
        return 0;
    } else {
        fprintf(stderr, "usage: replay [--x87 off] random SEED TICKS | file FILE | guards COUNT\n");
        return 2;
    }
    for (call = 0; call < CALL_COUNT; call++) {
        if (file) rewind(file);
        memset(&sensors, 0, sizeof sensors);
        must(nao_engine_create(memory, nao_engine_size(), NAO_ABI, &engine), "create");
        behaviour = nao_engine_behaviour(engine);
        for (tick = 0; file || tick < ticks; tick++) {
            if (file) {
                if (fread(&sensors, sizeof sensors, 1, file) != 1) break;
            } else if (tick % 16 == 0) {
                random_sensors(&sensors);
            }
            must(nao_behaviour_status(behaviour, &status), "status");
            if (status.status != NAO_RUNNING) {
                ends++;
                add(status.error, strlen((const char *)status.error));
                must(nao_behaviour_call(behaviour, CALLS[call], strlen(CALLS[call])), "call");
            }
            {
                /* Around the ticks alone: what is copied by the x87 elsewhere keeps its bits. */
                NaoResult result;
                if (x87) word = x87_enter();
                result = nao_engine_tick(engine, &sensors, (uint64_t)tick * 10000, &told);
                if (x87) x87_leave(word);
                if (result != NAO_NO_CONTROL) must(result, "tick");
            }
            must(nao_behaviour_serve(behaviour), "serve");
            must(nao_behaviour_trace(behaviour, entries, 32, &count), "trace");
            events += count;
            add(entries, count * sizeof *entries);
            add(&told, sizeof told);
        }
    }
    printf("%016llx  %lu calls, %lu events\n", (unsigned long long)hash, ends, events);
    return 0;
}
