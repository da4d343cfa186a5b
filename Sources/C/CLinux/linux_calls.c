#define _GNU_SOURCE
#include "linux_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <unistd.h>

int rouse_timer_create(void) { return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int rouse_boot_timer_create(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int rouse_timer_set(int timer, int64_t seconds, int64_t nanoseconds) {
  struct itimerspec when = {.it_value = {.tv_sec = seconds, .tv_nsec = nanoseconds}};
  // A zero moment would disarm.
  if (seconds == 0 && nanoseconds == 0) when.it_value.tv_nsec = 1;
  return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL);
}

int rouse_event_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int64_t rouse_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void *rouse_semaphore_create(void) {
  sem_t *made = malloc(sizeof(sem_t));
  if (made != NULL) sem_init(made, 0, 0);
  return made;
}

void rouse_semaphore_destroy(void *semaphore) {
  sem_destroy(semaphore);
  free(semaphore);
}

void rouse_semaphore_post(void *semaphore) { sem_post(semaphore); }

void rouse_semaphore_wait(void *semaphore, int64_t nanoseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  int64_t rest = nanoseconds % 1000000000 + end.tv_nsec;
  end.tv_sec += nanoseconds / 1000000000 + rest / 1000000000;
  end.tv_nsec = rest % 1000000000;
  while ((nanoseconds < 0 ? sem_wait(semaphore) : sem_clockwait(semaphore, CLOCK_MONOTONIC, &end)) != 0) {
    if (errno != EINTR) return;
  }
}

int rouse_watch_create(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int rouse_watch_folder(int watch, const char *folder) {
  return inotify_add_watch(watch, folder, IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR);
}

int rouse_watch_whole_files(int watch, const char *folder) {
  return inotify_add_watch(watch, folder,
                           IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF |
                               IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD);
}

int rouse_watch_names(int watch, const char *folder) {
  return inotify_add_watch(watch, folder,
                           IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF |
                               IN_ONLYDIR | IN_MASK_ADD);
}

int rouse_watch_losses(int watch, const char *folder) {
  return inotify_add_watch(watch, folder,
                           IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD);
}

void rouse_watch_end(int watch, int number) { inotify_rm_watch(watch, number); }

static int plain(int result, const struct stat *status) {
  if (result != 0) return -1;
  if (S_ISREG(status->st_mode)) return 0;
  errno = S_ISDIR(status->st_mode) ? EISDIR : EINVAL;
  return -1;
}

int rouse_open_plain_file(const char *path) {
  struct stat status;
  // Looked at first: opening is enough to make some devices act. And again, as the path may have changed hands.
  if (plain(stat(path, &status), &status) != 0) return -1;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0 || plain(fstat(file, &status), &status) == 0) return file;
  int why = errno;
  close(file);
  errno = why;
  return -1;
}

int rouse_memory_file(void) { return memfd_create("rouse", MFD_CLOEXEC); }

uint64_t rouse_descriptor_limit(void) {
  struct rlimit limits;
  return getrlimit(RLIMIT_NOFILE, &limits) == 0 ? limits.rlim_cur : 0;
}

void rouse_raise_descriptor_limit(uint64_t wanted) {
  struct rlimit limits;
  if (getrlimit(RLIMIT_NOFILE, &limits) != 0 || limits.rlim_cur >= wanted) return;
  limits.rlim_cur = limits.rlim_max < wanted ? limits.rlim_max : wanted;
  setrlimit(RLIMIT_NOFILE, &limits);
}

void rouse_keep_standard_descriptors(void) {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    if (fcntl(number, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest that is free: this one.
    if (open("/dev/null", O_RDONLY) != number) return;
  }
}

int rouse_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }

int rouse_peer(int socket, uid_t *user, gid_t *group) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *user = peer.uid;
  *group = peer.gid;
  return 0;
}

bool rouse_peer_has_group(int socket, gid_t group) {
  socklen_t length = 0;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, NULL, &length) == 0 || errno != ERANGE) return false;
  gid_t *groups = malloc(length);
  if (groups == NULL) return false;
  bool found = false;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length) == 0)
    for (size_t i = 0; i < length / sizeof *groups; i++) found = found || groups[i] == group;
  free(groups);
  return found;
}

int rouse_notify(const char *name, const char *message) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length < 2 || length >= sizeof address.sun_path || (name[0] != '/' && name[0] != '@')) return EINVAL;
  memcpy(address.sun_path, name, length);
  if (name[0] == '@') address.sun_path[0] = 0;
  int line = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (line < 0) return errno;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  ssize_t sent = sendto(line, message, strlen(message), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, size);
  int code = sent < 0 ? errno : 0;
  close(line);
  return code;
}

static volatile sig_atomic_t stop_event = -1;

static const int stop_signals[] = {SIGTERM, SIGINT, SIGHUP};
static const size_t stop_signal_count = sizeof stop_signals / sizeof stop_signals[0];

static void note_stop(int number) {
  (void)number;
  int before = errno;
  uint64_t one = 1;
  // Fails only where a signal is noted already.
  (void)!write(stop_event, &one, sizeof one);
  errno = before;
}

void rouse_note_stop_signals(int event) {
  stop_event = event;
  struct sigaction action = {.sa_handler = note_stop, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < stop_signal_count; i++) sigaction(stop_signals[i], &action, NULL);
}

void rouse_ignore_signals(void) {
  static const int standard[] = {SIGPIPE, SIGXFSZ, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF,
                                 SIGUSR1, SIGUSR2, SIGPOLL, SIGPWR, SIGSTKFLT};
  for (size_t i = 0; i < sizeof standard / sizeof standard[0]; i++) signal(standard[i], SIG_IGN);
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) signal(number, SIG_IGN);
}

void rouse_leave(int code) {
  fflush(stdout);
  _exit(code);
}

void rouse_take_stop_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  for (size_t i = 0; i < stop_signal_count; i++) sigaddset(&signals, stop_signals[i]);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

bool rouse_clock_is_synchronized(void) {
  struct timex state = {0};
  int result = adjtimex(&state);
  return result >= 0 && result != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}

int rouse_start_thread(void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 512 * 1024);
  pthread_t thread;
  int code = pthread_create(&thread, &attributes, body, context);
  pthread_attr_destroy(&attributes);
  return code;
}

void rouse_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

int rouse_use_fifo_priority(void) {
  struct sched_param parameters = {.sched_priority = 10};
  return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0 ? 0 : errno;
}

void rouse_use_one_processor(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  const int current = sched_getcpu();
  CPU_SET(current < 0 ? 0 : current, &one);
  // Refused, it only takes longer.
  (void)sched_setaffinity(0, sizeof one, &one);
}

void rouse_tune_heap(void) {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
  mallopt(M_TRIM_THRESHOLD, 256 * 1024);
}

// Only what cannot be written: pages that the loader has relocated are the process's own and would be lost.
static int release_code(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size;
  (void)unused;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W) != 0) continue;
    uintptr_t start = (object->dlpi_addr + part->p_vaddr + page - 1) & ~(page - 1);
    uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_filesz) & ~(page - 1);
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  // The first object is the program itself; the libraries are shared with others.
  return 1;
}

void rouse_release_memory(void) {
  malloc_trim(0);
  dl_iterate_phdr(release_code, NULL);
}
