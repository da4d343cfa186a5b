"use strict";
// Which days are shown: without this script, all of them.
const figures = [...document.querySelectorAll("figure[data-days]")];
const ranges = document.getElementById("ranges");
function show(days) {
  for (const figure of figures) figure.hidden = figure.dataset.days !== days;
  for (const button of ranges.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.value === days));
  }
}
ranges.addEventListener("click", (event) => {
  if (event.target.value) show(event.target.value);
});
ranges.hidden = false;
show(ranges.dataset.first);

// The words of a mark, beside it: while it is pointed at, or they are, and while it has the focus. Escape takes them away.
const [tip, ring] = ["tip", "ring"].map((name) => {
  const part = document.createElement("div");
  part.className = name;
  part.hidden = true;
  document.body.append(part);
  return part;
});
tip.setAttribute("role", "tooltip");
// An outline of an SVG element is not drawn everywhere: a frame of its own says where the focus is.
function frame(mark) {
  const place = mark.getBoundingClientRect();
  ring.style.left = place.x - 5 + scrollX + "px";
  ring.style.top = place.y - 5 + scrollY + "px";
  ring.style.width = place.width + 10 + "px";
  ring.style.height = place.height + 10 + "px";
  ring.hidden = false;
}
// Whose words are shown, and what is to take them away.
let told = null, leaving = 0;
function tell(mark) {
  clearTimeout(leaving);
  told = mark;
  tip.textContent = mark.getAttribute("aria-label");
  tip.hidden = false;
  const place = mark.getBoundingClientRect();
  const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
  tip.style.left = Math.max(8, Math.min(room, place.x + place.width / 2 - tip.offsetWidth / 2)) + scrollX + "px";
  const above = place.y - tip.offsetHeight - 4;
  tip.style.top = (above < 4 ? place.bottom + 4 : above) + scrollY + "px";
}
function hide() {
  clearTimeout(leaving);
  told = null;
  tip.hidden = true;
}
// The pointer has time to get from a mark to its words. Afterwards what has the focus is told again.
function leave() {
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    const mark = document.activeElement.closest(".mark");
    if (mark) tell(mark); else hide();
  }, 500);
}
tip.addEventListener("pointerenter", () => clearTimeout(leaving));
tip.addEventListener("pointerleave", leave);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

for (const chart of document.querySelectorAll("svg.chart")) {
  const marks = [...chart.querySelectorAll(".mark")];
  if (marks.length === 0) continue;
  chart.setAttribute("role", "group");
  for (const mark of marks) {
    const title = mark.querySelector("title");
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", title.textContent);
    mark.setAttribute("tabindex", "-1");
    title.remove();
  }
  // One stop for each chart; arrows go from mark to mark.
  marks[0].setAttribute("tabindex", "0");
  function go(from, step) {
    for (let index = from + step; index >= 0 && index < marks.length; index += step) {
      if (marks[index].closest(".off")) continue;
      marks[from].setAttribute("tabindex", "-1");
      marks[index].setAttribute("tabindex", "0");
      return marks[index].focus();
    }
  }
  // Listeners for the focus would make the drawing itself a stop.
  const figure = chart.closest("figure");
  figure.addEventListener("keydown", (event) => {
    const from = marks.indexOf(event.target);
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    if (from < 0 || !step) return;
    event.preventDefault();
    go(from, step);
  });
  figure.addEventListener("focusin", (event) => {
    if (!marks.includes(event.target)) return;
    tell(event.target);
    frame(event.target);
  });
  figure.addEventListener("focusout", (event) => {
    if (told === event.target) hide();
    ring.hidden = true;
  });
  chart.addEventListener("pointerover", (event) => {
    const mark = event.target.closest(".mark");
    if (mark) tell(mark); else if (!tip.hidden) leave();
  });
  chart.addEventListener("pointerleave", () => { if (!tip.hidden) leave(); });
  legend(chart, marks);
}

// A button for each of several series, which hides it.
function legend(chart, marks) {
  const names = [...chart.querySelectorAll(".legend[data-series]")];
  if (names.length < 2) return;
  const row = document.createElement("fieldset");
  row.className = "choice";
  const words = document.createElement("legend");
  words.textContent = "Shown";
  row.append(words);
  for (const name of names) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name.textContent.trim();
    button.setAttribute("aria-pressed", "true");
    button.addEventListener("click", () => {
      const isShown = button.getAttribute("aria-pressed") === "false";
      button.setAttribute("aria-pressed", String(isShown));
      for (const part of chart.querySelectorAll(`[data-series="${name.dataset.series}"]`)) {
        if (!part.classList.contains("legend")) part.classList.toggle("off", !isShown);
      }
      const stop = marks.find((mark) => mark.getAttribute("tabindex") === "0");
      if (!stop || stop.closest(".off")) {
        if (stop) stop.setAttribute("tabindex", "-1");
        const next = marks.find((mark) => !mark.closest(".off"));
        if (next) next.setAttribute("tabindex", "0");
      }
    });
    row.append(button);
  }
  chart.before(row);
}
