#define _GNU_SOURCE
#include "confinement_probe.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confinement.h"

// Exit codes of the child: an errno, or one of these.
enum { NOT_CONFINED = 254, LONGEST_PATH = 512 };

static int confine(enum probe_confinement confinement, const char *folder) {
  if (confinement == PROBE_NOTHING) return 0;
  int code = rouse_refuse_privileges();
  if (code != 0) return code;
  if (confinement == PROBE_CALLS || confinement == PROBE_CALLS_WITH_DEVICE)
    return rouse_refuse_calls(confinement == PROBE_CALLS_WITH_DEVICE);
  if (confinement == PROBE_NO_FILES) {
    code = rouse_allow_files("", "");
    return code != 0 ? code : rouse_refuse_calls(false);
  }
  char paths[LONGEST_PATH];
  snprintf(paths, sizeof paths, "%s/allowed:/nowhere/at/all", folder);
  return rouse_allow_files(paths, "/dev");
}

static void *nothing(void *unused) { return unused; }

static int outcome(int result) { return result < 0 ? errno : 0; }

static int open_below(const char *folder, const char *name, int flags) {
  char path[LONGEST_PATH];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return outcome(open(path, flags, 0600));
}

static int attempt_in_child(enum probe_attempt attempt, const char *folder, int file, pid_t parent) {
  char path[LONGEST_PATH];
  switch (attempt) {
    case PROBE_EXEC: {
      char *const words[] = {"/bin/true", NULL};
      return outcome(execv(words[0], words));
    }
    case PROBE_FORK: {
      pid_t child = fork();
      if (child == 0) _exit(0);
      return outcome(child);
    }
    case PROBE_SOCKET: return outcome(socket(AF_INET, SOCK_STREAM, 0));
    case PROBE_SOCKET_PAIR: {
      int pair[2];
      return outcome(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    }
    case PROBE_OPEN_TO_WRITE: return open_below(folder, "allowed/file", O_WRONLY);
    case PROBE_OPEN_TO_READ_AND_WRITE: return open_below(folder, "allowed/file", O_RDWR);
    case PROBE_OPEN_DEVICE: return outcome(open("/dev/null", O_RDWR));
    case PROBE_CREATE: return open_below(folder, "allowed/new", O_RDONLY | O_CREAT);
    case PROBE_REMOVE: snprintf(path, sizeof path, "%s/allowed/victim", folder); return outcome(unlink(path));
    case PROBE_MAP_SHARED_TO_WRITE: {
      void *start = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      return start == MAP_FAILED ? errno : 0;
    }
    case PROBE_SIGNAL_PARENT: return outcome(kill(parent, 0));
    case PROBE_TRACE_PARENT: return outcome((int)ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    case PROBE_TYPE_INTO_TERMINAL: return outcome(ioctl(file, TIOCSTI, "x"));
    case PROBE_CHANGE_LIMIT: {
      struct rlimit limit = {.rlim_cur = 64, .rlim_max = 64};
      return outcome(setrlimit(RLIMIT_NOFILE, &limit));
    }
    case PROBE_READ_HIDDEN_FILE: return open_below(folder, "hidden/file", O_RDONLY);
    case PROBE_READ_ALLOWED_FILE: return open_below(folder, "allowed/file", O_RDONLY);
    case PROBE_THREAD: {
      pthread_t thread;
      int code = pthread_create(&thread, NULL, nothing, NULL);
      return code != 0 ? code : pthread_join(thread, NULL);
    }
    case PROBE_ABORT: abort();
    case PROBE_ALLOCATE: {
      // Large enough to be mapped, and small ones for the heap itself.
      void *large = malloc(8 << 20), *small = malloc(64);
      int code = large == NULL || small == NULL ? ENOMEM : 0;
      free(large);
      free(small);
      return code;
    }
  }
  return EINVAL;
}

// Runs in a child: confined for good, the caller must not be.
static int status_of_child(enum probe_confinement confinement, const enum probe_attempt *attempt, const char *folder) {
  char path[LONGEST_PATH];
  snprintf(path, sizeof path, "%s/allowed/file", folder);
  int file = open(path, O_RDWR | O_CLOEXEC);
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    rouse_limit_core(0);
    int code = confine(confinement, folder);
    if (attempt == NULL) _exit(code);
    _exit(code != 0 ? NOT_CONFINED : attempt_in_child(*attempt, folder, file, parent));
  }
  int status = -1;
  if (child > 0)
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  if (file >= 0) close(file);
  return status;
}

int probe(enum probe_confinement confinement, enum probe_attempt attempt, const char *folder) {
  int status = status_of_child(confinement, &attempt, folder);
  if (attempt == PROBE_ABORT) return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? 0 : -1;
  return WIFEXITED(status) && WEXITSTATUS(status) != NOT_CONFINED ? WEXITSTATUS(status) : -1;
}

int probe_confinement_error(enum probe_confinement confinement, const char *folder) {
  int status = status_of_child(confinement, NULL, folder);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
