// The chooser: selected function, sliders for need and budget, the best design and the Pareto front.

const control = (id) => document.getElementById(id);
const SELECTS = ["target", "mode", "bits", "direction"];

/** Whether a design has the selected function. */
function serves(point) {
  return SELECTS.every((name) => {
    const value = control(name).value;
    if (value === "") return true;
    if (name !== "direction") return point[name] === value;
    return point.direction === value || point.direction === "both" || data.forwards.includes(point.mode);
  });
}

/** The exact values of the need, until a slider moves; a slider has coarse steps and two ends. */
let exact = {};

/** The value of a slider on a logarithmic scale from `least` to `most`. */
function value(id, least, most) {
  if (exact[id] != null) return exact[id];
  const share = Number(control(id).value) / data.steps;
  return least * (most / least) ** share;
}

/** The step of a slider at a value, or the nearest end. */
function position(wanted, least, most) {
  if (!(most > least)) return 0;
  const step = Math.round(data.steps * Math.log(wanted / least) / Math.log(most / least));
  return Math.max(0, Math.min(data.steps, step));
}

const text = (number) => number.toLocaleString("en", { maximumSignificantDigits: 3 });

/** The ranges of the sliders: those of the designs with the selected function. */
function ranges(points) {
  const of = (name) => points.map((point) => point[name]);
  return {
    speed: [Math.min(...of("speed")) * 0.99, Math.max(...of("speed"))],
    area: [Math.min(...of("area")), Math.max(...of("area")) * 1.001],
    ram: [0, Math.max(...of("ram"))],
  };
}

/** The points that no other point surpasses in throughput and area, by area. */
function front(points) {
  const line = [];
  for (const point of [...points].sort((a, b) => a.area - b.area || b.speed - a.speed)) {
    if (!line.length || point.speed > line.at(-1).speed) line.push(point);
  }
  return line;
}

const wide = (least, most) => most > 10 * least;

let rows = 0; // the timer of the table

/** Leave these rows in the table, after the last move of a slider: the layout of a table is slow. */
function showRows(kept) {
  clearTimeout(rows);
  rows = setTimeout(() => {
    for (const point of data.points) control(point.row).hidden = !kept.has(point.row);
  }, data.table_ms);
}

function update() {
  const points = data.points.filter(serves);
  const answer = control("answer");
  if (!points.length) {
    answer.textContent = "No characterised design has this function.";
    return;
  }
  const range = ranges(points);
  const [speed, area] = [value("speed", ...range.speed), value("area", ...range.area)];
  const ram = exact.ram ?? Math.round(range.ram[1] * Number(control("ram").value) / data.steps);
  const { area_unit: areaUnit, ram_unit: ramUnit, speed_unit: speedUnit } = points[0];
  control("speed-text").textContent = `${text(speed)} ${speedUnit}`;
  control("area-text").textContent = `${text(area)} ${areaUnit}`;
  control("ram-text").textContent = `${ram} ${ramUnit}`;
  const meets = (point) =>
    point.able && point.speed >= speed && point.area <= area && point.ram <= ram;
  const good = points.filter(meets)
    .sort((a, b) => a.cost - b.cost || a.ram - b.ram || b.speed - a.speed);
  const rest = points.filter((point) => !meets(point));
  showRows(new Set(good.map((point) => point.row)));
  const [best] = good;
  answer.textContent = best
    ? `${good.length} of ${points.length} designs meet the need; the cheapest has `
      + `${text(best.area)} ${areaUnit}, ${best.ram} ${ramUnit} and `
      + `${text(best.speed)} ${speedUnit}: `
      + control(best.row).rows[0].cells[0].textContent
    : `None of ${points.length} designs meets the need; relax `
      + `${points.some((point) => point.able) ? "throughput or budget" : "the other needs"}.`;
  const line = front(points);
  const trace = (name, own, symbol, more) => ({
    type: "scatter", mode: "markers", name, x: own.map((point) => point.area),
    y: own.map((point) => point.speed), customdata: own.map((point) => point.row),
    marker: { symbol, size: 11 }, ...more,
  });
  const axis = (title, name) => ({ title: { text: title }, rangemode: "tozero",
    type: wide(...range[name]) ? "log" : "linear" });
  draw(control("plot0"), {
    data: [
      trace("meets the need", good, "circle"),
      trace("other designs", rest, "circle-open"),
      trace("Pareto front", line, "circle", { mode: "lines", hoverinfo: "skip",
        line: { shape: "hv", width: 1.5, color: getComputedStyle(document.body).color } }),
    ],
    layout: { xaxis: axis(areaUnit, "area"), yaxis: axis(speedUnit, "speed"), height: 520 },
  });
}

/** Offer the values of each select that a design has, and set the sliders to their ends. */
function offer(first) {
  for (const name of SELECTS) {
    const select = control(name);
    const before = first?.[name] ?? select.value;
    const own = data.points.filter((point) => SELECTS.slice(0, SELECTS.indexOf(name))
      .every((other) => point[other] === control(other).value));
    const names = [...new Set(own.map((point) => point[name]))].sort();
    select.replaceChildren(...names.map((item) => new Option(item, item)));
    select.value = names.includes(before) ? before : names[0];
  }
  exact = { speed: first?.speed, area: first?.area, ram: first?.ram };
  const points = data.points.filter(serves);
  if (!points.length) return;
  const range = ranges(points);
  const set = (id, wanted, end) => {
    control(id).value = wanted != null ? position(wanted, ...range[id]) : end;
  };
  set("speed", first?.speed, 0);
  set("area", first?.area, data.steps);
  control("ram").value = first?.ram != null && range.ram[1]
    ? Math.round(data.steps * first.ram / range.ram[1]) : data.steps;
}

offer(data.first);
for (const name of SELECTS) control(name).addEventListener("change", () => { offer(); update(); });
for (const name of ["speed", "area", "ram"]) {
  control(name).addEventListener("input", () => { delete exact[name]; update(); });
}
update();
