"use strict";
// Plots in the page's colours and fonts, each with a description in text.

const data = JSON.parse(document.getElementById("data").textContent);
const drawn = new Map();

/** Plotly's template, from the style sheet. */
function template() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const axis = {
    gridcolor: colour("--grid"), zerolinecolor: colour("--rule"), linecolor: colour("--rule"),
    automargin: true, separatethousands: true, exponentformat: "none",
  };
  return {
    layout: {
      font: { family: "system-ui, sans-serif", size: 14, color: colour("--text") },
      paper_bgcolor: colour("--back"), plot_bgcolor: colour("--back"),
      colorway: colour("--series").split(" "), xaxis: axis, yaxis: axis, hovermode: "closest",
      hoverlabel: { bgcolor: colour("--band"), font: { color: colour("--text") }, align: "left" },
      legend: { orientation: "h", y: 1, yanchor: "bottom", x: 0 },
      margin: { t: 10, r: 20, b: 10, l: 10 }, height: 480,
    },
    data: {
      scatter: [{ cliponaxis: false, marker: { size: 11 } }],
      bar: [{ cliponaxis: false, marker: { pattern: { fillmode: "overlay" },
        line: { color: colour("--text"), width: 1 } } }],
    },
  };
}

/** A sentence for each trace that has a name. */
function description(figure) {
  const range = (values) => {
    const numbers = values.filter((value) => typeof value === "number");
    if (numbers.length < values.filter((value) => value !== null).length || !numbers.length) {
      return `${values.length} values`;
    }
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((value) =>
      value.toLocaleString("en", { maximumSignificantDigits: 5 }));
    return least === most ? least : `${least} to ${most}`;
  };
  const title = (axis) => figure.layout[axis]?.title?.text ?? "design";
  return figure.data.filter((trace) => trace.name && trace.x.length).map((trace) =>
    `${trace.name}: ${title("xaxis")}, ${range(trace.x)}; ${title("yaxis")}, ${range(trace.y)}.`);
}

/** Draw a figure, in place of what is drawn there. */
function draw(place, figure) {
  const first = !drawn.has(place);
  drawn.set(place, figure);
  Plotly.react(place, figure.data, { ...figure.layout, template: template() },
    { displaylogo: false, responsive: true });
  const list = document.getElementById(place.getAttribute("aria-describedby"));
  list.replaceChildren(...description(figure).map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  if (first) place.on("plotly_click", (event) => choose(event.points[0].customdata));
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
  drawn.forEach((figure, place) => draw(place, figure)));
