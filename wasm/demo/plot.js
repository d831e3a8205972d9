/** The plot of the speed table: length on a logarithmic axis, MB/s on a linear one. */

const SVG = "http://www.w3.org/2000/svg";
const AREA = { left: 66, right: 612, top: 20, bottom: 262 };

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A step of 1, 2 or 5 times a power of ten, of which four or so reach the top. */
function stepFor(top) {
  const power = 10 ** Math.floor(Math.log10(top / 4));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => top / step <= 5);
}

/** results: for each candidate a map from length to MB/s, as far as it is measured. */
export function drawPlot(svg, legend, candidates, lengths, results, lengthName) {
  const top = Math.max(100, ...results.flatMap((rates) => [...rates.values()]));
  const step = stepFor(top);
  const end = Math.ceil(top / step) * step;
  const [first, last] = [lengths[0], lengths.at(-1)].map(Math.log2);
  const x = (length) => AREA.left + ((Math.log2(length) - first) / (last - first)) * (AREA.right - AREA.left);
  const y = (rate) => AREA.bottom - (rate / end) * (AREA.bottom - AREA.top);
  const parts = [];
  for (let rate = 0; rate <= end; rate += step) {
    parts.push(element("line", { class: "grid", x1: AREA.left, x2: AREA.right, y1: y(rate), y2: y(rate) }));
    parts.push(element("text", { x: AREA.left - 8, y: y(rate) + 4, "text-anchor": "end" }, rate.toLocaleString("en")));
  }
  for (const length of lengths)
    parts.push(element("text", { x: x(length), y: AREA.bottom + 20, "text-anchor": "middle" }, lengthName(length)));
  parts.push(element("text", { x: AREA.right, y: AREA.bottom + 40, "text-anchor": "end" }, "bytes"));
  parts.push(element("text", { x: AREA.left + 4, y: AREA.top - 5 }, "MB/s"));
  results.forEach((rates, index) => {
    const points = lengths.filter((length) => rates.has(length)).map((length) => [x(length), y(rates.get(length))]);
    parts.push(element("polyline", { class: `series-${index}`, points: points.map((point) => point.join()).join(" ") }));
    parts.push(...points.map(([cx, cy]) => element("circle", { class: `series-${index}`, cx, cy, r: 3.5 })));
  });
  svg.replaceChildren(...parts);
  legend.replaceChildren(
    ...candidates.map(({ title }, index) => {
      const item = document.createElement("span");
      const dot = element("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" });
      dot.append(element("circle", { class: `series-${index}`, cx: 6, cy: 6, r: 5 }));
      item.append(dot, title);
      return item;
    }),
  );
}
