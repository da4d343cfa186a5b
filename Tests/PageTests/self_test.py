"""The checker checked: a good page, in which it finds nothing, and bad ones, each with one fault that it has to find."""

import base64
import hashlib
import re
import tempfile
from pathlib import Path

import rules
from rules import Report, check_page

GOOD = (Path(__file__).resolve().parent / "good.html").read_text(encoding="utf-8")


def sealed(page):
    """The page with the digests of its styles and scripts in its policy."""
    for name in ("style", "script"):
        texts = re.findall(f"<{name}>(.*?)</{name}>", page, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts]
        page = page.replace(f"{{{name}}}", " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'")
    return page


WIDE = f"<table><tr><td>{'wide' * 30}</td></tr></table>"  # Words in tables do not break.
# The group that has to find it, words of what it says, and the page: what is replaced in the good one, by what.
BAD = [
    ("document", "no lang", 'lang="en"', ""),
    ("document", "no title", "<title>A page that holds</title>", ""),
    ("document", "2 elements h1", "</main>", "<h1>Another</h1></main>"),
    ("document", "comes after h2", "<h3>", "<h4>"),
    ("document", "0 policies", 'http-equiv="Content-Security-Policy"', 'name="none"'),
    ("document", "default-src is not 'none'", "default-src 'none'", "default-src 'self'"),
    ("document", "script-src allows 'unsafe-inline'", "script-src {script}", "script-src 'unsafe-inline'"),
    ("document", "comes before the policy", '<meta charset="utf-8">', '<meta charset="utf-8"><script>0</script>'),
    ("document", "it is larger", "</main>", f"<p>{'long ' * 60_000}</p></main>"),
    ("accessibility", "axe, light: no violation", "--quiet: #595959", "--quiet: #b0b0b0"),
    ("accessibility", "axe, dark: no violation", "--quiet: #a8a8a8", "--quiet: #303030"),
    ("accessibility", "axe, 320 px: no violation", "/* narrow */", "p { color: #c0c0c0; }"),
    ("accessibility", "axe, text of 200 %: no violation", "</style>", "@media (max-width: 48em) { p { color: #c0c0c0; } }</style>"),
    ("accessibility", "axe, a zoom of 200 %: no violation", "</style>", "@media (resolution: 2dppx) { p { color: #c0c0c0; } }</style>"),
    ("accessibility", "axe, without script: no violation", "</main>", f"<noscript>{rules.PLANTED['wcag2a'][1]}</noscript></main>"),
    ("accessibility", "dark looks other than light", "prefers-color-scheme: dark", "prefers-color-scheme: none"),
    ("planted", "axe, light: a planted violation of wcag2a is", "/* begin */", "Element.prototype.insertAdjacentHTML = () => {};"),
    ("planted", "a planted request", "</body>", ""),
    ("requests", "http://127.0.0.1:9/a.png", "</main>", "<img src='http://127.0.0.1:9/a.png' alt=''></main>"),
    ("requests", "http://127.0.0.1:9/pressed", "/* pressed */", "fetch('http://127.0.0.1:9/pressed').catch(() => {});"),
    ("requests", 'rel="preconnect"', "</title>", "</title><link rel=preconnect href='http://127.0.0.1:9/'>"),
    ("requests", "its console tells of no error", "/* pressed */", "undefinedFunction();"),
    ("requests", "after each button was pressed: no violation", "/* pressed */", "button.textContent = '';"),
    ("narrow", "no sideways scrolling, 320 px", "</main>", f"{WIDE}</main>"),
    ("narrow", "no sideways scrolling, 320 px, without script", "</main>", f"<noscript>{WIDE}</noscript></main>"),
    ("narrow", "no sideways scrolling, 1440 px and text", "</style>", ".wide { width: 50em; }</style>"),
    ("narrow", "no words are cut off, 1440 px and text", "</style>", "h2 { height: 40px; overflow: hidden; }</style>"),
    ("narrow", "is not within its picture", '<text x="10" y="20">', '<text x="170" y="20">'),
    ("narrow", "text of pictures has 12 px", "svg text { fill: var(--ink); font-size: 12px; }", "svg text { fill: var(--ink); font-size: 7px; }"),
    ("tooltips", "are shown where it is pointed at", "/* pointed at */", "return;"),
    ("tooltips", "they stay while", "/* left */", "hide();"),
    ("tooltips", "they stay while", "/* over it */", "return;"),
    ("tooltips", "they stay while", ".tip {", ".tip { pointer-events: none;"),
    ("tooltips", "they go with the mouse", "setTimeout(hide, 400)", "0"),
    ("tooltips", "Escape takes them away", "/* escape */", "return;"),
    ("tooltips", "where a mark has the focus", "/* focused */", "return;"),
    ("tooltips", "arrow keys lead", "/* arrow */", "return;"),
    ("effects", "buttons for days shows those alone", "/* chosen */", "return;"),
    ("effects", "is pressed alone", "/* chosen */", "pressed(days[0], true);"),
    ("effects", "buttons of series hides its own", "/* hidden */", "return;"),
    ("narrow", "text grows", "</style>", "p { font-size: 16px; }</style>"),
    ("keyboard", "in order", "<button", "<button tabindex=3"),
    ("keyboard", "Tab reaches", "<button", "<button tabindex=-1"),
    ("keyboard", "leads elsewhere, or nowhere", "/* keys */", "if (event.key === 'Tab') event.preventDefault();"),
    ("keyboard", "leads elsewhere, or nowhere", "/* last */", "document.querySelector('button').focus();"),
    ("keyboard", "is reached, and is no control", "<p class", "<p contenteditable class"),
    ("keyboard", "each of them has a name", 'aria-label="Monday, 62 seconds"', ""),
    ("keyboard", "0 px", "outline: 3px solid var(--focus)", "outline: none"),
    ("keyboard", "1 px", "outline: 3px solid", "outline: 1px solid"),
    ("keyboard", "0 px", "outline: 3px solid var(--focus)", "outline: 3px solid transparent"),
    ("keyboard", "it looks the same without the focus", "outline: 3px solid var(--focus)", "outline: 3px solid var(--ground)"),
    ("motion", "is animated", "</style>", "@keyframes turn { to { opacity: 0.5; } } h2 { animation: turn 2s infinite; }</style>"),
    ("motion", "has a transition", "</style>", "h2::before { content: '-'; transition: color 1s; }</style>"),
    ("motion", "scrolls smoothly", "</style>", "html { scroll-behavior: smooth; }</style>"),
    ("motion", "moves", "</svg>", "<animate attributeName='opacity' dur='1s'/></svg>"),
    ("without_script", "<table#table>", "</style>", "table { display: none; } .ran table { display: table; }</style>"),
    ("without_script", '"Time to card', "</style>", "p { opacity: 0; } .ran p { opacity: 1; }</style>"),
    ("without_script", "there is no less of them", "/* begin */", "document.querySelector('main').append(document.createElement('p'));"
     "document.querySelector('main > p:last-child').textContent = 'Words by script alone';"),
    ("printing", "<table#table>", "</style>", "@media print { table { display: none; } }</style>"),
]


def self_test(browser, report, options):
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(sealed(GOOD), encoding="utf-8")
        options.screenshots = folder + "/pictures"
        good = Report()
        check_page(browser, good, page, options)
        report.check("the good page is good", good.failures)
        pictures = sorted(path.name for path in Path(options.screenshots).iterdir())
        wanted = sorted(["page.pdf", *(f"page-{width}-{scheme}.png" for width in rules.WIDTHS for scheme in rules.SCHEMES)])
        report.check("there are pictures of it", [f"there are {pictures}"] * (pictures != wanted))
        options.screenshots = None
        for group, words, before, after in BAD:
            assert before in GOOD, before
            page.write_text(sealed(GOOD.replace(before, after, 1)), encoding="utf-8")
            bad = Report(is_quiet=True)
            check_page(browser, bad, page, options, [getattr(rules, group)])
            found = any(words in failure for failure in bad.failures)
            report.check(f"a fault is found: {words}", [] if found else [f"what is found: {bad.failures}"])
