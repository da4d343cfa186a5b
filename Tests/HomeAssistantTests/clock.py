"""The clock, its bridge and the broker: the real programs, as they are set up by deploy/mosquitto."""

import json
import os
import signal
from pathlib import Path

from programs import Failure, free_port, run, until

SHIPPED = Path(__file__).resolve().parents[2] / "deploy" / "mosquitto"
COMMANDS = ["enable", "disable", "set", "skip", "volume", "sound", "brightness", "message", "timer", "noise", "test"]
PASSWORD = "secret"


class Broker:
    """mosquitto with the shipped rules: by TLS for the clock, without for others."""

    def __init__(self, programs):
        self.programs, self.folder = programs, programs.folder / "mosquitto"
        self.port, self.tls_port = free_port(), free_port()
        (self.folder / "certs").mkdir(parents=True)
        self.write_certificates()
        for number, user in enumerate(["homeassistant", "fleet", "bedroom"]):
            run("mosquitto_passwd", "-b", *(["-c"] if number == 0 else []), str(self.folder / "rouse.passwords"), user, PASSWORD)
        (self.folder / "rouse.acl").write_text((SHIPPED / "rouse.acl").read_text())
        text = (SHIPPED / "rouse.conf").read_text().replace("/etc/mosquitto", str(self.folder))
        text = text.replace("listener 8883", f"listener {self.tls_port} 127.0.0.1")
        (self.folder / "mosquitto.conf").write_text(f"{text}\nlistener {self.port} 127.0.0.1\nuser root\npersistence false\n")

    def write_certificates(self):
        """As the page beside the rules says."""
        certs = self.folder / "certs"
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        run("openssl", "req", "-x509", *key, "-days", "2", "-subj", "/CN=Test", "-keyout", f"{certs}/ca.key", "-out", f"{certs}/ca.crt")
        run("openssl", "req", *key, "-subj", "/CN=broker", "-keyout", f"{certs}/broker.key", "-out", f"{certs}/broker.csr")
        (certs / "names").write_text("subjectAltName=IP:127.0.0.1\n")
        run("openssl", "x509", "-req", "-in", f"{certs}/broker.csr", "-CA", f"{certs}/ca.crt", "-CAkey", f"{certs}/ca.key",
            "-CAcreateserial", "-days", "2", "-extfile", f"{certs}/names", "-out", f"{certs}/broker.crt")  # fmt: skip

    def start(self):
        self.programs.start("mosquitto", "mosquitto", "-c", str(self.folder / "mosquitto.conf"))

    def account(self, user):
        return ["-h", "127.0.0.1", "-p", str(self.port), "-u", user, "-P", PASSWORD]

    def announcement(self):
        """What the clock has announced of itself."""
        words = ["mosquitto_sub", *self.account("homeassistant"), "-t", "homeassistant/device/bedroom/config", "-C", "1", "-W", "10"]
        return json.loads(run(*words))


class Clock:
    def __init__(self, programs, built, broker):
        self.programs, self.built, self.folder = programs, built, programs.folder
        self.environment = {"PATH": "/usr/bin:/bin", "TZ": "UTC", "HOME": str(self.folder), "ROUSE_SOCKET": str(self.folder / "s")}
        self.bridge_file = self.folder / "mqtt.json5"
        (self.folder / "password").write_text(PASSWORD + "\n")
        self.bridge_file.write_text(
            f'{{ broker: "mqtts://127.0.0.1:{broker.tls_port}", user: "bedroom", passwordFile: "{self.folder}/password",\n'
            f'  caFile: "{broker.folder}/certs/ca.crt", commands: {json.dumps(COMMANDS)} }}\n'
        )
        os.chmod(self.bridge_file, 0o644)

    def start(self):
        self.programs.start(
            "rouse-daemon", f"{self.built}/rouse-daemon", "--board", "mock", "--state", f"{self.folder}/state", "--socket",
            f"{self.folder}/s", "--home-socket", f"{self.folder}/h", "--home-config", str(self.bridge_file), env=self.environment,
        )  # fmt: skip
        if not until(self.answers):
            raise Failure(f"the clock does not start: {self.programs.said('rouse-daemon')[-2000:]}")

    def start_bridge(self):
        self.programs.start(
            "rouse-mqtt", f"{self.built}/rouse-mqtt", "--config", str(self.bridge_file), "--socket", f"{self.folder}/h", "--state",
            f"{self.folder}/mqtt", env=self.environment,
        )  # fmt: skip

    def kill(self, name):
        self.programs.end(name, signal.SIGKILL)

    def answers(self):
        try:
            return bool(self("status", "--json"))
        except Failure:
            return False

    def __call__(self, *words):
        """What `rouse` prints."""
        return run(f"{self.built}/rouse", *words, env=self.environment)

    def line(self):
        """The state of the connection to the broker."""
        home = json.loads(self("mqtt", "status", "--json"))["home"] or {}
        return (home.get("report") or {}).get("state")

    def enroll(self, name):
        card = str(self.folder / f"{name}.png")
        self("card", "new", name, "--output", card)
        self("card", "add", name, "--image", card)
        return card

    def add(self, *words):
        return json.loads(self("alarm", "add", *words, "--json"))["alarm"]["id"]

    def alarm(self, label):
        alarms = json.loads(self("alarm", "list", "--json"))["alarms"]
        return next((alarm for alarm in alarms if alarm["label"] == label), {})

    def status(self):
        return json.loads(self("status", "--json"))

    def state(self):
        return self.status()["state"]
