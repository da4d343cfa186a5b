#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/landlock.h>

int rouse_refuse_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno; }

// The rights by version of the kernel's interface (landlock(7)); older kernel headers lack the newer names.
enum { VERSION_WITH_REFER = 2, VERSION_WITH_TRUNCATE = 3, VERSION_WITH_NETWORK = 4, VERSION_WITH_IOCTL = 5 };
enum { ACCESS_IN_VERSION_1 = (1 << 13) - 1, ACCESS_REFER = 1 << 13, ACCESS_TRUNCATE = 1 << 14, ACCESS_IOCTL = 1 << 15 };
enum { VERSION_WITH_SCOPES = 6 };

typedef struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
} ruleset;

static int allow_path(int rules, const char *path, uint64_t rights) {
  int opened = open(path, O_PATH | O_CLOEXEC);
  if (opened < 0) return 0;
  struct stat status;
  int is_folder = fstat(opened, &status) == 0 && S_ISDIR(status.st_mode);
  struct landlock_path_beneath_attr rule = {
      // A right to list is not taken for what is no folder.
      .allowed_access = is_folder ? rights : rights & ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR,
      .parent_fd = opened,
  };
  int code = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
  close(opened);
  return code;
}

static int allow_paths(int rules, const char *paths, uint64_t rights) {
  char *list = strdup(paths);
  if (list == NULL) return ENOMEM;
  int code = 0;
  char *rest = NULL;
  for (char *path = strtok_r(list, ":", &rest); path != NULL && code == 0; path = strtok_r(NULL, ":", &rest))
    code = allow_path(rules, path, rights);
  free(list);
  return code;
}

int rouse_allow_files(const char *readable, const char *devices) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 0) return errno;
  ruleset refused = {.files = ACCESS_IN_VERSION_1};
  size_t size = sizeof refused.files;
  if (version >= VERSION_WITH_REFER) refused.files |= ACCESS_REFER;
  if (version >= VERSION_WITH_TRUNCATE) refused.files |= ACCESS_TRUNCATE;
  if (version >= VERSION_WITH_NETWORK) {
    refused.network = 3;  // binding and connecting, TCP
    size += sizeof refused.network;
  }
  if (version >= VERSION_WITH_IOCTL) refused.files |= ACCESS_IOCTL;
  if (version >= VERSION_WITH_SCOPES) {
    refused.scopes = 3;  // abstract Unix sockets and signals
    size += sizeof refused.scopes;
  }
  int rules = (int)syscall(SYS_landlock_create_ruleset, &refused, size, 0);
  if (rules < 0) return errno;
  uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  uint64_t using = reading | LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_IOCTL;
  int code = allow_paths(rules, readable, reading);
  if (code == 0) code = allow_paths(rules, devices, using & refused.files);
  if (code == 0 && syscall(SYS_landlock_restrict_self, rules, 0) != 0) code = errno;
  close(rules);
  return code;
}

static int limit(__rlimit_resource_t resource, uint64_t value) {
  struct rlimit both = {.rlim_cur = value, .rlim_max = value};
  return setrlimit(resource, &both) == 0 ? 0 : errno;
}

int rouse_limit_core(uint64_t bytes) { return limit(RLIMIT_CORE, bytes); }
int rouse_limit_written_file(uint64_t bytes) { return limit(RLIMIT_FSIZE, bytes); }
int rouse_limit_address_space(uint64_t bytes) { return limit(RLIMIT_AS, bytes); }
