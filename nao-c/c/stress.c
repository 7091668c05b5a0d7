/* A writer process and two reader processes on one interface in shared memory: no value is
 * ever torn, none goes back in time.
 *
 *   stress READS      in all */
#include "common.h"

#include <signal.h>
#include <sys/wait.h>

static void *shared;

static void write_forever(void) {
    NaoHost *host;
    NaoSensors sensors;
    uint64_t n;
    must(nao_host_attach(allocate(nao_host_size()), nao_host_size(), shared, nao_shared_size(),
                         NAO_ABI, 0, &host), "attach");
    memset(&sensors, 0, sizeof sensors);
    for (n = 1;; n++) {
        float value = (float)(n & 0xffffff);
        int i;
        sensors.accel_x = sensors.accel_z = sensors.gyro_y = sensors.angle_y = value;
        for (i = 0; i < 4; i++) {
            sensors.l_fsr[i] = sensors.r_fsr[i] = value;
            sensors.ultrasonic_left[i] = sensors.ultrasonic_right[i] = value;
        }
        sensors.battery_charge = value;
        must(nao_host_sense(host, &sensors, n), "sense");
    }
}

static int read_many(unsigned long reads) {
    NaoSensors sensors;
    uint64_t time, last = 0;
    unsigned long read, busy = 0, seen = 0;
    NaoResult result;
    /* Few reads can all fall between two writes, when the machine is busy. */
    for (read = 0; read < reads || seen < 1000; read++) {
        float value;
        int i, torn = 0;
        result = nao_shared_sensors(shared, nao_shared_size(), &sensors, &time);
        if (result == NAO_BUSY) {
            busy++;
            continue;
        }
        must(result, "read");
        value = (float)(time & 0xffffff);
        for (i = 0; i < 4; i++)
            torn |= sensors.l_fsr[i] != value || sensors.r_fsr[i] != value ||
                    sensors.ultrasonic_left[i] != value || sensors.ultrasonic_right[i] != value;
        torn |= sensors.accel_x != value || sensors.accel_z != value || sensors.gyro_y != value ||
                sensors.angle_y != value || sensors.battery_charge != value;
        if (torn) return printf("torn at read %lu, time %llu\n", read, (unsigned long long)time), 1;
        if (time < last) return printf("back in time at read %lu\n", read), 1;
        seen += time != last;
        last = time;
    }
    printf("%lu reads, %lu different values, %lu while busy: none torn, none back in time\n",
           read, seen, busy);
    return 0;
}

int main(int argc, char **argv) {
    unsigned long reads = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    uint32_t cycle = 0, answer;
    pid_t writer, reader;
    int failed, status;
    if (!reads) {
        fprintf(stderr, "usage: stress READS\n");
        return 2;
    }
    shared = mmap(NULL, nao_shared_size(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return perror("mmap"), 3;
    writer = fork();
    if (writer == 0) write_forever();
    while (nao_shared_beats(shared, nao_shared_size(), &cycle, &answer) != NAO_OK || cycle < 2) sleep_us(100);
    reader = fork();
    if (reader == 0) exit(read_many(reads / 2));
    failed = read_many(reads - reads / 2);
    waitpid(reader, &status, 0);
    kill(writer, SIGKILL);
    return failed || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}
