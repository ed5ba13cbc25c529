// Axes of time.

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];
/** Steps of an axis from a second to a day, as the report has them. Below it is 1, 2 or 5 times a power of ten, above it as many days. */
const STEPS = [1, 2, 5, 10, 15, 30, ...[1, 2, 5, 10, 15, 30].map(n => n * MINUTE), ...[1, 2, 3, 6, 12, 24].map(n => n * HOUR)];

function stepOf(rough) {
  // What is a little too long by rounding is not.
  const least = rough * 0.999, listed = rough >= 1 && STEPS.find(step => step >= least);
  if (listed) return listed;
  const unit = rough > 1 ? DAY : 1, power = 10 ** Math.floor(Math.log10(rough / unit));
  return unit * ([1, 2, 5].map(n => n * power).find(n => n * unit >= least) ?? 10 * power);
}

/** As many decimals as tell the marks apart. */
const decimalsOf = step => clamp(Math.ceil(-Math.log10(step) - 1e-9), 0, 9);

/** How a time on an axis is written: `20 ms`, `12.5 s`, `1 min 30 s`, `2 h`, `3 d`, without the parts that are 0. */
function axisText(time, step, furthest) {
  if (furthest < 1) {
    const [unit, name] = furthest < 1e-3 ? [1e-6, 'µs'] : [1e-3, 'ms'];
    return `${(time / unit).toFixed(decimalsOf(step / unit))} ${name}`;
  }
  if (step >= DAY) return `${Math.round(time / DAY)} d`;
  const decimals = decimalsOf(step), scale = 10 ** decimals, units = Math.round(Math.abs(time) * scale);
  const whole = Math.floor(units / scale), seconds = (units - Math.floor(whole / MINUTE) * MINUTE * scale) / scale, parts = [];
  if (whole >= HOUR) parts.push(`${Math.floor(whole / HOUR)} h`);
  if (Math.floor(whole / MINUTE) % 60) parts.push(`${Math.floor(whole / MINUTE) % 60} min`);
  if (seconds) parts.push(`${seconds.toFixed(decimals)} s`);
  return parts.length ? (time < 0 ? '-' : '') + parts.join(' ') : step < MINUTE ? '0 s' : step < HOUR ? '0 min' : '0 h';
}

/** The marks between two times, with their labels: as many as fit. */
function ticks(from, to, width) {
  let found;
  for (let count = clamp(Math.floor(width / 90), 1, 10); count > 0; count -= 1) {
    const step = stepOf((to - from) / count), furthest = Math.max(Math.abs(from), Math.abs(to));
    found = [];
    for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i += 1) {
      found.push({time: i * step, text: axisText(i * step, step, furthest)});
    }
    // A label needs the room from one mark to the next.
    const longest = Math.max(...found.map(({text}) => text.length));
    if (longest * 6.2 + 16 <= width * step / (to - from)) break;
  }
  return found;
}

/** A time with as many digits as tell it from its neighbours in a span. */
const written = (time, span) => String(Number(Math.max(time, 0).toFixed(clamp(Math.ceil(-Math.log10(span)) + 3, 0, 9))));

/** The time of the clock some seconds after another one, which has nine decimals. */
function clock(origin, seconds) {
  const [whole, fraction] = origin.replace('Z', '').split('.');
  const time = BigInt(Date.parse(`${whole}Z`)) * 1000000n + BigInt(fraction) + BigInt(Math.round(seconds * 1e9));
  return `${new Date(Number(time / 1000000n)).toISOString().slice(0, 19)}.${String(time % 1000000000n).padStart(9, '0')}Z`;
}

/** The shares of its length to which a plot is drawn. */
const FINEST = 1e-5;

/** An SVG over time: what it shows can be changed to a part, and given back exactly as it was. */
class Plot {
  constructor(svg, figure) {
    const [from, to] = [Number(svg.dataset.from), Number(svg.dataset.to)];
    Object.assign(this, {svg, figure, from, to, shown: {from, to}});
  }

  /** What the plot has of a span; nil where that is all of it or nothing. */
  part(span) {
    const length = this.to - this.from, start = Math.max(span.from, this.from), end = Math.min(span.to, this.to);
    const wanted = Math.max(end - start, length * FINEST);
    if (!(start < end && wanted < length)) return null;
    const from = clamp((start + end - wanted) / 2, this.from, this.to - wanted);
    return {from, to: from + wanted};
  }

  /** Remembers what zooming changes: attributes and the children of the axis. */
  keep() {
    const of = (selector, name) => all(selector, this.svg).map(element => ({element, value: element.getAttribute(name)}));
    const children = selector => {
      const element = this.svg.querySelector(`:scope > ${selector}`);
      return element && {element, nodes: [...element.childNodes], model: element.firstElementChild};
    };
    this.original = {views: of('svg.area', 'viewBox'), placed: of('[data-at]', 'x'), grid: children('g.grid'), ticks: children('g.ticks')};
  }

  /** - Parameter width: Of the data, in pixels. */
  show({from, to}, width) {
    if (!this.original) this.keep();
    this.shown = {from, to};
    const {views, placed, grid, ticks: labels} = this.original;
    for (const {element, value} of views) {
      const [x, y, across, height] = value.split(/[\s,]+/).map(Number), scale = across / (this.to - this.from);
      element.setAttribute('viewBox', [x + (from - this.from) * scale, y, (to - from) * scale, height].join(' '));
    }
    const place = time => `${(100 * (time - from) / (to - from)).toFixed(3)}%`;
    for (const {element} of placed) {
      const time = Number(element.dataset.at);
      element.setAttribute('x', place(time));
      if (time < from || time > to) element.setAttribute('display', 'none');
      else element.removeAttribute('display');
    }
    const times = ticks(from, to, width);
    const fill = (axis, set) => axis?.model && axis.element.replaceChildren(...times.map(entry => {
      const copy = axis.model.cloneNode();
      set(copy, entry);
      return copy;
    }));
    fill(grid, (line, {time}) => { for (const end of ['x1', 'x2']) line.setAttribute(end, place(time)); });
    fill(labels, (label, {time, text}) => {
      label.setAttribute('x', place(time));
      label.classList.add('fit');
      label.textContent = text;
    });
  }

  restore() {
    if (!this.original) return;
    const {views, placed, grid, ticks: labels} = this.original;
    for (const {element, value} of views) element.setAttribute('viewBox', value);
    for (const {element, value} of placed) {
      element.setAttribute('x', value);
      element.removeAttribute('display');
    }
    grid?.element.replaceChildren(...grid.nodes);
    labels?.element.replaceChildren(...labels.nodes);
    this.original = null;
    this.shown = {from: this.from, to: this.to};
  }
}

/** The left edge, the top and the width of a plot's data on the screen. */
function frameOf(svg) {
  const box = svg.getBoundingClientRect(), style = getComputedStyle(svg), left = parseFloat(style.paddingLeft);
  return {left: box.left + left, top: box.top, width: box.width - left - parseFloat(style.paddingRight)};
}
