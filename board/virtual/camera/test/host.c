#include "host.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HEADER_WORDS = 12, MOST_OPTIONS = 16 };

_Noreturn void host_expectation_failed(const char *file, int line, const char *condition) {
  fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
  exit(1);
}

static void path_of(const struct host *self, const char *name, char path[256]) {
  snprintf(path, 256, "%s/%s", self->folder, name);
}

struct host host_start(const char *program, const char *const *options) {
  struct host self = {.folder = "/tmp/virtual-camera.XXXXXX"};
  int ends[2];
  EXPECT(mkdtemp(self.folder) != NULL);
  EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  const struct timeval longest_wait = {.tv_sec = 180};
  EXPECT(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &longest_wait, sizeof longest_wait) == 0);
  self.bus = ends[0];
  self.camera = fork();
  EXPECT(self.camera >= 0);
  if (self.camera == 0) {
    char bus[16];
    snprintf(bus, sizeof bus, "%d", ends[1]);
    const char *arguments[MOST_OPTIONS + 5] = {program, "--bus", bus};
    int count = 3;
    while (*options != NULL && count < MOST_OPTIONS) arguments[count++] = *options++;
    arguments[count] = self.folder;
    close(ends[0]);
    execv(program, (char *const *)(uintptr_t)arguments);
    _exit(127);
  }
  close(ends[1]);
  EXPECT(host_control(&self, 0x00, 9, 1, 0, NULL, 0) == 0);  // SET_CONFIGURATION
  return self;
}

int host_stop(struct host *self, bool drops_bus) {
  if (drops_bus) {
    close(self->bus);
  } else {
    kill(self->camera, SIGTERM);
  }
  int status = 0;
  EXPECT(waitpid(self->camera, &status, 0) == self->camera && WIFEXITED(status));
  if (!drops_bus) close(self->bus);
  EXPECT(!host_has_file(self, "state"));
  const char *names[] = {"frame.yuyv", "frame.pgm", "frame.mjpg", "stall"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) host_remove_file(self, names[i]);
  EXPECT(rmdir(self->folder) == 0);
  return WEXITSTATUS(status);
}

static void send_words(struct host *self, const uint32_t *words, size_t count, const uint8_t *setup) {
  uint32_t header[HEADER_WORDS] = {0};
  for (size_t i = 0; i < count; i++) header[i] = htonl(words[i]);
  if (setup != NULL) memcpy(header + 10, setup, 8);
  EXPECT(send(self->bus, header, sizeof header, MSG_NOSIGNAL) == sizeof header);
}

int host_control(struct host *self, uint8_t type, uint8_t request, uint16_t value, uint16_t index, void *data,
                 uint16_t count) {
  const uint8_t setup[] = {type,        request,       (uint8_t)value, (uint8_t)(value >> 8), (uint8_t)index,
                           (uint8_t)(index >> 8), (uint8_t)count, (uint8_t)(count >> 8)};
  bool is_in = (type & 0x80) != 0;
  // command, seqnum, devid, direction, endpoint; flags, length, start frame, packets, interval
  send_words(self, (uint32_t[]){1, ++self->seqnum, 0, is_in, 0, 0, count, 0, 0, 0}, 10, setup);
  if (!is_in) self->sent = self->seqnum;
  if (!is_in && count > 0) EXPECT(send(self->bus, data, count, MSG_NOSIGNAL) == count);
  static struct answer answer;
  host_receive(self, &answer);
  EXPECT(!answer.is_unlink && answer.seqnum == self->seqnum);
  if (answer.status != 0) return answer.status;
  EXPECT(answer.count <= count);
  if (is_in) memcpy(data, answer.data, answer.count);
  return (int)answer.count;
}

void host_submit_as(struct host *self, uint32_t seqnum, uint32_t bytes, uint32_t packets) {
  send_words(self, (uint32_t[]){1, seqnum, 0, 1, 1, 0, bytes, 0, packets, 1}, 10, NULL);
  for (uint32_t i = 0; i < packets; i++) {
    const uint32_t packet[] = {htonl(i * (bytes / packets)), htonl(bytes / packets), 0, 0};
    EXPECT(send(self->bus, packet, sizeof packet, MSG_NOSIGNAL) == sizeof packet);
  }
}

uint32_t host_submit(struct host *self, uint32_t bytes, uint32_t packets) {
  host_submit_as(self, ++self->seqnum, bytes, packets);
  return self->seqnum;
}

uint32_t host_unlink(struct host *self, uint32_t seqnum) {
  send_words(self, (uint32_t[]){2, ++self->seqnum, 0, 0, 0, seqnum}, 6, NULL);
  return self->seqnum;
}

static void receive(struct host *self, void *into, size_t count) {
  EXPECT(count == 0 || recv(self->bus, into, count, MSG_WAITALL) == (ssize_t)count);
}

void host_receive(struct host *self, struct answer *answer) {
  uint32_t header[HEADER_WORDS];
  receive(self, header, sizeof header);
  EXPECT(ntohl(header[0]) == 3 || ntohl(header[0]) == 4);
  answer->is_unlink = ntohl(header[0]) == 4;
  answer->seqnum = ntohl(header[1]);
  answer->status = (int32_t)ntohl(header[5]);
  answer->count = answer->packet_count = 0;
  if (answer->is_unlink) return;
  answer->count = ntohl(header[6]);
  answer->packet_count = ntohl(header[8]);
  EXPECT(answer->count <= sizeof answer->data && answer->packet_count <= 64);
  if (answer->seqnum != self->sent) receive(self, answer->data, answer->count);
  uint32_t total = 0;
  for (uint32_t i = 0; i < answer->packet_count; i++) {
    uint32_t packet[4];
    receive(self, packet, sizeof packet);
    answer->packet_bytes[i] = ntohl(packet[2]);
    total += answer->packet_bytes[i];
  }
  EXPECT(answer->packet_count == 0 || total == answer->count);
}

void host_write_file(const struct host *self, const char *name, const void *data, size_t count) {
  char path[256], new_path[256];
  path_of(self, name, path);
  path_of(self, ".new", new_path);
  FILE *file = fopen(new_path, "w");
  EXPECT(file != NULL);
  EXPECT(fwrite(data, 1, count, file) == count);
  EXPECT(fclose(file) == 0);
  EXPECT(rename(new_path, path) == 0);
}

void host_remove_file(const struct host *self, const char *name) {
  char path[256];
  path_of(self, name, path);
  unlink(path);
}

bool host_has_file(const struct host *self, const char *name) {
  char path[256];
  path_of(self, name, path);
  return access(path, F_OK) == 0;
}

bool host_sees_state(const struct host *self, const char *text) {
  char path[256], state[4096];
  path_of(self, "state", path);
  const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
  for (int tries = 0; tries < 36000; tries++) {
    FILE *file = fopen(path, "r");
    if (file != NULL) {
      state[fread(state, 1, sizeof state - 1, file)] = '\0';
      fclose(file);
      if (strstr(state, text) != NULL) return true;
    }
    nanosleep(&pause, NULL);
  }
  return false;
}
