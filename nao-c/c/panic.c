/* A skill's block that panics: the safe command is written before the process ends. Built with
 * the feature `planted` of nao-c. */
#include "common.h"

uint8_t nao_planted(uint32_t at);

static NaoActuators hardware;

static void on_panic(void *data, const char *file, size_t length, uint32_t line) {
    NaoActuators *out = data;
    char text[200];
    int size;
    must(nao_actuators_safe(out), "the safe command");
    size = snprintf(text, sizeof text, "safe: %u motions, stiffness %.2f, %.*s:%u\n",
                    (unsigned)out->motions, out->stiffness[0], (int)length, file, (unsigned)line);
    if (write(1, text, (size_t)size) != size) _exit(3);
}

int main(int count, char **arguments) {
    uint32_t at = count > 1 ? (uint32_t)atoi(arguments[1]) : 0;
    nao_on_panic(on_panic, &hardware);
    printf("status %u\n", (unsigned)nao_planted(at));
    return 0;
}
