"""What `check` runs, with the packages that it needs; see there."""

import argparse
import signal
import sys
import time
from pathlib import Path

from selenium.common.exceptions import WebDriverException
from urllib3.exceptions import HTTPError

sys.dont_write_bytecode = True  # no __pycache__ in the tree

from browser import Browser  # noqa: E402
from rules import Report, check_page  # noqa: E402
from self_test import self_test  # noqa: E402


def main():
    parser = argparse.ArgumentParser(prog="Tests/PageTests/check", description="Checks a self-contained page in Chromium.")
    parser.add_argument("page", nargs="?", metavar="PAGE.html")
    parser.add_argument("--screenshots", metavar="FOLDER", help="also pictures at 320, 768 and 1440 px, light and dark, and a PDF")
    parser.add_argument("--kilobytes", type=int, default=300, metavar="N", help="how large it may be, in thousands of bytes (300)")
    parser.add_argument("--self-test", action="store_true", help="checks the checker: that each of its checks can fail")
    options = parser.parse_args()
    if (options.page is None) != options.self_test:
        parser.error("it takes one page, or --self-test")
    if options.page is not None and not Path(options.page).is_file():
        parser.error(f"there is no file {options.page}")
    # `timeout` asks for an end; the browser is then ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("FAILED: it takes too long, and was ended"))
    begun = time.monotonic()
    report = Report()
    try:
        with Browser() as browser:
            if options.self_test:
                self_test(browser, report, options)
            else:
                check_page(browser, report, options.page, options)
    except (WebDriverException, HTTPError) as error:
        report.check("the browser answers", [str(error).partition("\n")[0]])
    print(f"{time.monotonic() - begun:.0f} s")
    print(f"{report.passed} passed, {len(report.failures)} failed")
    return 1 if report.failures else 0


sys.exit(main())
