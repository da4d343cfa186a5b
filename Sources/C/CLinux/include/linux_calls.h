// Calls of Linux that `import Glibc` does not have.
#ifndef ROUSE_LINUX_CALLS_H
#define ROUSE_LINUX_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/// A close-on-exec, non-blocking timerfd on CLOCK_REALTIME (timerfd_create(2)); -1 and errno on failure.
int rouse_timer_create(void);
/// The same on CLOCK_BOOTTIME, which never steps.
int rouse_boot_timer_create(void);
/// Arms it for a moment of its clock, which is not negative; a step of CLOCK_REALTIME cancels one on it. -1 and ECANCELED
/// where such a step was not told yet; it is armed all the same.
int rouse_timer_set(int timer, int64_t seconds, int64_t nanoseconds);

/// The nanoseconds of a clock (clock_gettime(2)).
int64_t rouse_clock(clockid_t clock);

/// A close-on-exec, non-blocking eventfd (eventfd(2)); -1 and errno on failure.
int rouse_event_create(void);

/// A semaphore of this process (sem_overview(7)), at 0; NULL and errno without memory. It takes no descriptor.
void *rouse_semaphore_create(void);
void rouse_semaphore_destroy(void *semaphore);
void rouse_semaphore_post(void *semaphore);
/// Waits for so long by the clock that never steps; a negative time: without end.
void rouse_semaphore_wait(void *semaphore, int64_t nanoseconds);

/// A close-on-exec, non-blocking inotify descriptor (inotify(7)); -1 and errno on failure.
int rouse_watch_create(void);
/// Watches a folder for entries that appear, change, move or go; -1 and errno on failure.
int rouse_watch_folder(int watch, const char *folder);
/// Watches a folder for files that are complete, may be read by others than before, move or go; not for those that are
/// still being written. -1 and errno on failure.
int rouse_watch_whole_files(int watch, const char *folder);
/// Watches a folder for names that come and go; -1 and errno on failure. Tells when the folder itself goes, as
/// `rouse_watch_whole_files` does too.
int rouse_watch_names(int watch, const char *folder);
/// The same for names that go.
int rouse_watch_losses(int watch, const char *folder);
/// Ends what one of these has begun, by the number it gave.
void rouse_watch_end(int watch, int number);

/// Opens a plain file for reading, close-on-exec, and never waits for anything else that has the path: -1 and errno,
/// EISDIR for a folder and EINVAL for a pipe, a socket or a device.
int rouse_open_plain_file(const char *path);
/// A file without a name, in memory, to be read and written, close-on-exec (memfd_create(2)); -1 and errno.
int rouse_memory_file(void);
/// How many descriptors the process may have (the soft limit of RLIMIT_NOFILE, getrlimit(2)).
uint64_t rouse_descriptor_limit(void);
/// Raises that limit to `wanted`, or as far as the hard limit allows; never lowers it.
void rouse_raise_descriptor_limit(uint64_t wanted);
/// Puts /dev/null where a standard descriptor is closed, so that no file that is opened later is taken for it. Reading
/// from it ends at once; writing to it fails with EBADF, as to a closed one.
void rouse_keep_standard_descriptors(void);

/// accept4(2) with SOCK_CLOEXEC; -1 and errno on failure.
int rouse_accept(int listener);
/// The peer's user and group as of its connect (SO_PEERCRED, unix(7)); -1 and errno on failure.
int rouse_peer(int socket, uid_t *user, gid_t *group);
/// Whether the peer had a supplementary group as of its connect (SO_PEERGROUPS, socket(7)).
bool rouse_peer_has_group(int socket, gid_t group);

/// Sends a datagram to the service manager (sd_notify(3), "Notes"); 0 or the errno. The name is that of NOTIFY_SOCKET: a
/// path, or one of the abstract namespace after `@`.
int rouse_notify(const char *name, const char *message);

/// From now on SIGTERM, SIGINT and SIGHUP add to the eventfd, and do nothing else (sigaction(2), signal-safety(7)). There is
/// no moment between the default action and this in which one is lost.
void rouse_note_stop_signals(int event);

/// Ignores the signals whose default action ends the process although they neither request that nor report a crash, such as
/// SIGPIPE, SIGXFSZ, SIGALRM, SIGUSR1, SIGPWR and the real-time signals (signal(7), "Standard signals"). A write to a closed pipe
/// or beyond the file size limit then fails with EPIPE or EFBIG.
void rouse_ignore_signals(void);

/// Ends the process with what stdout still holds. Not as exit(3) does it, which in newer C libraries waits for the lock of
/// stderr: a thread that logs holds it for as long as nobody reads.
_Noreturn void rouse_leave(int code);

/// Has the calling thread take those signals, though whoever started the process has blocked them: a process inherits that
/// (signal(7), "Signal mask and pending signals").
void rouse_take_stop_signals(void);

/// Whether the kernel counts the clock as synchronized (adjtimex(2): no STA_UNSYNC, no TIME_ERROR).
bool rouse_clock_is_synchronized(void);

/// Starts a detached thread with a stack of 512 KiB (pthread_create(3)); 0 or the errno.
int rouse_start_thread(void *(*body)(void *), void *context);
/// Names the calling thread (prctl(2) PR_SET_NAME, 15 bytes).
void rouse_name_thread(const char *name);
/// SCHED_FIFO at a low priority for the calling thread, not inherited by children; 0 or the errno.
int rouse_use_fifo_priority(void);

/// Keeps this thread, and those that it starts, on the processor that it runs on (sched_setaffinity(2)).
void rouse_use_one_processor(void);

/// Keeps the heap small: few arenas, and large blocks always returned to the kernel (mallopt(3)).
void rouse_tune_heap(void);

/// Lets go of what the heap does not use (malloc_trim(3)), and of the program's own code and constants in memory, of which
/// what is needed comes back from the page cache (madvise(2) MADV_DONTNEED). Worth it after much was done that is not
/// needed again soon, as a start.
void rouse_release_memory(void);

#endif
