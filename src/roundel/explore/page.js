// The plot of a sweep: two figures that the reader chooses, and their Pareto front.

const SYMBOLS = ["circle", "square", "diamond", "triangle-up", "cross", "x", "triangle-down",
  "pentagon", "star", "hexagon", "bowtie", "hourglass"];
const DASHES = ["solid", "dash", "dot", "dashdot", "longdash"];

const control = (id) => document.getElementById(id);
const metric = (id) => data.metrics.find((item) => item.name === control(id).value);

/** A text as plotly shows it; plotly reads some HTML. */
const plain = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const hover = (point) => facts(document.getElementById(point.row))
  .map(([head, [text]]) => plain(`${head}: ${text}`)).join("<br>");

/** The points, a trace for each value of one parameter. */
function markers(x, y, by) {
  const values = [...new Set(data.points.map((point) => String(point.values[by])))];
  return values.map((value, index) => {
    const group = data.points.filter((point) => String(point.values[by]) === value);
    const symbol = SYMBOLS[index % SYMBOLS.length];
    return {
      type: "scatter", mode: "markers+text", name: plain(`${by} ${value}`),
      x: group.map((point) => point.figures[x.name]),
      y: group.map((point) => point.figures[y.name]),
      customdata: group.map((point) => point.row),
      text: group.map((point) =>
        point.front || control("labels").checked ? String(point.number) : ""),
      textposition: "top center",
      hovertext: group.map(hover),
      hovertemplate: "%{hovertext}<extra></extra>",
      zorder: 1, // above the fronts
      marker: {
        symbol: group.map((point) => point.front ? symbol : `${symbol}-open`),
        size: group.map((point) => point.front ? 13 : 9),
        line: { width: 1.5 },
      },
    };
  });
}

/** The front of each part or library, as steps: a reader can have no design between two points. */
function fronts(x, y) {
  const places = data.fronts[[x.name, y.name].sort().join()] ?? [];
  return data.targets.map((target, index) => {
    const line = places.map((place) => data.points[place])
      .filter((point) => point.target === target)
      .sort((a, b) => a.figures[x.name] - b.figures[x.name]);
    return {
      type: "scatter", mode: "lines", name: plain(`front, ${target}`), hoverinfo: "skip",
      x: line.map((point) => point.figures[x.name]),
      y: line.map((point) => point.figures[y.name]),
      line: { color: getComputedStyle(document.body).color, width: 1.5,
        dash: DASHES[index % DASHES.length], shape: x.better === "less" ? "hv" : "vh" },
    };
  });
}

function update() {
  const axis = (id) => ({
    title: { text: `${metric(id).title} (${metric(id).better} is better)` },
    type: control(`${id}log`).checked ? "log" : "linear", rangemode: "tozero",
  });
  const [x, y] = [metric("x"), metric("y")];
  draw(control("plot0"), {
    data: [...markers(x, y, control("by").value), ...fronts(x, y)],
    layout: { xaxis: axis("x"), yaxis: axis("y"), height: 560 },
  });
}

for (const name of data.parameters) control("by").add(new Option(name, name));
control("labels").checked = data.points.length <= 30;
["x", "y"].forEach((id, index) => {
  for (const item of data.metrics) {
    const first = item.name === data.first[index];
    control(id).add(new Option(item.title, item.name, first, first));
  }
  const scale = () => { control(`${id}log`).checked = metric(id).log; };
  control(id).addEventListener("change", scale);
  scale();
});
document.getElementById("controls").addEventListener("change", update);
update();
