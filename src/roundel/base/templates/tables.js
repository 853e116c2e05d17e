"use strict";
// Tables that sort by a column, and the details of one group of lines.

/** The value by which a group sorts: a number, a text, or null where the group has none. */
function key(group, column, numeric) {
  const lines = [...group.rows].sort((a, b) => b.matches(".key") - a.matches(".key"));
  const texts = lines.map((line) => line.cells[column].textContent.trim());
  const text = texts.find((item) => item !== "" && item !== "-");
  if (text === undefined) return null;
  return numeric ? parseFloat(text.replaceAll(",", "")) : text;
}

function sort(table, head) {
  const falling = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", falling ? "descending" : "ascending");
  const numeric = head.classList.contains("n");
  const keyed = [...table.tBodies].map((group) => [key(group, head.cellIndex, numeric), group]);
  keyed.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    const order = numeric ? a - b : a.localeCompare(b, "en", { numeric: true });
    return falling ? -order : order;
  });
  table.append(...keyed.map(([, group]) => group));
}

/** Head and texts of every column of a group; equal texts of its lines count once. */
function facts(group) {
  const heads = [...group.closest("table").tHead.rows[0].cells];
  return heads.map((head, column) => [
    head.textContent.trim(),
    [...group.rows].map((line) => line.cells[column].textContent.trim()),
  ]).filter(([, texts]) => texts.some((text) => text));
}

/** Mark a group of lines, scroll to it, and show all its figures. */
function choose(id) {
  const group = document.getElementById(id);
  if (!group) return;
  document.querySelector("tbody[aria-current]")?.removeAttribute("aria-current");
  group.setAttribute("aria-current", "true");
  group.scrollIntoView({ block: "center", inline: "nearest" });
  const details = document.getElementById("details");
  const table = details.querySelector("table");
  table.replaceChildren();
  for (const [head, texts] of facts(group)) {
    const line = table.insertRow();
    const name = line.appendChild(document.createElement("th"));
    name.scope = "row";
    name.textContent = head;
    const same = texts.every((text) => text === texts[0]);
    for (const text of same ? [texts[0]] : texts) line.insertCell().textContent = text;
    if (same) line.cells[1].colSpan = texts.length;
  }
  details.hidden = false;
}

function close() {
  document.getElementById("details").hidden = true;
}

for (const head of document.querySelectorAll("main thead th")) {
  head.firstChild.addEventListener("click", () => sort(head.closest("table"), head));
}
document.querySelector("#details > button").addEventListener("click", close);
document.addEventListener("keydown", (event) => event.key === "Escape" && close());

document.querySelector("nav ul").append(...[...document.querySelectorAll("main h2")].map((head) => {
  head.id ||= head.textContent.trim().replace(/\W+/g, "-");
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = `#${head.id}`;
  link.textContent = head.textContent;
  return item;
}));
