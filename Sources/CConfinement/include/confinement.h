// What a process gives up for good, so that an exploit in it has nothing to work with. Each function returns 0 or an
// errno; the process goes on as it was in what failed.
#ifndef ROUSE_CONFINEMENT_H
#define ROUSE_CONFINEMENT_H

#include <stdint.h>

/// No program it starts gets rights that it has not itself (prctl(2), PR_SET_NO_NEW_PRIVS). The others need this first.
int rouse_refuse_privileges(void);

/// Leaves the system calls that decoding, a camera and an inherited socket take (seccomp(2)), in all threads. Not among
/// them: programs, processes, sockets, signals to others, files opened for writing, mounts, modules, tracing.
int rouse_refuse_calls(void);

/// Leaves these files, and what lies in these folders, for reading; everything else in the file system, and all
/// writing, is refused (landlock(7), Linux 5.13). `paths` are separated by colons; those that do not exist are passed
/// over. For this thread and those it starts: call it before starting any. ENOSYS or EOPNOTSUPP: the kernel has no
/// Landlock.
int rouse_allow_reading_only(const char *paths);

/// Sets a limit of setrlimit(2), soft and hard.
int rouse_limit_core(uint64_t bytes);
int rouse_limit_written_file(uint64_t bytes);
int rouse_limit_address_space(uint64_t bytes);

#endif
