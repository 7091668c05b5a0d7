/* What the boundary refuses: each call must give its code and change nothing. */
#include "common.h"

static int failures;
static void expect(NaoResult is, NaoResult should, const char *what) {
    if (is == should) return;
    failures++;
    printf("%s: expected \"%s\", came \"%s\"\n", what, nao_result_text(should), nao_result_text(is));
}

int main(void) {
    size_t size = nao_shared_size();
    char *shared = allocate(size), *memory = allocate(nao_host_size());
    char *other = allocate(nao_host_size()), *third = allocate(nao_behaviour_size());
    char *fourth = allocate(nao_behaviour_size());
    NaoHost *host = NULL, *second = NULL;
    NaoBehaviour *behaviour = NULL, *late = NULL;
    NaoSensors sensors;
    NaoActuators told;
    NaoStatus status;
    NaoTraceEntry entry;
    size_t count = 0, room = nao_host_size();
    uint32_t *words = (uint32_t *)shared;
    char line[8];
    int i;

    memset(shared, 0, size);
    memset(&sensors, 0, sizeof sensors);
    expect(nao_abi() == NAO_ABI ? NAO_OK : NAO_OTHER_HEADER, NAO_OK, "the header");
    expect(nao_behaviour_attach(third, nao_behaviour_size(), shared, size, NAO_ABI, &behaviour),
           NAO_NO_HOST, "a behaviour without a host");
    expect(nao_host_attach(NULL, room, shared, size, NAO_ABI, 0, &host), NAO_NULL, "no memory");
    expect(nao_host_attach(memory, room, NULL, size, NAO_ABI, 0, &host), NAO_NULL, "no shared");
    expect(nao_host_attach(memory, room, shared, size, NAO_ABI, 0, NULL), NAO_NULL, "no result");
    expect(nao_host_replace(memory, room, shared, size, NAO_ABI, 0, NULL, &host), NAO_NULL, "no numbers");
    expect(nao_host_attach(memory + 1, room, shared, size, NAO_ABI, 0, &host), NAO_MISALIGNED, "odd");
    expect(nao_host_attach(memory, room, shared + 1, size, NAO_ABI, 0, &host), NAO_MISALIGNED, "odd");
    expect(nao_host_attach(memory, room - 1, shared, size, NAO_ABI, 0, &host), NAO_TOO_SMALL, "small");
    expect(nao_host_attach(memory, room, shared, size - 1, NAO_ABI, 0, &host), NAO_TOO_SMALL, "small");
    expect(nao_host_attach(memory, room, shared, size, NAO_ABI + 1, 0, &host), NAO_OTHER_HEADER, "abi");
    memset(memory, 0, room);
    expect(nao_host_sense((NaoHost *)memory, &sensors, 0), NAO_BAD_HANDLE, "a host of zeros");
    expect(nao_host_detach((NaoHost *)memory), NAO_BAD_HANDLE, "a host of zeros");

    expect(nao_host_attach(memory, room, shared, size, NAO_ABI, 0, &host), NAO_OK, "the host");
    expect(nao_host_attach(other, room, shared, size, NAO_ABI, 0, &second), NAO_WRITER_TAKEN,
           "a second writer");
    expect(nao_host_sense(host, NULL, 0), NAO_NULL, "no sensors");
    expect(nao_host_act(host, NULL), NAO_NULL, "no commands");
    expect(nao_behaviour_tick((NaoBehaviour *)host), NAO_BAD_HANDLE, "a host as behaviour");

    /* Another version or layout of the shared memory: each word of the header. */
    for (i = 0; i < 5; i++) {
        words[i] += 1;
        expect(nao_behaviour_attach(third, nao_behaviour_size(), shared, size, NAO_ABI, &behaviour),
               NAO_OTHER_LAYOUT, "another layout");
        expect(nao_host_attach(other, room, shared, size, NAO_ABI, 0, &second), NAO_WRITER_TAKEN,
               "a second writer of another layout");
        words[i] -= 1;
    }

    expect(nao_host_sense(host, &sensors, 10000), NAO_OK, "sense");
    expect(nao_behaviour_attach(third, nao_behaviour_size(), shared, size, NAO_ABI, &behaviour), NAO_OK,
           "the behaviour");
    expect(nao_behaviour_call(behaviour, NULL, 3), NAO_NULL, "no text");
    expect(nao_behaviour_call(behaviour, "\xff\xfe", 2), NAO_BAD_TEXT, "no UTF-8");
    expect(nao_behaviour_call(behaviour, "dance{}", 7), NAO_BAD_CALL, "no skill");
    expect(nao_behaviour_status(behaviour, &status), NAO_OK, "status");
    if (status.status != NAO_FAILED || !strstr((char *)status.error, "column 1"))
        failures++, printf("the reason: %s\n", (char *)status.error);
    {
        static char text[5000];
        memset(text, 'a', sizeof text);
        expect(nao_behaviour_call(behaviour, text, sizeof text), NAO_BAD_TEXT, "a long text");
    }
    expect(nao_behaviour_tick(behaviour), NAO_NO_CYCLE, "no cycle");
    expect(nao_behaviour_trace(behaviour, NULL, 1, &count), NAO_NULL, "no entries");
    expect(nao_behaviour_trace(behaviour, &entry, 0, &count), NAO_OK, "no room");
    memset(&entry, 0xff, sizeof entry);
    expect(nao_trace_text(&entry, line, sizeof line), NAO_OK, "an entry that is none");
    if (strlen(line) >= sizeof line) failures++, printf("the line is not ended\n");

    /* Control is handed over with a cycle between; another must wait for its place. */
    expect(nao_host_sense(host, &sensors, 20000), NAO_OK, "sense");
    expect(nao_behaviour_tick(behaviour), NAO_NO_CONTROL, "before control");
    expect(nao_host_act(host, &told), NAO_OK, "act");
    expect(nao_behaviour_attach(fourth, nao_behaviour_size(), shared, size, NAO_ABI, &late),
           NAO_WRITER_TAKEN, "a second behaviour");
    for (i = 0; i < 5; i++) {
        expect(nao_host_sense(host, &sensors, 30000 + 10000 * (uint64_t)i), NAO_OK, "sense");
        expect(nao_host_act(host, &told), NAO_OK, "act");
    }
    if (!told.watchdog || told.missed < 4) failures++, printf("the watchdog sleeps\n");
    expect(nao_behaviour_attach(fourth, nao_behaviour_size(), shared, size, NAO_ABI, &late), NAO_OK,
           "in the place of the late one");
    expect(nao_behaviour_tick(behaviour), NAO_REPLACED, "the late one");
    expect(nao_behaviour_detach(behaviour), NAO_OK, "the late one");
    expect(nao_behaviour_tick(late), NAO_NO_CYCLE, "the new one");
    expect(nao_behaviour_detach(late), NAO_OK, "detach");
    expect(nao_behaviour_tick(late), NAO_BAD_HANDLE, "after the detach");
    /* Another host takes over, whatever is in the header. */
    for (i = 0; i < 5; i++) {
        words[i] += 1;
        expect(nao_host_attach(other, room, shared, size, NAO_ABI, 1, &second), NAO_OK, "take over");
        expect(nao_host_sense(host, &sensors, 90000), NAO_REPLACED, "the host before");
        memset(&told, 0xff, sizeof told);
        expect(nao_host_act(host, &told), NAO_REPLACED, "the host before");
        if (told.moves || told.stiffens || told.motions || !told.watchdog)
            failures++, printf("a host that was replaced commands the robot\n");
        expect(nao_host_detach(host), NAO_OK, "the host before");
        expect(nao_host_act(second, &told), NAO_OK, "the new host");
        if (told.motions != 1 || told.motion[0].kind != NAO_MOTION_PARK)
            failures++, printf("a new host leaves the robot as it is\n");
        expect(nao_host_attach(memory, room, shared, size, NAO_ABI, 1, &host), NAO_OK, "and again");
        expect(nao_host_detach(second), NAO_OK, "the second host");
    }
    expect(nao_host_detach(host), NAO_OK, "detach");
    expect(nao_host_detach(host), NAO_BAD_HANDLE, "after the detach");
    expect(nao_host_attach(memory, room, shared, size, NAO_ABI, 0, &host), NAO_OK, "again");
    printf("%d refusals failed\n", failures);
    return failures != 0;
}
