// SPDX-License-Identifier: Apache-2.0
// The page of a sweep: the plot of two figures with their front, and a table that sorts.
"use strict";

const SYMBOLS = ["circle", "square", "diamond", "triangle-up", "cross", "x", "triangle-down",
  "pentagon", "star", "hexagon", "bowtie", "hourglass"];
// Okabe and Ito's colours, which the colour-blind tell apart; the symbols say the same.
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];
const DASHES = ["solid", "dash", "dot", "dashdot", "longdash"];

/** What the plot shows: a line a part, then the points, grouped by the value of one parameter. */
function traces(data, x, y, by, labels) {
  const shown = data.points;
  const made = [];
  data.targets.forEach((target, index) => {
    const places = data.fronts[[x.name, y.name].sort().join()] ?? [];
    const line = places.map((place) => shown[place]).filter((point) => point.target === target)
      .sort((a, b) => a.figures[x.name] - b.figures[x.name]);
    made.push({
      type: "scatter", mode: "lines", name: "front, " + target, hoverinfo: "skip",
      x: line.map((point) => point.figures[x.name]),
      y: line.map((point) => point.figures[y.name]),
      line: { color: "#333", width: 1.5, dash: DASHES[index % DASHES.length],
        shape: x.better === "less" ? "hv" : "vh" }, // what can be had, not what lies between
    });
  });
  const values = [...new Set(shown.map((point) => String(point.values[by])))];
  values.forEach((value, index) => {
    const group = shown.filter((point) => String(point.values[by]) === value);
    const symbol = SYMBOLS[index % SYMBOLS.length];
    made.push({
      type: "scatter", mode: "markers+text", name: by + " " + value,
      x: group.map((point) => point.figures[x.name]),
      y: group.map((point) => point.figures[y.name]),
      text: group.map((point) => point.front || labels ? String(point.number) : ""),
      textposition: "top center",
      hovertext: group.map((point) => point.hover),
      hovertemplate: "%{hovertext}<extra></extra>",
      marker: {
        symbol: group.map((point) => point.front ? symbol : symbol + "-open"),
        size: group.map((point) => point.front ? 12 : 9),
        color: COLOURS[index % COLOURS.length],
        line: { width: 1.5 },
      },
    });
  });
  return made;
}

function setUpPlot(data) {
  const by = (id) => document.getElementById(id);
  const metric = (name) => data.metrics.find((item) => item.name === name);
  for (const [id, first] of [["x", data.first[0]], ["y", data.first[1]]]) {
    for (const item of data.metrics) {
      by(id).add(new Option(item.title, item.name, false, item.name === first));
    }
  }
  for (const name of data.parameters) by("by").add(new Option(name, name));
  if (data.points.length <= 30) by("labels").checked = true;
  const draw = () => {
    const x = metric(by("x").value), y = metric(by("y").value);
    const axis = (item, log) => ({
      title: { text: item.title + (item.better === "more" ? " (more is better)"
        : " (less is better)") },
      type: by(log).checked ? "log" : "linear",
      rangemode: "tozero", gridcolor: "#ddd", zerolinecolor: "#999", automargin: true,
    });
    Plotly.react("plot", traces(data, x, y, by("by").value, by("labels").checked), {
      xaxis: axis(x, "xlog"), yaxis: axis(y, "ylog"), hovermode: "closest",
      margin: { t: 20, r: 20 }, legend: { orientation: "h", y: -0.18 },
      paper_bgcolor: "#fff", plot_bgcolor: "#fff", font: { color: "#111" },
    }, { displaylogo: false, responsive: true });
  };
  for (const id of ["x", "y", "by", "xlog", "ylog", "labels"]) {
    by(id).addEventListener("change", draw);
  }
  draw();
}

function setUpTable(table) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const falling = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", falling ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
      const number = head.classList.contains("n");
      const rows = [...body.rows].sort((a, b) => {
        const [one, two] = [key(a), key(b)];
        if (one === "" || two === "") return (one === "") - (two === "");
        const order = number ? Number(one) - Number(two) : one.localeCompare(two);
        return falling ? -order : order;
      });
      body.append(...rows);
    });
  });
}

if (typeof document !== "undefined") {
  const data = JSON.parse(document.getElementById("data").textContent);
  setUpTable(document.getElementById("points"));
  if (data.points.length) setUpPlot(data);
}
if (typeof module !== "undefined") module.exports = { traces };
