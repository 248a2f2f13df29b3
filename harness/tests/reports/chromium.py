# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven over a pipe by its DevTools protocol: no port is opened, no package is needed."""
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def find():
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Chromium:
    def __init__(self, program, seconds=60):
        self.seconds = seconds
        self.profile = tempfile.TemporaryDirectory(prefix="hallmark-chromium-", ignore_cleanup_errors=True)
        # Chromium reads commands at descriptor 3 and writes events at 4: keep ours out of the way until it is started.
        ours = [self._high(end) for end in (*os.pipe(), *os.pipe())]
        commands, self.to, self.events, answers = ours

        def place():
            os.dup2(commands, 3)
            os.dup2(answers, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--no-first-run", "--hide-scrollbars", f"--user-data-dir={self.profile.name}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(3, 4),
            preexec_fn=place)
        os.close(commands)
        os.close(answers)
        self.buffer, self.number, self.pending, self.session = b"", 0, [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    @staticmethod
    def _high(descriptor):
        high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
        os.close(descriptor)
        return high

    def _message(self, until):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.events], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError(f"Chromium said nothing for {self.seconds} s")
            block = os.read(self.events, 1 << 20)
            if not block:
                raise ConnectionError("Chromium ended")
            self.buffer += block
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        """The result of a command; events that come meanwhile wait in `pending`."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        until = time.monotonic() + self.seconds
        while True:
            answer = self._message(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.pending.append(answer)

    def open(self, url):
        """Loads a page and returns the events up to its load event and a little beyond."""
        self.pending.clear()
        self.call("Page.navigate", url=url)
        until = time.monotonic() + self.seconds
        while not any(event.get("method") == "Page.loadEventFired" for event in self.pending):
            self.pending.append(self._message(until))
        self.settle()
        return list(self.pending)

    def settle(self, seconds=0.1):
        """Lets the page draw. By our clock: with scripts off, a page's own timers stand still."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            time.sleep(left)
            self.evaluate("document.body.offsetHeight")

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        return result["result"].get("value")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except (OSError, TimeoutError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.events)
        self.profile.cleanup()
