// What a process gives up for good, so that an exploit in it has nothing to work with. Each function returns 0 or an
// errno; the process goes on as it was in what failed.
#ifndef ROUSE_CONFINEMENT_H
#define ROUSE_CONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

/// No program it starts gets rights that it has not itself (prctl(2), PR_SET_NO_NEW_PRIVS). The others need this first.
int rouse_refuse_privileges(void);

/// Leaves the system calls that decoding, a camera and an inherited socket take (seccomp(2)), in all threads. Not among
/// them: programs, processes, sockets, signals to others, mounts, modules, tracing, shared memory for writing. Files
/// can be opened for reading only; with `uses_device` for both as well, which a camera takes, but never created,
/// truncated or opened for writing alone.
int rouse_refuse_calls(bool uses_device);

/// Leaves the files and folders of `readable`, with all in them, for reading, and those of `devices` for writing too;
/// everything else in the file system is refused (landlock(7), Linux 5.13). Paths are separated by colons; those that do not exist are passed
/// over. For this thread and those it starts: call it before starting any. ENOSYS or EOPNOTSUPP: the kernel has no
/// Landlock.
int rouse_allow_files(const char *readable, const char *devices);

/// Sets a limit of setrlimit(2), soft and hard.
int rouse_limit_core(uint64_t bytes);
int rouse_limit_written_file(uint64_t bytes);
int rouse_limit_address_space(uint64_t bytes);

#endif
