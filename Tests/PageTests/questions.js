// What is asked of a page while it is open: put into it by browser.py, and never a part of it. Each answer is a list of
// the faults that were found, in words, unless its name says otherwise.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // An element as people find it again in the file.
  const name = (element) => {
    if (!element || element === document.body) return "nothing";
    const id = element.id ? "#" + element.id : "";
    const words = (element.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${element.tagName.toLowerCase()}${id}> "${words}"`;
  };
  const ownText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

  const headings = () => {
    const found = all("h1, h2, h3, h4, h5, h6");
    const faults = [];
    const first = found.filter((heading) => heading.tagName === "H1").length;
    if (first !== 1) faults.push(`${first} elements h1`);
    let before = 0;
    for (const heading of found) {
      const level = Number(heading.tagName[1]);
      if (level > before + 1) faults.push(`${name(heading)} comes after ${before ? "h" + before : "nothing"}`);
      before = level;
    }
    return faults;
  };

  const language = () => {
    const faults = [];
    if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(document.documentElement.lang)) faults.push("no lang");
    if (!document.title.trim()) faults.push("no title");
    return faults;
  };

  // A policy of a meta element holds for what comes after it.
  const policy = () => {
    const metas = all("head > meta[http-equiv]").filter((meta) => meta.httpEquiv.toLowerCase() === "content-security-policy");
    if (metas.length !== 1) return [`${metas.length} policies in the head`];
    const faults = [];
    const directives = new Map();
    for (const directive of metas[0].content.split(";")) {
      const [key, ...values] = directive.trim().split(/\s+/);
      if (key) directives.set(key.toLowerCase(), values);
    }
    // The last two are no part of what default-src forbids.
    for (const key of ["default-src", "base-uri", "form-action"]) {
      if ((directives.get(key) || []).join(" ") !== "'none'") faults.push(`${key} is not 'none'`);
    }
    for (const [key, values] of directives) {
      for (const value of values) {
        const isStrict = value === "'none'" || /^'sha(256|384|512)-/.test(value) || (key === "img-src" && value === "data:");
        if (!isStrict) faults.push(`${key} allows ${value}`);
      }
    }
    for (const element of all("script, style, link, base, img")) {
      if (metas[0].compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) {
        faults.push(`${name(element)} comes before the policy`);
      }
    }
    return faults;
  };

  // What asks for something, or connects in advance, without being seen among the requests.
  const hints = () => {
    const faults = [];
    for (const link of all("link[rel]")) {
      if (/preconnect|prefetch|preload|prerender|stylesheet|icon|manifest/i.test(link.rel) && !/^data:/.test(link.href)) {
        faults.push(`<link rel="${link.rel}" href="${link.href}">`);
      }
    }
    for (const meta of all("meta[http-equiv]")) if (/refresh/i.test(meta.httpEquiv)) faults.push("<meta http-equiv=refresh>");
    for (const anchor of all("a[ping]")) faults.push(`${name(anchor)} has ping`);
    return faults;
  };

  const openDetails = () => all("details").forEach((details) => { details.open = true; });

  // Where Tab comes from and leads to; beyond the page's own ends a browser without a window does now this, now that.
  let ends = [];
  const addEnds = () => {
    ends = ["prepend", "append"].map((place) => {
      const end = document.createElement("div");
      end.tabIndex = 0;
      end.style.position = "fixed";
      document.body[place](end);
      return end;
    });
  };
  const isComposite = (element) =>
    element.closest("[role=toolbar], [role=radiogroup], [role=tablist], [role=menu], [role=menubar], [role=listbox], [role=grid]");
  const controls = () =>
    all("button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex]").filter((element) => {
      if (element.matches(":disabled") || element.closest("[inert]") || !element.checkVisibility({ visibilityProperty: true })) return false;
      if (element.tabIndex < 0 || ends.includes(element)) return false;
      if (element.type !== "radio" || !element.name) return true;
      // Tab reaches one of a group, the arrow keys the others.
      const group = all("input[type=radio]").filter((radio) => radio.name === element.name && radio.form === element.form);
      return element === (group.find((radio) => radio.checked) || group[0]);
    });
  let held = [];
  const holdControls = () => (held = controls()).length;
  const unreachable = () =>
    all("button, a[href], input:not([type=hidden]), select, textarea, summary")
      .filter((element) => element.tabIndex < 0 && isSeen(element) && !element.matches(":disabled") && !isComposite(element))
      .map(name);
  const kind = (element) => `${element.ownerSVGElement ? "svg " : ""}${element.tagName}.${element.getAttribute("class") || ""}`;
  // Where the focus is: the number among the controls (-1: elsewhere), and whether it can be seen.
  const focused = () => {
    const element = document.activeElement;
    if (!element || element === document.body || ends.includes(element)) return { end: ends.indexOf(element), index: -1 };
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const scrolls = [style.overflowX, style.overflowY].some((overflow) => overflow === "auto" || overflow === "scroll");
    return {
      index: held.indexOf(element), name: name(element), kind: kind(element), scrolls,
      outline: style.outlineStyle === "none" || /^rgba\(.*, 0\)$/.test(style.outlineColor) ? 0 : parseFloat(style.outlineWidth),
      box: { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height },
    };
  };

  // Words that do not fit where they stand.
  const cut = () => {
    const faults = [];
    for (const element of all("body *")) {
      if (element.ownerSVGElement || element.tagName === "svg" || element.clientWidth <= 1 || !isSeen(element)) continue;
      const style = getComputedStyle(element);
      const hides = (overflow) => overflow === "hidden" || overflow === "clip";
      const isWide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isHigh = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
      if ((isWide || isHigh) && element.innerText && element.innerText.trim()) faults.push(name(element));
    }
    for (const text of all("svg text")) {
      const svg = text.ownerSVGElement.getBoundingClientRect();
      const box = text.getBoundingClientRect();
      const isIn = box.left >= svg.left - 1 && box.right <= svg.right + 1 && box.top >= svg.top - 1 && box.bottom <= svg.bottom + 1;
      if (!isIn && isSeen(text) && text.textContent.trim()) faults.push(`${name(text)} is not within its picture`);
    }
    return faults;
  };

  const motion = () => {
    const faults = new Set();
    const isLong = (times) => times.split(",").some((time) => parseFloat(time) > 0);
    for (const element of [document.documentElement, ...all("body, body *")]) {
      for (const pseudo of [null, "::before", "::after"]) {
        const style = getComputedStyle(element, pseudo);
        if (pseudo && style.content === "none") continue;
        if (style.animationName !== "none" && isLong(style.animationDuration)) faults.add(`${name(element)} is animated`);
        if (style.transitionProperty !== "none" && isLong(style.transitionDuration)) faults.add(`${name(element)} has a transition`);
      }
      if (getComputedStyle(element).scrollBehavior === "smooth") faults.add(`${name(element)} scrolls smoothly`);
    }
    for (const element of all("animate, animateTransform, animateMotion, set, marquee")) faults.add(`${name(element)} moves`);
    if (document.getAnimations().length) faults.add(`${document.getAnimations().length} animations run`);
    return [...faults];
  };

  // What can be read; a tooltip comes and goes.
  const readable = "table, caption, th, td, h1, h2, h3, h4, h5, h6, p, li, dt, dd, figure, figcaption, summary, svg, pre, blockquote";
  const unseen = (selector = readable) =>
    all(selector)
      .filter((element) => !isSeen(element) && !element.closest("[role=tooltip], noscript, defs, svg [aria-hidden=true]"))
      .map(name);
  const countSeen = () => Object.fromEntries(["table", "tr", "p", "li", "svg"].map((tag) => [tag, all(tag).filter(isSeen).length]));
  const scrollWidth = () => document.scrollingElement.scrollWidth;
  const fontSizes = () => all("body *").filter((element) => ownText(element) && !element.ownerSVGElement && isSeen(element))
    .map((element) => [name(element), parseFloat(getComputedStyle(element).fontSize)]);
  const countScripts = () => [...document.scripts].filter((script) => !script.type || /javascript|module/.test(script.type)).length;
  // Text of pictures that is smaller on the screen than so many pixels.
  const smallInPictures = (least) => all("svg text").filter((text) => isSeen(text) && text.textContent.trim()).flatMap((text) => {
    const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d;
    return size < least - 0.05 ? [`${name(text)}: ${size.toFixed(1)} px`] : [];
  });

  // Marks of pictures, whose words come up beside them.
  let pictures = [];
  const holdPictures = () => {
    pictures = all("svg").filter(isSeen).map((svg) => [...svg.querySelectorAll(".mark")].filter(isSeen))
      .filter((marks) => marks.some((mark) => mark.tabIndex >= 0));
    return pictures.length;
  };
  const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  // One that the mouse finds in its middle, with nothing in the focus; null: there is none.
  const mark = (picture) => {
    document.activeElement.blur();
    pictures[picture][0].closest("svg").scrollIntoView({ block: "center" });
    for (const one of pictures[picture]) {
      const place = middle(one.getBoundingClientRect());
      const found = document.elementFromPoint(place.x, place.y);
      if (found && found.closest(".mark") === one) return { ...place, words: one.getAttribute("aria-label"), name: name(one) };
    }
    return null;
  };
  const tip = () => {
    const shown = all("[role=tooltip]").filter(isSeen);
    return shown.length === 1 ? { words: shown[0].textContent, ...middle(shown[0].getBoundingClientRect()) } : null;
  };
  const focusPicture = (picture) => pictures[picture].find((mark) => mark.tabIndex >= 0).focus({ focusVisible: true });
  // Where the focus is among the marks of a picture, and what that one says.
  const focusedMark = (picture) => {
    const index = pictures[picture].indexOf(document.activeElement);
    return { index, count: pictures[picture].length, words: index < 0 ? null : document.activeElement.getAttribute("aria-label") };
  };

  // Buttons that choose days, or hide what they name; and what has come of it.
  let choices = [];
  const holdChoices = () => {
    choices = all("button[aria-pressed]").filter(isSeen);
    return choices.map((button) => ({ name: name(button), days: button.value }));
  };
  const focusChoice = (index) => choices[index].focus();
  const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
  const outcome = (index) => {
    const group = choices[index].closest("fieldset");
    const picture = group.nextElementSibling;
    return {
      isPressed: isPressed(choices[index]), pressed: [...group.querySelectorAll("button")].filter(isPressed).length,
      days: [...new Set(all("[data-days]").filter(isSeen).map((element) => element.dataset.days))],
      parts: picture ? [...picture.querySelectorAll("[data-series]")].filter(isSeen).length : 0,
    };
  };

  let buttons = [];
  const countButtons = () => (buttons = controls().filter((element) => element.tagName === "BUTTON")).length;

  window.__ask = {
    headings, language, policy, hints, openDetails, unreachable, focused, cut, motion, unseen, countSeen, scrollWidth, fontSizes,
    countScripts, countButtons, focusButton: (index) => buttons[index].focus(),
    holdControls, smallInPictures, holdPictures, mark, tip, focusPicture, focusedMark, holdChoices, focusChoice, outcome,
    addEnds, focusEnd: (index) => ends[index].focus(),
    nameOf: (index) => name(held[index]),
  };
})();
