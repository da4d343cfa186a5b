"""Chromium without a window, driven by selenium: opens a page as a person would have it, and asks it (questions.js)."""

import base64
import ctypes
import json
import os
import shutil
import signal
import tempfile
import time
from importlib.resources import files
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

HERE = Path(__file__).resolve().parent
TAGS = ("wcag2a", "wcag2aa", "wcag21aa")
LONGEST_ANSWER = 120  # Seconds; a large page on a busy machine takes long to judge.
# Nothing but the page: no updates, no host that has an address.
OPTIONS = ["--headless=new", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update",
           "--disable-sync", "--disable-extensions", "--host-resolver-rules=MAP * ~NOTFOUND"]
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "Space": 32, "ArrowLeft": 37, "ArrowRight": 39}
WORDS = {"Enter": "\r", "Space": " "}  # What is typed by them.
# Where pages run no script, their timers do not run either, and axe waits for some: these run at once, in the same turn. And
# axe takes what is in noscript for hidden.
FOR_AXE_WITHOUT_SCRIPT = """
(() => {
  const soon = (task, delay, ...values) => { Promise.resolve().then(() => task(...values)); return 1; };
  window.setTimeout = soon;
  window.requestAnimationFrame = (task) => soon(task, 0, 0);
  document.querySelectorAll("noscript").forEach((element) => element.replaceWith(...element.childNodes));
})()"""
PR_SET_CHILD_SUBREAPER = 36


class Browser:
    def __init__(self):
        # What the browser starts becomes this process's child when its parent ends, so that `close` finds all of it.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.folder = tempfile.mkdtemp(prefix="page-check-")
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for option in [*OPTIONS, f"--user-data-dir={self.folder}/profile", *(["--no-sandbox"] if os.geteuid() == 0 else [])]:
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.axe = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
        self.questions = (HERE / "questions.js").read_text(encoding="utf-8")
        self.driver, self.opened = None, set()
        try:
            environment = {**os.environ, "XDG_CONFIG_HOME": self.folder, "XDG_CACHE_HOME": self.folder}
            self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver", env=environment))
            self.driver.command_executor.client_config.timeout = LONGEST_ANSWER
            self.driver.set_page_load_timeout(LONGEST_ANSWER)
            self.tell("Profiler.enable")
            self.tell("Profiler.startPreciseCoverage", callCount=True, detailed=False)
            self.tell("Emulation.setFocusEmulationEnabled", enabled=True)
        except BaseException:
            self.close(is_well=False)
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.close(is_well=kind is None)

    def close(self, is_well=True):
        """Ends the browser, by force where it has not answered."""
        if is_well:
            self.driver.quit()
        until = time.monotonic() + 5
        while children := descendants():
            for child in children:
                signal_to(child, signal.SIGTERM if time.monotonic() < until else signal.SIGKILL)
            time.sleep(0.1)
        shutil.rmtree(self.folder, ignore_errors=True)

    def tell(self, method, **values):
        return self.driver.execute_cdp_cmd(method, values)

    # Opening

    def open(self, path, scheme="light", width=1440, height=900, scale=1, text=100, has_script=True, is_reduced=False,
             media="screen"):
        """Opens a page anew, its details open. `text` is the size that the user has set, in hundredths of the usual one."""
        self.path, self.width, self.height, self.scale, self.has_script = Path(path).resolve(), width, height, scale, has_script
        self.tell("Emulation.setScriptExecutionDisabled", value=not has_script)
        self.tell("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce" if is_reduced else "no-preference"}])
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.tell("Page.setFontSizes", fontSizes={"standard": 16 * text // 100, "fixed": 13 * text // 100})
        self.tell("Profiler.takePreciseCoverage")  # Forgets what ran before.
        self.opened.add(self.path.as_uri())
        self.driver.get(self.path.as_uri())
        self.evaluate(self.questions)
        self.ask("openDetails")

    def evaluate(self, expression, **options):
        said = self.tell("Runtime.evaluate", expression=expression, returnByValue=True, **options)
        if "exceptionDetails" in said:
            details = said["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return said["result"].get("value")

    def ask(self, question, *values):
        return self.evaluate(f"__ask.{question}({', '.join(map(json.dumps, values))})")

    # What happened

    def scripts_run(self):
        """How many scripts of the page have run since it was opened."""
        return sum(script["url"].startswith("file:") for script in self.tell("Profiler.takePreciseCoverage")["result"])

    def requests(self):
        """The addresses that were asked for since this was called, but for pages themselves; what a policy blocked too."""
        asked = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                params = message["params"]
                is_page = params.get("type") == "Document" and params["request"]["url"] in self.opened
                if not is_page and not params["request"]["url"].startswith("data:"):
                    asked.append(params["request"]["url"])
            elif message["method"] == "Network.webSocketCreated":
                asked.append(message["params"]["url"])
        return asked

    def errors(self):
        """What the page's console has said since this was called: errors of scripts, and what a policy forbade."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    # axe

    def violations(self):
        """What axe finds: the violations by rule, each with its tags and the first places; and how many it cannot judge."""
        if not self.has_script:
            self.evaluate(FOR_AXE_WITHOUT_SCRIPT)
        self.evaluate(self.axe + "; 0")
        self.evaluate("""
            window.__found = null;
            axe.run(document, { runOnly: { type: "tag", values: %s }, resultTypes: ["violations"] }).then(
              (found) => { window.__found = { open: found.incomplete.map((rule) => rule.id), violations: found.violations.map((rule) => (
                { id: rule.id, tags: rule.tags, count: rule.nodes.length, where: rule.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)) })) }; },
              (error) => { window.__found = { error: String(error) }; }); 0""" % json.dumps(TAGS))
        until = time.monotonic() + LONGEST_ANSWER
        while (found := self.evaluate("window.__found")) is None:
            if time.monotonic() > until:
                raise RuntimeError(f"axe has found nothing to say for {LONGEST_ANSWER} s")
            time.sleep(0.05)
        if "error" in found:
            raise RuntimeError(found["error"])
        return found

    # The keyboard

    def press(self, key, is_shifted=False):
        event = {"key": " " if key == "Space" else key, "code": key, "windowsVirtualKeyCode": KEYS[key],
                 "modifiers": 8 if is_shifted else 0}
        text = {"text": WORDS[key]} if key in WORDS else {}
        self.tell("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **event, **text)
        self.tell("Input.dispatchKeyEvent", type="keyUp", **event)

    def point(self, x, y):
        """Moves the mouse there, in pixels of the window."""
        self.tell("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def accessible_name(self):
        """That of what has the focus."""
        element = self.tell("Runtime.evaluate", expression="document.activeElement")["result"]["objectId"]
        nodes = self.tell("Accessibility.getPartialAXTree", objectId=element, fetchRelatives=False)["nodes"]
        return nodes[0].get("name", {}).get("value", "").strip() if nodes and not nodes[0]["ignored"] else ""

    # Pictures

    def picture(self, box=None):
        """PNG of the whole page, or of a part of it."""
        if box is None:
            size = self.tell("Page.getLayoutMetrics")["cssContentSize"]
            box = {"x": 0, "y": 0, "width": self.width, "height": size["height"]}
        said = self.tell("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip={**box, "scale": 1})
        return base64.b64decode(said["data"])

    def printed(self):
        """PDF, as it comes out of a printer."""
        return base64.b64decode(self.tell("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"])


def descendants():
    """The processes that this one, or one that it started, has started; those that have ended are waited for."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # It has ended meanwhile.
    found, new = set(), {os.getpid()}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    for child in list(found):
        try:
            if os.waitpid(child, os.WNOHANG)[0] == child:
                found.discard(child)
        except ChildProcessError:
            continue  # A grandchild.
    return found


def signal_to(process, number):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return
