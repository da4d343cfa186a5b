// Counts the instructions that a command or a running process executes, its own and the kernel's for it apart: by the
// processor's counter, through perf_event_open(2). For the machine `cortex-a53` of board/emulated-pi/run, on which qemu
// counts each instruction.
//
//   count-instructions COMMAND…               a command with all that it starts, to its end
//   count-instructions [--at TIME] [--alone] [--call NAME] --for SECONDS PROCESS…
//                                             running processes, with all threads, and with what they start meanwhile
//                                             unless --alone; from TIME on (seconds since 1970), or at once. How often they
//                                             called the kernel's NAME is counted too (/sys/kernel/tracing is mounted)
//
// The last line says `instructions: USER KERNEL`, and `CALLS` after these. Exit code 1 with a reason when nothing could be counted.
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { user, kernel, calls, most_kinds, most_counters = 3072 };
static int counters[most_counters], counter_count, is_alone, kinds = calls;
static uint64_t call;

static void fail(const char *what) {
    fprintf(stderr, "count-instructions: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void usage(void) {
    fputs("usage: count-instructions COMMAND… | count-instructions [--at TIME] [--alone] [--call NAME] --for SECONDS PROCESS…\n",
        stderr);
    exit(64);
}

// Counters for a thread and what it starts. False when the thread has ended meanwhile.
static int count_thread(pid_t thread, int from_exec_on) {
    for (int kind = 0; kind < kinds; kind++) {
        struct perf_event_attr wanted = {
            .type = kind == calls ? PERF_TYPE_TRACEPOINT : PERF_TYPE_HARDWARE,
            .size = sizeof wanted,
            .config = kind == calls ? call : PERF_COUNT_HW_INSTRUCTIONS,
            .disabled = 1,
            .inherit = 1,
            .inherit_thread = is_alone,
            .enable_on_exec = from_exec_on,
            .exclude_user = kind == kernel,
            .exclude_kernel = kind == user,
            .exclude_hv = 1,
            .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        };
        if (counter_count == most_counters) {
            errno = EMFILE;
            fail("too many threads");
        }
        int counter = (int)syscall(SYS_perf_event_open, &wanted, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
        if (counter < 0 && errno == ESRCH) return 0;
        if (counter < 0) fail("this processor's instructions cannot be counted");
        counters[counter_count++] = counter;
    }
    return 1;
}

// What the kernel calls the beginning of a system call.
static void find_call(const char *name) {
    char path[128];
    snprintf(path, sizeof path, "/sys/kernel/tracing/events/syscalls/sys_enter_%s/id", name);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%" SCNu64, &call) != 1) fail(path);
    fclose(file);
    kinds = most_kinds;
}

// All threads that a process has now.
static void count_process(const char *process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/task", process);
    DIR *folder = opendir(path);
    if (folder == NULL) fail(path);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (isdigit((unsigned char)entry->d_name[0])) count_thread(atoi(entry->d_name), 0);
    }
    closedir(folder);
}

static void all_counters(unsigned long request) {
    for (int index = 0; index < counter_count; index++) {
        if (ioctl(counters[index], request, 0) < 0) fail("a counter");
    }
}

static void say(void) {
    uint64_t sums[most_kinds] = {0};
    for (int index = 0; index < counter_count; index++) {
        struct {
            uint64_t value, enabled, running;
        } count;
        if (read(counters[index], &count, sizeof count) != sizeof count) fail("a counter");
        // Shared by time, a counter would have seen a part only.
        if (count.running < count.enabled) {
            errno = EBUSY;
            fail("another program uses the processor's counters");
        }
        sums[index % kinds] += count.value;
    }
    printf("instructions: %" PRIu64 " %" PRIu64, sums[user], sums[kernel]);
    if (kinds > calls) printf(" %" PRIu64, sums[calls]);
    putchar('\n');
}

static void sleep_until(struct timespec moment, clockid_t clock) {
    while (clock_nanosleep(clock, TIMER_ABSTIME, &moment, NULL) == EINTR) {}
}

static int run(char **words) {
    int gate[2];
    if (pipe(gate) < 0) fail("pipe");
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        char byte;
        close(gate[1]);
        if (read(gate[0], &byte, 1) < 0) _exit(126);
        close(gate[0]);
        execvp(words[0], words);
        fprintf(stderr, "count-instructions: %s: %s\n", words[0], strerror(errno));
        _exit(127);
    }
    close(gate[0]);
    count_thread(child, 1);
    close(gate[1]);
    int status;
    if (waitpid(child, &status, 0) < 0) fail("waitpid");
    say();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int count, char **words) {
    double seconds = 0, start = 0;
    int next = 1;
    for (; next + 1 < count; next++) {
        if (strcmp(words[next], "--alone") == 0) is_alone = 1;
        else if (strcmp(words[next], "--for") == 0) seconds = atof(words[++next]);
        else if (strcmp(words[next], "--call") == 0) find_call(words[++next]);
        else if (strcmp(words[next], "--at") == 0) start = atof(words[++next]);
        else break;
    }
    if (next >= count || ((start > 0 || is_alone || call > 0) && seconds <= 0)) usage();
    if (seconds <= 0) return run(words + next);
    for (; next < count; next++) count_process(words[next]);
    if (start > 0) {
        sleep_until((struct timespec){(time_t)start, (long)((start - (double)(time_t)start) * 1e9)}, CLOCK_REALTIME);
    }
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += (time_t)seconds;
    end.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    if (end.tv_nsec >= 1000000000) end.tv_sec++, end.tv_nsec -= 1000000000;
    all_counters(PERF_EVENT_IOC_ENABLE);
    sleep_until(end, CLOCK_MONOTONIC);
    all_counters(PERF_EVENT_IOC_DISABLE);
    say();
    return 0;
}
