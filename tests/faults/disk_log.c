/* Writes down what a process does to the files below PUUR_DISK: every write with its bytes, every sync, every change of a name.
 *
 * Preloaded before the C library (LD_PRELOAD). Each call is made and noted under one lock, so that the notes have the order in which
 * things happened; `tests/faults/power.py` reads them. A note is a line, "what inode offset length path", and the bytes of a write:
 *   c created   w written   t cut to a length   s file synced   d folder synced   r renamed   l linked   u name removed   m folder made
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int notes = -1;
static char folder[4096];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void)
{
    const char *below = getenv("PUUR_DISK"), *file = getenv("PUUR_DISK_NOTES");
    if (!below || !file)
        return;
    snprintf(folder, sizeof folder, "%s", below);
    notes = REAL(open)(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static int ours(const char *path)
{
    return notes >= 0 && path && !strncmp(path, folder, strlen(folder));
}

static int path_of(int fd, char *path, size_t size)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = notes < 0 || fd == notes ? -1 : readlink(link, path, size - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return ours(path);
}

static void note(char what, ino_t inode, off_t offset, size_t length, const char *path, const void *bytes)
{
    char line[8400];
    int end = snprintf(line, sizeof line, "%c %lu %ld %zu %s\n", what, (unsigned long)inode, (long)offset, length, path);
    struct iovec parts[2] = {{line, end}, {(void *)bytes, bytes ? length : 0}};
    if (REAL(writev)(notes, parts, 2) != end + (ssize_t)(bytes ? length : 0))
        abort();
}

/* The whole path of a name that may be relative to a folder. */
static const char *whole(int at, const char *name, char *path, size_t size)
{
    char base[4096];
    if (!name || name[0] == '/')
        return name;
    if (at == AT_FDCWD) {
        if (!getcwd(base, sizeof base))
            return NULL;
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", at);
        ssize_t length = readlink(link, base, sizeof base - 1);
        if (length < 0)
            return NULL;
        base[length] = 0;
    }
    snprintf(path, size, "%s/%s", base, name);
    return path;
}

static int opened(int at, const char *name, int flags, mode_t mode)
{
    char space[8200];
    const char *path = whole(at, name, space, sizeof space);
    if (!ours(path) || !(flags & (O_CREAT | O_TRUNC)))
        return REAL(openat)(at, name, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat before, now;
    int there = !stat(path, &before);
    int fd = REAL(openat)(at, name, flags, mode);
    if (fd >= 0 && !fstat(fd, &now)) {
        if (!there)
            note('c', now.st_ino, 0, 0, path, NULL);
        else if ((flags & O_TRUNC) && before.st_size)
            note('t', now.st_ino, 0, 0, path, NULL);
    }
    pthread_mutex_unlock(&lock);
    return fd;
}

#define MODE(flags, last) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, last); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) { MODE(flags, flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags, flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags, flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags, flags) return opened(at, path, flags, mode); }

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset)
{
    char path[4096];
    if (!path_of(fd, path, sizeof path))
        return REAL(pwrite64)(fd, bytes, count, offset);
    pthread_mutex_lock(&lock);
    struct stat now;
    ssize_t done = REAL(pwrite64)(fd, bytes, count, offset);
    if (done > 0 && !fstat(fd, &now))
        note('w', now.st_ino, offset, done, path, bytes);
    pthread_mutex_unlock(&lock);
    return done;
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) { return pwrite64(fd, bytes, count, offset); }

ssize_t write(int fd, const void *bytes, size_t count)
{
    char path[4096];
    if (!path_of(fd, path, sizeof path))
        return REAL(write)(fd, bytes, count);
    pthread_mutex_lock(&lock);
    struct stat now;
    ssize_t done = REAL(write)(fd, bytes, count);
    if (done > 0 && !fstat(fd, &now) && S_ISREG(now.st_mode))
        note('w', now.st_ino, lseek(fd, 0, SEEK_CUR) - done, done, path, bytes);
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate64(int fd, off64_t length)
{
    char path[4096];
    if (!path_of(fd, path, sizeof path))
        return REAL(ftruncate64)(fd, length);
    pthread_mutex_lock(&lock);
    struct stat now;
    int done = REAL(ftruncate64)(fd, length);
    if (!done && !fstat(fd, &now))
        note('t', now.st_ino, length, 0, path, NULL);
    pthread_mutex_unlock(&lock);
    return done;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int synced(int fd, int done)
{
    char path[4096];
    struct stat now;
    if (!done && path_of(fd, path, sizeof path) && !fstat(fd, &now))
        note(S_ISDIR(now.st_mode) ? 'd' : 's', now.st_ino, 0, 0, path, NULL);
    return done;
}
int fsync(int fd)
{
    pthread_mutex_lock(&lock);
    int done = synced(fd, REAL(fsync)(fd));
    pthread_mutex_unlock(&lock);
    return done;
}
int fdatasync(int fd)
{
    pthread_mutex_lock(&lock);
    int done = synced(fd, REAL(fdatasync)(fd));
    pthread_mutex_unlock(&lock);
    return done;
}

static int moved(char what, int done, const char *from, const char *to)
{
    char space[2][8200], both[16500];
    const char *first = whole(AT_FDCWD, from, space[0], sizeof space[0]), *then = to ? whole(AT_FDCWD, to, space[1], sizeof space[1]) : "";
    if (!done && ours(first)) {
        snprintf(both, sizeof both, to ? "%s\t%s" : "%s%s", first, then);
        note(what, 0, 0, 0, both, NULL);
    }
    pthread_mutex_unlock(&lock);
    return done;
}
int rename(const char *from, const char *to) { pthread_mutex_lock(&lock); return moved('r', REAL(rename)(from, to), from, to); }
int link(const char *from, const char *to) { pthread_mutex_lock(&lock); return moved('l', REAL(link)(from, to), from, to); }
int unlink(const char *path) { pthread_mutex_lock(&lock); return moved('u', REAL(unlink)(path), path, NULL); }
int mkdir(const char *path, mode_t mode) { pthread_mutex_lock(&lock); return moved('m', REAL(mkdir)(path, mode), path, NULL); }
