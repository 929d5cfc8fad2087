/*
 * Stands between a program and the disk (LD_PRELOAD): counts every call that changes a file whose path holds FAULT_PATH, and
 * at the call FAULT_AT does what FAULT_KIND says: kill, eio, enospc, edquot, short (half a write), fsync (the Nth of those fails).
 * FAULT_STICKY=1: every later call fails, too. FAULT_LOG: how many calls there were, written by each as it comes.
 * FAULT_RECORD: every call with its bytes, and what was said on standard output, for power cuts. FAULT_ARM=1: counts from the line "armed" on standard output on.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST 4096
static char *paths[MOST];
static const char *wanted, *kind = "";
static long at = -1, count;
static int armed, sticky, logFd = -1, recordFd = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int realOpen(const char *path) {
  REAL(open);
  return real(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}
static ssize_t realWrite(int fd, const void *bytes, size_t n) {
  REAL(write);
  return real(fd, bytes, n);
}
static ssize_t realPwrite(int fd, const void *bytes, size_t n, off_t at) {
  REAL(pwrite);
  return real(fd, bytes, n, at);
}

__attribute__((constructor)) static void begin(void) {
  wanted = getenv("FAULT_PATH");
  if (getenv("FAULT_KIND")) kind = getenv("FAULT_KIND");
  if (getenv("FAULT_AT")) at = atol(getenv("FAULT_AT"));
  sticky = getenv("FAULT_STICKY") != NULL;
  armed = getenv("FAULT_ARM") == NULL;
  if (getenv("FAULT_LOG")) logFd = realOpen(getenv("FAULT_LOG"));
  if (getenv("FAULT_RECORD")) recordFd = realOpen(getenv("FAULT_RECORD"));
}

static const char *pathOf(int fd) { return fd >= 0 && fd < MOST ? paths[fd] : NULL; }

static int remember(int fd, const char *path) {
  if (fd < 0 || fd >= MOST || !wanted) return fd;
  free(paths[fd]);
  paths[fd] = strstr(path, wanted) ? strdup(path) : NULL;
  return fd;
}

/* One line of text, then the bytes: "write 4096 24 /path". */
static void record(const char *what, const char *path, long where, const void *bytes, size_t n) {
  if (recordFd < 0 || strstr(path, "-shm") || strstr(path, ".lock")) return;
  char head[PATH_MAX + 64];
  int length = snprintf(head, sizeof head, "%s %ld %zu %s\n", what, where, n, path);
  realWrite(recordFd, head, length);
  for (size_t done = 0; done < n;) {
    ssize_t got = realWrite(recordFd, (const char *)bytes + done, n - done);
    if (got <= 0) break;
    done += got;
  }
}

/* 0: go on. Else the errno to fail with; -1: half a write. */
static int fault(int isWrite, int isSync) {
  if (!armed || (!strcmp(kind, "fsync") && !isSync)) return 0;
  count++;
  char text[32];
  if (logFd >= 0) realPwrite(logFd, text, snprintf(text, sizeof text, "%ld\n", count), 0);
  if (at < 0 || !(count == at || (sticky && count > at))) return 0;
  if (!strcmp(kind, "kill")) raise(SIGKILL);
  if (!strcmp(kind, "short")) return isWrite ? -1 : 0;
  if (!strcmp(kind, "enospc")) return isSync ? EIO : ENOSPC;
  if (!strcmp(kind, "edquot")) return isSync ? EIO : EDQUOT;
  return EIO;
}

#define GUARD(path, isWrite, isSync, failed)                        \
  pthread_mutex_lock(&lock);                                        \
  int wrong = fault(isWrite, isSync);                               \
  pthread_mutex_unlock(&lock);                                      \
  if (wrong > 0) { errno = wrong; return failed; }

#define OPENS(name)                                                 \
  int name(const char *path, int flags, ...) {                      \
    va_list args; va_start(args, flags);                            \
    mode_t mode = va_arg(args, mode_t); va_end(args);               \
    REAL(name);                                                     \
    int fd = remember(real(path, flags, mode), path);               \
    if (fd >= 0 && pathOf(fd) && (flags & O_CREAT)) record("create", path, 0, NULL, 0); \
    return fd;                                                      \
  }
OPENS(open)
OPENS(open64)

#define OPENATS(name)                                               \
  int name(int folder, const char *path, int flags, ...) {          \
    va_list args; va_start(args, flags);                            \
    mode_t mode = va_arg(args, mode_t); va_end(args);               \
    REAL(name);                                                     \
    int fd = remember(real(folder, path, flags, mode), path);       \
    if (fd >= 0 && pathOf(fd) && (flags & O_CREAT)) record("create", path, 0, NULL, 0); \
    return fd;                                                      \
  }
OPENATS(openat)
OPENATS(openat64)

int close(int fd) {
  REAL(close);
  if (fd >= 0 && fd < MOST) { free(paths[fd]); paths[fd] = NULL; }
  return real(fd);
}

ssize_t write(int fd, const void *bytes, size_t n) {
  const char *path = pathOf(fd);
  if (fd == 1 && n >= 5 && !memcmp(bytes, "armed", 5)) armed = 1;
  if (fd == 1 && armed) record("answer", "stdout", 0, bytes, n);
  if (!path) return realWrite(fd, bytes, n);
  GUARD(path, 1, 0, -1)
  record("write", path, lseek(fd, 0, SEEK_CUR), bytes, wrong == -1 ? n / 2 : n);
  return realWrite(fd, bytes, wrong == -1 ? n / 2 : n);
}

#define PWRITES(name, type)                                         \
  ssize_t name(int fd, const void *bytes, size_t n, type where) {   \
    const char *path = pathOf(fd);                                  \
    REAL(name);                                                     \
    if (!path) return real(fd, bytes, n, where);                    \
    GUARD(path, 1, 0, -1)                                           \
    size_t some = wrong == -1 ? n / 2 : n;                          \
    record("write", path, where, bytes, some);                      \
    return real(fd, bytes, some, where);                            \
  }
PWRITES(pwrite, off_t)
PWRITES(pwrite64, off64_t)

#define TRUNCATES(name, type)                                       \
  int name(int fd, type length) {                                   \
    const char *path = pathOf(fd);                                  \
    REAL(name);                                                     \
    if (!path) return real(fd, length);                             \
    GUARD(path, 1, 0, -1)                                           \
    record("truncate", path, length, NULL, 0);                      \
    return real(fd, length);                                        \
  }
TRUNCATES(ftruncate, off_t)
TRUNCATES(ftruncate64, off64_t)

#define SYNCS(name)                                                 \
  int name(int fd) {                                                \
    const char *path = pathOf(fd);                                  \
    REAL(name);                                                     \
    if (!path) return real(fd);                                     \
    GUARD(path, 0, 1, -1)                                           \
    record("sync", path, 0, NULL, 0);                               \
    return real(fd);                                                \
  }
SYNCS(fsync)
SYNCS(fdatasync)

int rename(const char *from, const char *to) {
  REAL(rename);
  if (!wanted || !strstr(to, wanted)) return real(from, to);
  GUARD(to, 1, 0, -1)
  record("rename", from, 0, to, strlen(to));
  return real(from, to);
}

int unlink(const char *path) {
  REAL(unlink);
  if (!wanted || !strstr(path, wanted)) return real(path);
  GUARD(path, 1, 0, -1)
  record("unlink", path, 0, NULL, 0);
  return real(path);
}
