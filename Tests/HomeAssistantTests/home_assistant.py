"""A Home Assistant without a person: what it would have asked for is written into its files, and its API is asked."""

import base64
import hashlib
import hmac
import json
import os
import secrets
import shutil
import threading
import time
import urllib.error
import urllib.request

from programs import Failure, free_port, until

OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
LONG_AGO = "2025-01-01T00:00:00+00:00"
ENTRY = "01ROUSE0TEST0MQTT000000000"
NOBODY = 65534


class HomeAssistant:
    def __init__(self, programs, root, broker_port, user, password):
        self.programs, self.root, self.port = programs, root, free_port()
        self.folder = root / "ha" / f"run-{os.getpid()}"
        self.changes = []  # entity, new state, in their order
        (self.folder / ".storage").mkdir(parents=True)
        self.write_configuration()
        self.write_entry(broker_port, user, password)
        self.token = self.write_token()
        for path in [self.folder, *self.folder.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def write_configuration(self):
        (self.folder / "configuration.yaml").write_text(f"""
homeassistant: {{name: test, latitude: 51.5, longitude: -0.12, elevation: 20, unit_system: metric, time_zone: UTC, country: GB, currency: GBP}}
http: {{server_host: 127.0.0.1, server_port: {self.port}}}
logger: {{default: info}}
api:
""")

    def put(self, key, version, data, minor=1):
        text = json.dumps({"version": version, "minor_version": minor, "key": key, "data": data})
        (self.folder / ".storage" / key).write_text(text)

    def write_entry(self, port, user, password):
        """The MQTT integration, as somebody has set it up."""
        data = {"broker": "127.0.0.1", "port": port, "username": user, "password": password, "protocol": "5"}
        entry = {
            "created_at": LONG_AGO, "modified_at": LONG_AGO, "data": data, "disabled_by": None, "discovery_keys": {}, "domain": "mqtt",
            "entry_id": ENTRY, "version": 1, "minor_version": 2, "options": {"discovery": True, "discovery_prefix": "homeassistant"},
            "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user", "subentries": [], "title": "broker",
            "unique_id": None,
        }  # fmt: skip
        self.put("core.config_entries", 1, {"entries": [entry]}, minor=5)

    def write_token(self):
        """Somebody who may do all, and a token of theirs."""
        user, token, key = secrets.token_hex(16), secrets.token_hex(16), secrets.token_hex(64)
        groups = [{"id": f"system-{name}", "name": name} for name in ("admin", "users", "read-only")]
        people = {"id": user, "group_ids": ["system-admin"], "is_owner": True, "is_active": True, "name": "test",
                  "system_generated": False, "local_only": False}  # fmt: skip
        refresh = {
            "id": token, "user_id": user, "client_id": None, "client_name": "test", "client_icon": None, "created_at": LONG_AGO,
            "token_type": "long_lived_access_token", "access_token_expiration": 315360000.0, "token": secrets.token_hex(64), "jwt_key": key,
            "last_used_at": None, "last_used_ip": None, "expire_at": None, "credential_id": None, "version": "test",
        }  # fmt: skip
        self.put("auth", 1, {"users": [people], "groups": groups, "credentials": [], "refresh_tokens": [refresh]})

        def part(data):
            return base64.urlsafe_b64encode(data).rstrip(b"=")

        now = int(time.time())
        claims = json.dumps({"iss": token, "iat": now - 60, "exp": now + 86400}).encode()
        text = part(b'{"alg":"HS256","typ":"JWT"}') + b"." + part(claims)
        return (text + b"." + part(hmac.new(key.encode(), text, hashlib.sha256).digest())).decode()

    # It runs.

    def start(self):
        environment = {"HOME": "/ha/home", "PATH": "/ha/venv/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "SSL_CERT_FILE": "/ha/ca.crt"}
        self.programs.start(
            "home-assistant", "/usr/sbin/chroot", str(self.root),
            # Becoming another user takes away that it is to end with who has started it.
            "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--pdeathsig", "KILL", "--",
            "/ha/venv/bin/python", "-B", "/ha/start.py", "-c", f"/ha/{self.folder.name}", "--skip-pip", "--log-no-color", env=environment,
        )  # fmt: skip
        if not until(lambda: self.state_of_it() == "RUNNING" or not self.programs.runs("home-assistant"), 90):
            raise Failure(f"Home Assistant does not start: {self.programs.said('home-assistant')[-2000:]}")
        if not self.programs.runs("home-assistant"):
            raise Failure(f"Home Assistant has ended: {self.programs.said('home-assistant')[-2000:]}")
        threading.Thread(target=self.follow, daemon=True).start()

    def state_of_it(self):
        try:
            return self.ask("config")["state"]
        except (OSError, KeyError, ValueError):
            return None

    def request(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        return urllib.request.Request(f"http://127.0.0.1:{self.port}/api/{path}", data=data, headers=headers)

    def ask(self, path, body=None):
        with OPENER.open(self.request(path, body), timeout=20) as answer:
            text = answer.read().decode()
        try:
            return json.loads(text)
        except ValueError:
            return text

    def follow(self):
        """Notes each change of a state, until it ends."""
        try:
            with OPENER.open(self.request("stream?restrict=state_changed"), timeout=300) as stream:
                for line in stream:
                    if line.startswith(b"data: {"):
                        data = json.loads(line[6:])["data"]
                        self.changes.append((data["entity_id"], data["new_state"]))
        except (OSError, ValueError):
            return

    # What it shows.

    def states(self):
        """Those of the clock."""
        return {each["entity_id"]: each for each in self.ask("states") if ".rouse_" in each["entity_id"]}

    def state(self, entity):
        return self.states().get(entity, {}).get("state")

    def device_entities(self):
        return self.ask("template", {"template": "{{ device_entities(device_id('sensor.rouse_state')) | to_json }}"})

    def call(self, service, entity, **more):
        """True unless Home Assistant itself refuses it."""
        try:
            self.ask(f"services/{service}", {"entity_id": entity, **more})
        except urllib.error.HTTPError:
            return False
        return True

    def reload(self):
        """Has it end its line to the broker and begin another; true when it says that it did."""
        try:
            return self.ask(f"config/config_entries/entry/{ENTRY}/reload", {}) == {"require_restart": False}
        except urllib.error.HTTPError:
            return False

    def happened(self, what):
        """When it was told of such an event, each once."""
        return {
            new["state"]
            for entity, new in self.changes
            if entity == "event.rouse_alarm" and new and new["attributes"].get("event_type") == what
        }  # fmt: skip

    def complaints(self):
        """Lines of its log about what the clock says."""
        lines = self.programs.said("home-assistant").splitlines()
        return [line for line in lines if any(f" {level} " in line for level in ("WARNING", "ERROR", "CRITICAL")) and
                any(word in line.lower() for word in ("mqtt", "rouse"))]  # fmt: skip
