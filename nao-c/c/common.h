/* What the test programs share: the clock, random numbers, the control word of
 * the x87, and the end of a program that cannot go on. */
#ifndef NAO_COMMON_H
#define NAO_COMMON_H

#define _DEFAULT_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NAO_ROBOT
#include "../include/nao_skills.h"

static void must(NaoResult result, const char *what) {
    if (result != NAO_OK) {
        fprintf(stderr, "%s: %s\n", what, nao_result_text(result));
        exit(3);
    }
}

static void *allocate(size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, nao_align() < sizeof(void *) ? sizeof(void *) : nao_align(), size)) {
        fprintf(stderr, "no memory\n");
        exit(3);
    }
    return memory;
}

/* Xorshift; any state but 0. */
static uint32_t random_state;
static inline uint32_t next_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static long long now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void sleep_us(long us) {
    struct timespec time;
    time.tv_sec = us / 1000000;
    time.tv_nsec = us % 1000000 * 1000;
    nanosleep(&time, NULL);
}

/* The x87 computes with 24 bits inside of the library, so that its guards agree with those of
 * any other machine; elsewhere this does nothing. Rust may not change the control word. */
#ifdef __i386__
static unsigned short x87_enter(void) {
    unsigned short before, single = 0x007f;
    __asm__ volatile("fnstcw %0" : "=m"(before));
    __asm__ volatile("fldcw %0" : : "m"(single));
    return before;
}
static void x87_leave(unsigned short before) { __asm__ volatile("fldcw %0" : : "m"(before)); }
#else
static unsigned short x87_enter(void) { return 0; }
static void x87_leave(unsigned short before) { (void)before; }
#endif

#endif
