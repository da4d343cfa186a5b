"""Programs that end with whoever has started them, and waiting for what they do."""

import signal
import socket
import subprocess
import time


class Failure(Exception):
    """Why nothing more can be looked at."""


class Programs:
    """All that was started; none is left after the `with`, however that ends."""

    def __init__(self, folder):
        self.folder, self.running, self.count = folder, {}, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for name in reversed(list(self.running)):
            self.end(name)

    def start(self, name, *words, env=None):
        """Starts one anew. The kernel ends it when this process is ended by a signal that cannot be taken."""
        self.end(name)
        self.count += 1
        with open(self.log(name), "a", encoding="utf-8") as log:
            self.running[name] = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "--", *words], env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def end(self, name, how=signal.SIGTERM):
        program = self.running.pop(name, None)
        if program is None:
            return
        program.send_signal(how)
        try:
            program.wait(20)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()

    def log(self, name):
        return self.folder / f"{name}.log"

    def said(self, name):
        return self.log(name).read_text(encoding="utf-8", errors="replace")

    def runs(self, name):
        return name in self.running and self.running[name].poll() is None


def run(*words, env=None):
    """What a command prints."""
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise Failure(f"{' '.join(words)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(condition, limit=30):
    """Asks again and again; what the last answer was when it has become true, or the time is over."""
    end = time.monotonic() + limit
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.1)
    return answer
