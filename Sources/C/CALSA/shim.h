#ifndef ROUSE_CALSA_H
#define ROUSE_CALSA_H

#include <alsa/asoundlib.h>

static inline void rouse_alsa_ignore(const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

/// Keeps libasound from printing on standard error: its calls return what went wrong as well. For the whole process.
static inline void rouse_alsa_silence(void) { snd_lib_error_set_handler(rouse_alsa_ignore); }

#endif
