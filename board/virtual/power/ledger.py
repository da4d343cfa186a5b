"""What was promised before a power cut, and whether it was kept: the guest's own notes against what came back."""

import json
import re
import sqlite3
import subprocess

ABSENT = "absent"
# What e2fsck says of a file system whose journal makes it whole. The free counts of the superblock are not in the journal:
# the kernel counts anew when it mounts.
USUAL = re.compile(
    r"$|.*recovering journal$|Pass \d|Free (blocks|inodes) count wrong \(\d|Fix\? yes|.*FILE SYSTEM WAS MODIFIED"
    r"|.* files \(.* blocks$|e2fsck \d")


class Ledger:
    """What each alarm of the stream may be. One state is sure; an act under way at the cut allows another."""

    def __init__(self):
        self.states = {}
        self.unanswered = {}  # Label of a ring: whether it has to ring on. False: it may.
        self.answered = set()
        self.acknowledged = self.under_way = self.lost = self.resumed = 0
        self.answers = 0

    def read(self, folder):
        """Takes in the notes of one life of the machine."""
        for file in sorted(folder.glob("acts-*")):
            pending = None
            for line in file.read_text().splitlines():
                word, *rest = line.split()
                if word == "start":
                    verb, label, value = rest
                    pending = label, self.after(verb, int(value))
                    self.states.setdefault(label, {ABSENT})
                    self.begin(*pending)
                elif word == "ended":
                    self.end(*pending, is_done=rest[0] == "0")
                    pending = None
                else:
                    self.note(word, rest[0])
            self.under_way += pending is not None

    @staticmethod
    def after(verb, value):
        return {"remove": ABSENT, "ring": "ring"}.get(verb, value)

    def begin(self, label, state):
        self.states[label] = self.states[label] | {state}
        if state == "ring":
            self.unanswered[label] = False

    def end(self, label, state, is_done):
        # A refusal promises that nothing has happened.
        self.states[label] = {state} if is_done else self.states[label] - {state} or {state}
        self.acknowledged += is_done
        if state == "ring":
            if is_done:
                self.unanswered[label] = True
            else:
                del self.unanswered[label]

    def note(self, word, label):
        if word == "shown":
            self.unanswered[label] = False
        elif word == "answered":
            self.unanswered.pop(label, None)
            self.answered.add(label)
            self.answers += 1

    # What came back.

    def compare(self, folder):
        """What is not as promised, as texts, by what the service itself says after the cut; its word holds from now on."""
        wrong = []
        alarms = {alarm["label"]: alarm for alarm in json.loads((folder / "alarms.json").read_text())["alarms"]}
        for label, allowed in self.states.items():
            seen = self.state(alarms.get(label))
            if seen not in allowed:
                wrong.append(f"{label} is {seen}, and was to be {' or '.join(map(str, sorted(allowed, key=str)))}")
                self.lost += 1
            self.states[label] = {seen}
        wrong += [f"nobody has made {label}" for label in alarms if label not in self.states]
        rings = [ring["label"] for ring in json.loads((folder / "status.json").read_text())["rings"]]
        # Their times have passed.
        wrong += [f"{label} is set and does not ring" for label, alarm in alarms.items()
                  if label.startswith("ring-") and alarm["enabled"] and label not in rings]
        self.compare_rings(rings, folder, wrong)
        return wrong

    def compare_rings(self, rings, folder, wrong):
        is_heard = (folder / "buzzer").read_text().strip() == "yes"
        for label, has_to in self.unanswered.items():
            if has_to and label not in rings:
                wrong.append(f"{label} was not answered and does not ring on")
        for label in set(rings) - set(self.unanswered):
            wrong.append(f"{label} rings, though it was {'answered' if label in self.answered else 'never set'}")
        wrong += [f"{label} rings twice" for label in set(rings) if rings.count(label) > 1]
        if is_heard != bool(rings):
            wrong.append(f"the buzzer is {'on' if is_heard else 'silent'}, and {len(rings)} alarms ring")
        # One whose answer was under way at the cut has ended, or the guest is about to answer it again.
        self.answered |= set(self.unanswered) - set(rings)
        self.unanswered = {label: True for label in rings}
        self.resumed += is_heard and len(rings)

    @staticmethod
    def state(alarm):
        if alarm is None:
            return ABSENT
        if alarm["label"].startswith("ring-"):
            return "ring"
        values = int(alarm["time"].split(":")[1]), alarm["volume"], alarm["fadeIn"]
        return values[0] if len(set(values)) == 1 else f"half changed ({values})"


def check_disk(image, folder):
    """What is wrong with the store on a disk whose power was cut, read from a copy: the guest has to mend its own."""
    copy = folder / "disk"
    subprocess.run(["cp", "--sparse=always", image, copy], check=True)
    # The journal is replayed, as the kernel does when it mounts it; what else has to be mended is wrong.
    mended = subprocess.run(["e2fsck", "-fy", copy], capture_output=True, text=True)
    unusual = [line for line in (mended.stdout + mended.stderr).splitlines() if not USUAL.match(line)]
    wrong = [f"e2fsck: {line}" for line in unusual]
    if mended.returncode > 1:
        wrong.append(f"e2fsck ended with {mended.returncode}")
    (folder / "state").mkdir()
    subprocess.run(["debugfs", "-R", f"rdump / {folder / 'state'}", copy], check=True, capture_output=True)
    copy.unlink()
    return wrong + check_store(folder / "state" / "rouse.sqlite")


def check_store(file):
    """What is wrong inside the store, whatever was promised."""
    if not file.exists():
        return [f"there is no {file}"]
    store = sqlite3.connect(file)
    try:
        integrity = [row[0] for row in store.execute("PRAGMA integrity_check")]
        wrong = [] if integrity == ["ok"] else [f"integrity_check: {integrity[0]}"]
        # An alarm and what is armed of it change together.
        wrong += [f"{label} and what is armed of it differ" for (label,) in store.execute("""
            SELECT alarms.label FROM alarms LEFT JOIN rings ON rings.alarm_id = alarms.id AND rings.outcome IS NULL
            WHERE alarms.enabled AND (rings.volume IS NOT alarms.volume AND alarms.volume IS NOT NULL
              OR rings.recurrence IS NOT alarms.recurrence)""")]
        wrong += [f"{label} is armed, and its alarm is gone" for (label,) in store.execute("""
            SELECT label FROM rings WHERE outcome IS NULL AND alarm_id NOT IN (SELECT id FROM alarms)""")]
        wrong += [f"{label} ended as {outcome}" for label, outcome in store.execute("""
            SELECT label, outcome FROM rings WHERE label LIKE 'ring-%' AND outcome IS NOT NULL
              AND outcome != 'dismissed'""")]
        return wrong
    except sqlite3.DatabaseError as error:
        return [f"the store cannot be read: {error}"]
    finally:
        store.close()
