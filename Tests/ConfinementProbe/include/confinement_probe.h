// Tries in a child process of its own what a confined process must not be able to do.
#ifndef ROUSE_CONFINEMENT_PROBE_H
#define ROUSE_CONFINEMENT_PROBE_H

/// What the child is confined by before it tries; PROBE_NO_FILES is what decodes sounds: all of it, and no file at all.
enum probe_confinement { PROBE_NOTHING, PROBE_CALLS, PROBE_CALLS_WITH_DEVICE, PROBE_FILES, PROBE_NO_FILES };

/// What it tries.
enum probe_attempt {
  PROBE_EXEC,
  PROBE_FORK,
  PROBE_SOCKET,
  PROBE_SOCKET_PAIR,
  PROBE_OPEN_TO_WRITE,
  PROBE_OPEN_TO_READ_AND_WRITE,
  PROBE_OPEN_DEVICE,
  PROBE_CREATE,
  PROBE_REMOVE,
  PROBE_MAP_SHARED_TO_WRITE,
  PROBE_SIGNAL_PARENT,
  PROBE_TRACE_PARENT,
  PROBE_TYPE_INTO_TERMINAL,
  PROBE_CHANGE_LIMIT,
  PROBE_READ_HIDDEN_FILE,
  // And what it still needs.
  PROBE_READ_ALLOWED_FILE,
  PROBE_THREAD,
  PROBE_ABORT,
  PROBE_ALLOCATE,
};

/// 0 when it was done; the errno when it was refused; -1 when the child could not be confined or ended otherwise.
/// `folder` is the caller's: it holds the files "allowed/file" and "hidden/file"; only "allowed" stays readable with
/// PROBE_FILES.
int probe(enum probe_confinement confinement, enum probe_attempt attempt, const char *folder);

/// The errno with which the kernel refuses to confine a process so; 0 when it does not.
int probe_confinement_error(enum probe_confinement confinement, const char *folder);

#endif
