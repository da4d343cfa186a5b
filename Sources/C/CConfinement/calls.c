#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

// By name, so that one list serves every architecture: names that one does not have are passed over.
static const char *const allowed[] = {
    // Memory.
    "brk", "munmap", "mremap", "madvise", "mprotect",
    // Files and folders that are open, and facts about others.
    "read", "readv", "pread64", "write", "writev", "close", "lseek", "_llseek", "fstat", "fstat64", "newfstatat",
    "fstatat64", "stat", "stat64", "lstat", "lstat64", "statx", "fstatfs", "statfs", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getdents64", "getcwd", "fadvise64",
    // The line to the daemon and the frames: sockets that were inherited.
    "sendto", "send", "recvfrom", "recv", "poll", "ppoll", "ppoll_time64",
    // Threads.
    "futex", "futex_time64", "futex_waitv", "sched_yield", "sched_getaffinity", "set_robust_list", "rseq", "gettid",
    "getpid", "set_tid_address", "membarrier", "getcpu",
    // Signals to itself, and the timer that limits decoding.
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigreturn", "sigaltstack", "setitimer", "restart_syscall",
    // Time.
    "clock_gettime", "clock_gettime64", "clock_getres", "gettimeofday", "time", "nanosleep", "clock_nanosleep",
    "clock_nanosleep_time64",
    // Facts about the process and the machine.
    "getuid", "geteuid", "getgid", "getegid", "getrandom", "getrlimit", "ugetrlimit", "getrusage", "uname", "sysinfo",
    "exit", "exit_group",
};

// What an exploit would want is refused as forbidden. Other calls that are not in the list "do not exist", so that the
// C library uses older ones.
static const char *const forbidden[] = {
    "execve", "execveat", "fork", "vfork", "kill", "tkill", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "ptrace", "process_vm_readv",
    "process_vm_writev", "mount", "umount2", "fsopen", "move_mount", "open_tree", "pivot_root", "chroot", "unshare",
    "setns", "init_module", "finit_module", "delete_module", "kexec_load", "bpf", "perf_event_open", "keyctl",
    "add_key", "io_uring_setup", "userfaultfd", "memfd_create", "creat", "truncate", "ftruncate", "unlink", "unlinkat",
    "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "rmdir", "mknod",
    "mknodat", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "setuid", "setgid", "setresuid",
    "setresgid", "setgroups", "capset", "reboot", "settimeofday", "clock_settime", "setrlimit", "sendmsg", "recvmsg",
};

static int rule(scmp_filter_ctx filter, uint32_t action, const char *name, unsigned count, struct scmp_arg_cmp *terms) {
  int call = seccomp_syscall_resolve_name(name);
  if (call == __NR_SCMP_ERROR) return 0;
  int result = seccomp_rule_add_array(filter, action, call, count, terms);
  // A call that only other architectures have.
  return result == -EDOM ? 0 : result;
}

// Calls that are allowed with some arguments only; with others they get the default answer.
static int allow_some(scmp_filter_ctx filter, bool uses_device) {
  const uint64_t writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
  int self = getpid();
  struct {
    const char *name;
    struct scmp_arg_cmp terms[2];
    unsigned count;
  } some[] = {
      // Files for reading. O_TMPFILE needs an access mode for writing.
      {"open", {SCMP_A1(SCMP_CMP_MASKED_EQ, writing, O_RDONLY)}, 1},
      {"openat", {SCMP_A2(SCMP_CMP_MASKED_EQ, writing, O_RDONLY)}, 1},
      // Private memory of any kind, shared memory for reading: the camera's buffers.
      {"mmap", {SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED, 0)}, 1},
      {"mmap", {SCMP_A2(SCMP_CMP_EQ, PROT_READ), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED, MAP_SHARED)}, 2},
      {"mmap2", {SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED, 0)}, 1},
      {"mmap2", {SCMP_A2(SCMP_CMP_EQ, PROT_READ), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED, MAP_SHARED)}, 2},
      // Threads, not processes. clone3 hides its flags in memory and so "does not exist".
      {"clone", {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)}, 1},
      // The C library's abort() sends a signal to its own thread.
      {"tgkill", {SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)self)}, 1},
      // Video4Linux; not, for one, what types into a terminal (TIOCSTI).
      {"ioctl", {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFF00, 'V' << 8)}, 1},
      {"fcntl", {SCMP_A1(SCMP_CMP_EQ, F_GETFD)}, 1},
      {"fcntl", {SCMP_A1(SCMP_CMP_EQ, F_GETFL)}, 1},
      {"fcntl", {SCMP_A1(SCMP_CMP_EQ, F_SETFD)}, 1},
      {"prctl", {SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME)}, 1},
      // Asking for limits, which the C library does for stacks; not setting them.
      {"prlimit64", {SCMP_A2(SCMP_CMP_EQ, 0)}, 1},
  };
  if (uses_device) {
    struct scmp_arg_cmp both = SCMP_A2(SCMP_CMP_MASKED_EQ, writing, O_RDWR);
    int result = rule(filter, SCMP_ACT_ALLOW, "openat", 1, &both);
    if (result != 0) return result;
  }
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
    int result = rule(filter, SCMP_ACT_ALLOW, some[i].name, some[i].count, some[i].terms);
    if (result != 0) return result;
  }
  return 0;
}

int rouse_refuse_calls(bool uses_device) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (filter == NULL) return ENOMEM;
  int result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  for (size_t i = 0; result == 0 && i < sizeof allowed / sizeof *allowed; i++)
    result = rule(filter, SCMP_ACT_ALLOW, allowed[i], 0, NULL);
  for (size_t i = 0; result == 0 && i < sizeof forbidden / sizeof *forbidden; i++)
    result = rule(filter, SCMP_ACT_ERRNO(EPERM), forbidden[i], 0, NULL);
  if (result == 0) result = allow_some(filter, uses_device);
  if (result == 0) result = seccomp_load(filter);
  seccomp_release(filter);
  return -result;
}
