/*
 * The shared memory of host and behavior on Linux, so that no other user and no truncated file
 * can harm the robot. C99 or C++98; include it in one file of a program, after defining
 * _GNU_SOURCE or _DEFAULT_SOURCE. Link with -lrt where shm_open is there.
 *
 *   RoverMemory memory;
 *   int result = rover_memory_create(&memory, "/rover", rover_shared_size(), 0600);
 *   if (result != ROVER_MEMORY_OK) puts(rover_memory_text(result));
 *   rover_memory_guard(&memory);
 *   rover_host_attach(.., memory.at, memory.size, ..);
 *   in each cycle, after rover_host_act(host, &told):
 *   if (rover_memory_check(&memory) != ROVER_MEMORY_OK) rover_actuators_safe(&told);
 *
 * A file is used only if it is a regular file with one name, of exactly the right size, that
 * belongs to this user (the host) or to the user named or root (the behavior), and that nobody
 * else may write beyond the mode that is given. A file that is not there is created with O_EXCL.
 *
 * Whoever may write a file may truncate it, and a process that then touches its pages gets
 * SIGBUS. rover_memory_guard has a handler that puts private zeros in their place: the process goes
 * on, rover_memory_check says ROVER_MEMORY_LOST, and the host commands what is safe. The memory is of
 * no use from then on: end the program and let the next one begin. Memory of
 * rover_memory_create_sealed cannot be truncated by anybody; it needs Linux 3.17.
 */

#ifndef ROVER_MEMORY_H
#define ROVER_MEMORY_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* Success. */
#define ROVER_MEMORY_OK 0
/* A call of the system has failed; see errno. */
#define ROVER_MEMORY_ERROR 1
/* There is no such file, or its creator has not finished it. */
#define ROVER_MEMORY_NONE 2
/* It is not a regular file. */
#define ROVER_MEMORY_KIND 3
/* It belongs to another user. */
#define ROVER_MEMORY_OWNER 4
/* Others may read or write it who should not. */
#define ROVER_MEMORY_MODE 5
/* It has another size. */
#define ROVER_MEMORY_SIZE 6
/* It has other names too, or none any more: the next host has made a new one. */
#define ROVER_MEMORY_LINKS 7
/* It was truncated; private zeros have taken the place of what was touched since. */
#define ROVER_MEMORY_LOST 8

/* Shared memory. */
typedef struct {
    /* Its address, as aligned as a page. */
    void *at;
    /* Its size in bytes. */
    size_t size;
    /* The open file; keep it open, rover_memory_check needs it. */
    int file;
    /* Whether it is sealed: nobody can truncate it. */
    int is_sealed;
} RoverMemory;

/* The memory that the handler of SIGBUS guards, and whether it had to. */
static void *volatile rover_memory_guarded;
static volatile size_t rover_memory_guarded_size;
static volatile sig_atomic_t rover_memory_is_lost;
static struct sigaction rover_memory_old_action;

/* The numbers of Linux, for headers that are older. */
#define ROVER_MEMORY_ADD_SEALS 1033
#define ROVER_MEMORY_GET_SEALS 1034
#define ROVER_MEMORY_SEAL_SHRINK 2

/* Returns the meaning of a code. */
static inline const char *rover_memory_text(int code) {
    switch (code) {
    case ROVER_MEMORY_OK: return "ok";
    case ROVER_MEMORY_ERROR: return strerror(errno);
    case ROVER_MEMORY_NONE: return "there is no shared memory of that name yet";
    case ROVER_MEMORY_KIND: return "the shared memory is not a regular file";
    case ROVER_MEMORY_OWNER: return "the shared memory belongs to another user";
    case ROVER_MEMORY_MODE: return "the shared memory is open to other users";
    case ROVER_MEMORY_SIZE: return "the shared memory has another size";
    case ROVER_MEMORY_LINKS: return "the shared memory has another name, or none any more";
    case ROVER_MEMORY_LOST: return "the shared memory was truncated";
    default: return "no code of the shared memory";
    }
}

/* Returns whether an open file may be used. */
static inline int rover_memory_inspect(int file, size_t size, uid_t owner, mode_t mode, int or_root) {
    struct stat status;
    if (fstat(file, &status) != 0) return ROVER_MEMORY_ERROR;
    if (!S_ISREG(status.st_mode)) return ROVER_MEMORY_KIND;
    if (status.st_uid != owner && !(or_root && status.st_uid == 0)) return ROVER_MEMORY_OWNER;
    if (status.st_mode & 07777 & ~mode) return ROVER_MEMORY_MODE;
    /* Memory without a file has no name. */
    if (status.st_nlink > 1) return ROVER_MEMORY_LINKS;
    if (status.st_size != (off_t)size) return ROVER_MEMORY_SIZE;
    return ROVER_MEMORY_OK;
}

static inline int rover_memory_map(RoverMemory *memory, int file, size_t size) {
    int seals = fcntl(file, ROVER_MEMORY_GET_SEALS);
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) return ROVER_MEMORY_ERROR;
    memory->at = at;
    memory->size = size;
    memory->file = file;
    memory->is_sealed = seals > 0 && (seals & ROVER_MEMORY_SEAL_SHRINK);
    return ROVER_MEMORY_OK;
}

/* Maps a file that `result` says is right, or closes it; errno stays that of the fault. */
static inline int rover_memory_take(RoverMemory *memory, int file, size_t size, int result) {
    int error;
    if (result == ROVER_MEMORY_OK) result = rover_memory_map(memory, file, size);
    if (result == ROVER_MEMORY_OK) return ROVER_MEMORY_OK;
    error = errno;
    close(file);
    errno = error;
    return result;
}

/* Gives a new file its mode and its size. Its pages exist afterwards, so that a full file system
 * is an error here and no SIGBUS later. */
static inline int rover_memory_fill(int file, size_t size, mode_t mode) {
    int result;
    if (fchmod(file, mode) != 0 || ftruncate(file, (off_t)size) != 0) return ROVER_MEMORY_ERROR;
    result = posix_fallocate(file, 0, (off_t)size);
    if (result == 0) return ROVER_MEMORY_OK;
    errno = result;
    return ROVER_MEMORY_ERROR;
}

/* Returns whether the memory is still whole; call it in each cycle, after rover_host_act or before
 * rover_behaviour_tick. ROVER_MEMORY_LOST: it was truncated, whether or not this process has touched
 * what is missing. ROVER_MEMORY_LINKS: its name is gone, so a behavior that comes now would find
 * another. */
static inline int rover_memory_check(const RoverMemory *memory) {
    struct stat status;
    if (rover_memory_is_lost) return ROVER_MEMORY_LOST;
    if (memory->is_sealed) return ROVER_MEMORY_OK;
    if (fstat(memory->file, &status) != 0) return ROVER_MEMORY_ERROR;
    if (status.st_size < (off_t)memory->size) return ROVER_MEMORY_LOST;
    if (status.st_size != (off_t)memory->size) return ROVER_MEMORY_SIZE;
    return status.st_nlink == 1 ? ROVER_MEMORY_OK : ROVER_MEMORY_LINKS;
}

/* Ends the use of the memory. A file keeps its name, for the next host. */
static inline void rover_memory_close(RoverMemory *memory) {
    if (memory->at == rover_memory_guarded) rover_memory_guarded = NULL;
    munmap(memory->at, memory->size);
    close(memory->file);
    memory->at = NULL;
    memory->file = -1;
}

/* Removes a name if it is still that of this file. A name that another process replaces between the
 * comparison and the removal, which are two calls of the system, is lost: its user sees
 * ROVER_MEMORY_LINKS. */
static inline int rover_memory_unlink(int file, const char *name) {
    struct stat ours, status;
    int result, named = shm_open(name, O_RDWR | O_NOFOLLOW, 0);
    if (named < 0) return errno == ENOENT ? 0 : -1;
    result = fstat(named, &status) != 0 || fstat(file, &ours) != 0;
    close(named);
    if (result) return -1;
    return status.st_dev == ours.st_dev && status.st_ino == ours.st_ino ? shm_unlink(name) : 0;
}

/* Creates the host's shared memory, with a name as of shm_open. What a host before has left is
 * used again if it is as it should be; if it belongs to this user and has another size, it is
 * replaced at once, and whoever has it still keeps the old one: rover_memory_check says
 * ROVER_MEMORY_LINKS there. What belongs to others is refused. */
static inline int rover_memory_create(RoverMemory *memory, const char *name, size_t size, mode_t mode) {
    int attempt, result = ROVER_MEMORY_ERROR;
    for (attempt = 0; attempt < 8; attempt++) {
        int error, file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, mode);
        if (file >= 0) {
            result = rover_memory_fill(file, size, mode);
            if (result == ROVER_MEMORY_OK) result = rover_memory_map(memory, file, size);
            /* Another host may have taken it for an unfinished one, and removed its name. */
            if (result == ROVER_MEMORY_OK && rover_memory_check(memory) == ROVER_MEMORY_LINKS) {
                result = ROVER_MEMORY_LINKS;
                rover_memory_close(memory);
                continue;
            }
            if (result == ROVER_MEMORY_OK) return ROVER_MEMORY_OK;
            error = errno;
            rover_memory_unlink(file, name);
        } else {
            if (errno != EEXIST) return ROVER_MEMORY_ERROR;
            file = shm_open(name, O_RDWR | O_NOFOLLOW, 0);
            if (file < 0 && errno == ENOENT) continue;
            /* O_NOFOLLOW has met a link. */
            if (file < 0) return errno == ELOOP ? ROVER_MEMORY_KIND : ROVER_MEMORY_ERROR;
            result = rover_memory_inspect(file, size, geteuid(), mode, 0);
            if (result == ROVER_MEMORY_OK) result = rover_memory_map(memory, file, size);
            if (result == ROVER_MEMORY_OK) return ROVER_MEMORY_OK;
            error = errno;
            if (result == ROVER_MEMORY_SIZE) {
                /* Another host may have created it just now; it has its size in a moment. */
                int is_new = attempt < 4;
                if (is_new) usleep(1000);
                if (is_new || rover_memory_unlink(file, name) == 0) {
                    close(file);
                    continue;
                }
            }
        }
        close(file);
        errno = error;
        return result;
    }
    return result;
}

/* Creates shared memory that nobody can truncate, without a name. A behavior of the same user
 * opens it as "/proc/PID/fd/FILE" with the host's PID and `memory->file`, or inherits the file.
 * ROVER_MEMORY_ERROR with ENOSYS before Linux 3.17. */
static inline int rover_memory_create_sealed(RoverMemory *memory, size_t size, mode_t mode) {
#ifdef SYS_memfd_create
    enum { CLOEXEC = 1, ALLOW_SEALING = 2, SEAL = 1, GROW = 4 };
    int result, file = (int)syscall(SYS_memfd_create, "rover", CLOEXEC | ALLOW_SEALING);
    if (file < 0) return ROVER_MEMORY_ERROR;
    result = rover_memory_fill(file, size, mode);
    if (result == ROVER_MEMORY_OK &&
        fcntl(file, ROVER_MEMORY_ADD_SEALS, ROVER_MEMORY_SEAL_SHRINK | GROW | SEAL) != 0)
        result = ROVER_MEMORY_ERROR;
    return rover_memory_take(memory, file, size, result);
#else
    (void)memory, (void)size, (void)mode;
    errno = ENOSYS;
    return ROVER_MEMORY_ERROR;
#endif
}

/* Opens the shared memory of a host that runs as `owner` or as root: by a name as of shm_open, or
 * as "/proc/PID/fd/FILE". */
static inline int rover_memory_open(RoverMemory *memory, const char *name, size_t size, uid_t owner,
                                  mode_t mode) {
    int result, file;
    /* What is in /proc is a link, which cannot lead anywhere else. */
    if (strncmp(name, "/proc/", 6) == 0) file = open(name, O_RDWR);
    else file = shm_open(name, O_RDWR | O_NOFOLLOW, 0);
    if (file < 0) {
        if (errno == ENOENT) return ROVER_MEMORY_NONE;
        return errno == ELOOP ? ROVER_MEMORY_KIND : ROVER_MEMORY_ERROR;
    }
    result = rover_memory_inspect(file, size, owner, mode, 1);
    if (result == ROVER_MEMORY_SIZE) {
        /* Its host has created it just now. */
        struct stat status;
        if (fstat(file, &status) == 0 && status.st_size == 0) result = ROVER_MEMORY_NONE;
    }
    return rover_memory_take(memory, file, size, result);
}

/* Puts private zeros in the place of the pages that the file has lost. */
static void rover_memory_on_bus_error(int number, siginfo_t *info, void *context) {
    char *at = (char *)rover_memory_guarded, *fault = (char *)info->si_addr;
    int error = errno;
    (void)context;
    if (at && fault >= at && fault < at + rover_memory_guarded_size &&
        mmap(at, rover_memory_guarded_size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == at) {
        rover_memory_is_lost = 1;
        errno = error;
        return;
    }
    /* Not ours: as if there were no handler. */
    sigaction(number, &rover_memory_old_action, NULL);
}

/* Keeps this process alive when the file is truncated. One memory can be guarded. The last page
 * is guarded to its end, where a file can be shorter without a signal. */
static inline int rover_memory_guard(const RoverMemory *memory) {
    struct sigaction action;
    long page = sysconf(_SC_PAGESIZE);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = rover_memory_on_bus_error;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    rover_memory_guarded_size = (memory->size + (size_t)page - 1) / (size_t)page * (size_t)page;
    rover_memory_guarded = memory->at;
    rover_memory_is_lost = 0;
    return sigaction(SIGBUS, &action, &rover_memory_old_action) == 0 ? ROVER_MEMORY_OK : ROVER_MEMORY_ERROR;
}

/* Ends the use of the memory, and removes its name unless a next host has the name already. */
static inline void rover_memory_remove(RoverMemory *memory, const char *name) {
    rover_memory_unlink(memory->file, name);
    rover_memory_close(memory);
}

#endif
