/* Plays NaoQi's DCM: every 10 ms a callback before the cycle and one after it, with a
 * simulated robot as the hardware.
 *
 *   dcm NAME POSE [--realtime] [--record FILE]
 *
 * NAME is that of the shared memory; "-" for memory that cannot be truncated, whose path is
 * printed. POSE is a number (0 standing, 1 sitting, 2 on the back, 3 on
 * the front). Without --realtime the next cycle begins as soon as the behaviour has answered,
 * at the latest after 10 ms. FILE gets the sensors of each cycle, for `replay`.
 *
 * Exit status: 0 by SIGTERM, 2 a wrong argument, 3 an error, 4 the shared memory was lost or
 * overwritten, and the robot is safe. */
#include "common.h"

#include "../include/nao_memory.h"

#include <signal.h>

enum { CYCLE_US = 10000 };

static volatile sig_atomic_t stopped;
static void stop(int signal) {
    (void)signal;
    stopped = 1;
}

static const char *const POSES[] = {"standing", "sitting", "on the back", "on the front", "falling"};

typedef struct {
    NaoMemory shared;
    NaoHost *host;
    NaoRobot *robot;
    NaoSensors sensors;
    NaoActuators told;
    unsigned long cycle;
    FILE *record;
} Dcm;

static float stiffest(const NaoSensors *sensors) {
    float most = 0;
    int joint;
    for (joint = 0; joint < NAO_JOINTS; joint++)
        if (sensors->stiffness[joint] > most) most = sensors->stiffness[joint];
    return most;
}

/* Without the shared memory: takes the robot to safety. On a robot the motors keep the commands. */
static int end_safely(Dcm *dcm, const char *why) {
    uint32_t pose = NAO_POSE_STANDING;
    int cycle;
    printf("dcm: cycle %lu: %s; taking the robot to safety\n", dcm->cycle, why);
    must(nao_actuators_safe(&dcm->told), "safety");
    must(nao_robot_act(dcm->robot, &dcm->told), "robot");
    for (cycle = 0; cycle < 1000; cycle++) {
        must(nao_robot_step(dcm->robot, CYCLE_US, &dcm->sensors), "robot");
        must(nao_robot_pose(dcm->robot, &pose), "pose");
        if (pose != NAO_POSE_STANDING && stiffest(&dcm->sensors) <= 0.301f) break;
    }
    printf("dcm: ends %s, stiffness %.2f\n", POSES[pose], stiffest(&dcm->sensors));
    return 4;
}

/* The result of a function of the shared memory. A host that was replaced leaves the robot to the
 * other. */
static void must_share(Dcm *dcm, NaoResult result, const char *what) {
    int state = nao_memory_check(&dcm->shared);
    if (state != NAO_MEMORY_OK) exit(end_safely(dcm, nao_memory_text(state)));
    if (result != NAO_OK && result != NAO_REPLACED) exit(end_safely(dcm, nao_result_text(result)));
    must(result, what);
}

/* Before the cycle: the hardware's sensors go to the blackboard. */
static void pre_callback(Dcm *dcm) {
    unsigned short word;
    NaoResult result;
    must(nao_robot_step(dcm->robot, CYCLE_US, &dcm->sensors), "robot");
    if (dcm->record && fwrite(&dcm->sensors, sizeof dcm->sensors, 1, dcm->record) != 1) {
        perror("record");
        exit(3);
    }
    word = x87_enter();
    result = nao_host_sense(dcm->host, &dcm->sensors, (uint64_t)dcm->cycle * CYCLE_US);
    x87_leave(word);
    must_share(dcm, result, "sense");
}

/* After the cycle: what is asked for goes to the hardware. */
static void post_callback(Dcm *dcm) {
    unsigned short word = x87_enter();
    NaoResult result = nao_host_act(dcm->host, &dcm->told);
    x87_leave(word);
    must_share(dcm, result, "act");
    must(nao_robot_act(dcm->robot, &dcm->told), "robot");
}

int main(int argc, char **argv) {
    Dcm dcm;
    int state;
    uint64_t seen[2] = {0, 0};
    uint32_t first, answer, pose, old_pose = 99, watchdog = 99, safe = 0;
    long long deadline;
    int argument, realtime = 0;
    NaoResult result;

    memset(&dcm, 0, sizeof dcm);
    if (argc < 3) {
        fprintf(stderr, "usage: dcm NAME POSE [--realtime] [--record FILE]\n");
        return 2;
    }
    for (argument = 3; argument < argc; argument++) {
        if (!strcmp(argv[argument], "--realtime")) realtime = 1;
        if (!strcmp(argv[argument], "--record") && argument + 1 < argc) {
            dcm.record = fopen(argv[++argument], "wb");
            if (!dcm.record) return perror(argv[argument]), 2;
        }
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGTERM, stop);
    if (!strcmp(argv[1], "-")) state = nao_memory_create_sealed(&dcm.shared, nao_shared_size(), 0600);
    else state = nao_memory_create(&dcm.shared, argv[1], nao_shared_size(), 0600);
    if (state == NAO_MEMORY_OK) state = nao_memory_guard(&dcm.shared);
    if (state != NAO_MEMORY_OK) {
        fprintf(stderr, "dcm: %s: %s\n", argv[1], nao_memory_text(state));
        return 3;
    }
    if (dcm.shared.is_sealed)
        printf("dcm: memory /proc/%ld/fd/%d\n", (long)getpid(), dcm.shared.file);

    must(nao_robot_create(allocate(nao_robot_size()), nao_robot_size(),
                          (uint32_t)atoi(argv[2]), 1, &dcm.robot), "robot");
    {
        void *memory = allocate(nao_host_size());
        while ((result = nao_host_replace(memory, nao_host_size(), dcm.shared.at, dcm.shared.size,
                                          NAO_ABI, (uint64_t)now_us(), seen, &dcm.host)) == NAO_BUSY)
            sleep_us(10000);
        must(result, "attach");
        if (seen[1]) printf("dcm: the host before is dead; taking over\n");
    }
    printf("dcm: attached\n");

    deadline = now_us();
    while (!stopped) {
        dcm.cycle++;
        deadline = realtime ? deadline + CYCLE_US : now_us() + CYCLE_US;
        pre_callback(&dcm);
        do {
            must_share(&dcm, nao_shared_beats(dcm.shared.at, dcm.shared.size, &first, &answer), "beats");
            if (answer == first && !realtime) break;
            sleep_us(realtime ? 500 : 50);
        } while (now_us() < deadline);
        post_callback(&dcm);

        must(nao_robot_pose(dcm.robot, &pose), "pose");
        if (pose != old_pose) printf("dcm: cycle %lu: %s\n", dcm.cycle, POSES[pose]);
        old_pose = pose;
        if (dcm.told.watchdog != watchdog) {
            watchdog = dcm.told.watchdog;
            safe = 0;
            if (watchdog)
                printf("dcm: cycle %lu: no behaviour in control, %lu late\n", dcm.cycle,
                       (unsigned long)dcm.told.missed);
            else
                printf("dcm: cycle %lu: control given\n", dcm.cycle);
        }
        if (watchdog && !safe && pose != NAO_POSE_STANDING && stiffest(&dcm.sensors) <= 0.301f) {
            safe = 1;
            printf("dcm: cycle %lu: safe, %s, stiffness %.2f\n", dcm.cycle, POSES[pose],
                   stiffest(&dcm.sensors));
        }
    }
    must(nao_host_detach(dcm.host), "detach");
    if (dcm.record && fclose(dcm.record) != 0) return perror("record"), 3;
    printf("dcm: detached\n");
    return 0;
}
