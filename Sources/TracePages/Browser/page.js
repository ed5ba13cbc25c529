'use strict';
// Adds to a page that is complete without it: sorting and filtering of tables, zooming and reading of plots over time, links to a part
// of them, and copying of commands. Texts of a capture go into the page as text only. Times are seconds since the first packet.
(() => {

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

const button = (text, attributes = {}) => make('button', {type: 'button', ...attributes}, text);

// ---------------------------------------------------------------- Sorting

const collator = new Intl.Collator('en', {numeric: true});

/** What a cell sorts by: a number where `data-value` is one, else its text. Nothing, or a dash, sorts last, whatever the direction. */
function sortKey(cell) {
  const value = cell?.dataset.value, text = cell?.textContent.trim() ?? '';
  if (value === 'null' || text === '–') return null;
  const number = value === undefined || value.trim() === '' ? NaN : Number(value);
  return Number.isNaN(number) ? text || null : number;
}

function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return collator.compare(a, b);
}

function sort(table, heading) {
  const descending = heading.ariaSort === 'ascending', column = heading.cellIndex, body = table.tBodies[0];
  for (const other of all('th[aria-sort]', table)) other.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
  const known = [], unknown = [];
  for (const row of body.rows) {
    const key = sortKey(row.cells[column]);
    (key === null ? unknown : known).push({key, row});
  }
  known.sort((a, b) => descending ? compare(b.key, a.key) : compare(a.key, b.key));
  body.append(...[...known, ...unknown].map(entry => entry.row));
}

for (const table of all('table.sortable')) {
  if (!table.tBodies.length) continue;
  for (const heading of all('thead th', table)) {
    const control = button('');
    control.append(...heading.childNodes);
    heading.append(control);
    control.addEventListener('click', () => sort(table, heading));
  }
}

// ---------------------------------------------------------------- Filtering

const filters = [];

for (const [sections, entry] of [['sessions', 'session'], ['peers', 'peer'], ['services', 'service'], ['findings', 'finding']]) {
  // With several captures a section's id ends in the capture's number.
  for (const section of all(`section[id="${sections}"], section[id^="${sections}-"]`)) {
    if (!/^[a-z]+(-\d+)?$/.test(section.id)) continue;
    // Marks of a plot may have the attribute too; they are no entries.
    const entries = all(`[data-${entry}]`, section).filter(e => e instanceof HTMLElement && !e.closest('figure'));
    if (!entries.length) continue;
    const input = make('input', {type: 'search', 'data-filter': sections, 'aria-label': `Filter ${sections}`, autocomplete: 'off', spellcheck: 'false'});
    const status = make('span', {class: 'muted', role: 'status', 'aria-live': 'polite'});
    const groups = all('.group', section), folds = all('details', section).filter(e => !e.closest('figure'));
    const apply = () => {
      const wanted = input.value.trim().toLowerCase();
      let shown = 0;
      for (const e of entries) {
        e.hidden = wanted !== '' && !e.textContent.toLowerCase().includes(wanted);
        shown += e.hidden ? 0 : 1;
      }
      for (const group of groups) group.hidden = !entries.some(e => !e.hidden && group.contains(e));
      if (wanted !== '') for (const fold of folds) fold.open = true;
      status.textContent = wanted === '' ? '' : `${shown} of ${entries.length} shown`;
    };
    input.addEventListener('input', apply);
    const first = entries[0];
    (first.closest('.scroll') ?? first.closest('table, ul, ol') ?? groups[0] ?? first).before(make('div', {class: 'filter'}, make('label', {}, 'Filter ', input), status));
    filters.push({section, clear() { input.value = ''; apply(); }});
  }
}

// ---------------------------------------------------------------- Axes of time

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

// ---------------------------------------------------------------- Zooming

/** Plots over the same time, which show the same part of it, as far as they have it; with links to that part and commands for it. */
class Group {
  plots = [];
  links = [];
  commands = [];
  whole = {from: Infinity, to: -Infinity};
  finest = Infinity;
  part = null;

  get shown() { return this.part ?? this.whole; }

  add(plot) {
    this.plots.push(plot);
    this.whole = {from: Math.min(this.whole.from, plot.from), to: Math.max(this.whole.to, plot.to)};
    this.finest = Math.min(this.finest, (plot.to - plot.from) * FINEST);
  }

  /** Shows a part of this length or the next possible one; all of it if it is as long. */
  zoom(from, to) {
    const wanted = Math.max(to - from, this.finest);
    if (!(wanted < this.whole.to - this.whole.from)) return this.reset();
    const start = clamp((from + to - wanted) / 2, this.whole.from, this.whole.to - wanted);
    this.part = {from: start, to: start + wanted};
    const parts = this.plots.map(plot => plot.part(this.part));
    // All that is measured comes before all that changes the page.
    const widths = this.plots.map((plot, i) => parts[i] && frameOf(plot.svg).width);
    this.plots.forEach((plot, i) => parts[i] ? plot.show(parts[i], widths[i]) : plot.restore());
    this.update();
  }

  reset() {
    this.part = null;
    for (const plot of this.plots) plot.restore();
    this.update();
  }

  update() {
    for (const {link, plot} of this.links) {
      const [from, to] = [plot.shown.from, plot.shown.to].map(time => written(time, plot.shown.to - plot.shown.from));
      link.hidden = !plot.original;
      link.href = `#${encodeURIComponent(link.dataset.target)}@${from}-${to}`;
    }
    for (const command of this.commands) command.narrow(this.part);
  }

  /** What a button beside a plot does. A plot with less time than others has its own idea of what is shown. */
  act(what, plot) {
    const {from, to} = what === 'out' ? this.shown : plot.shown, length = to - from;
    if (what === 'in') this.zoom(from + length / 4, to - length / 4);
    else if (what === 'out') this.zoom(from - length / 2, to + length / 2);
    else if (what === 'reset') this.reset();
    else {
      const way = clamp(what === 'left' ? -length / 2 : length / 2, plot.from - from, plot.to - to);
      if (way !== 0) this.zoom(from + way, to + way);
    }
  }
}

/** Words for a shell. */
const quoted = words => words.map(w => /^[\w+:,./-]+$/.test(w) ? w : `'${w.replaceAll("'", "'\\''")}'`).join(' ');

const groups = new Map();

/** One stop for the Tab key a figure; the arrows move within its toolbar. */
function toolbar(group, plot) {
  const {figure} = plot;
  const controls = [['in', '+', 'Zoom in'], ['out', '−', 'Zoom out'], ['left', '‹', 'Earlier'], ['right', '›', 'Later'], ['reset', '⟲', 'Show all']]
    .map(([what, text, name]) => {
      const control = button(text, {'data-zoom': what, 'aria-label': name, title: name, tabindex: what === 'in' ? 0 : -1});
      control.addEventListener('click', () => group.act(what, plot));
      return control;
    });
  const target = figure.id || figure.closest('[id]')?.id;
  if (target) {
    const link = make('a', {'data-target': target, 'aria-label': 'Link to this part', title: 'Link to this part', tabindex: -1, hidden: ''}, '#');
    group.links.push({link, plot});
    controls.push(link);
  }
  const bar = make('div', {class: 'toolbar', role: 'toolbar', 'aria-label': 'Zoom'}, ...controls);
  bar.addEventListener('keydown', event => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key], usable = controls.filter(c => !c.hidden);
    const next = step && usable[(usable.indexOf(event.target) + step + usable.length) % usable.length];
    if (!next) return;
    event.preventDefault();
    for (const control of controls) control.tabIndex = control === next ? 0 : -1;
    next.focus();
  });
  const caption = figure.querySelector(':scope > figcaption');
  if (caption) caption.after(bar);
  else figure.prepend(bar);
}

for (const figure of all('figure')) {
  for (const svg of all('svg.chart', figure)) {
    const plot = svg.matches('.time[data-from][data-to]') ? new Plot(svg, figure) : null, name = svg.dataset.group ?? svg;
    if (!plot || !(plot.from < plot.to)) {
      watch(svg, figure, null, null);
      continue;
    }
    if (!groups.has(name)) groups.set(name, new Group());
    const group = groups.get(name);
    group.add(plot);
    watch(svg, figure, plot, group);
    toolbar(group, plot);
  }
}

/** The group of the plots that an element has, or is in. */
function groupOf(element) {
  const svg = (element.closest('figure') ?? element).querySelector('svg.time');
  return svg && groups.get(svg.dataset.group ?? svg);
}

// ---------------------------------------------------------------- The pointer: reading values, selecting a part, the wheel

/** The rows of a figure's table with what they are about, in the units of the plot's area: boxes `[left, top, right, bottom]`, or lines. */
function placesOf(svg, figure, plot) {
  const rows = all('tbody tr', figure), area = svg.querySelector('svg.area');
  const drawn = all('[data-row]', svg).map(element => ({row: rows[element.dataset.row], element})).filter(place => place.row);
  const marked = rows.filter(row => row.dataset.mark).flatMap(row => row.dataset.mark.split(',').map(mark => {
    const [x, y, right = x, bottom = y] = mark.split(' ').map(Number);
    return {row, box: [x, y, right, bottom]};
  }));
  if (drawn.length || marked.length || !plot) return [...drawn, ...marked];
  // Rows without a place are about the time until the next one.
  const times = rows.map(row => parseFloat(row.cells[0]?.dataset.value)), height = parseFloat(area?.getAttribute('height')) || 0;
  const across = time => 1000 * (time - plot.from) / (plot.to - plot.from);
  return rows.map((row, i) => ({row, isStep: true, box: [across(times[i]), 0, across(times[i + 1] ?? plot.to), height]}))
    .filter(({box}) => box.every(Number.isFinite));
}

/** How far a point is from a line between two others. */
function distanceToLine(x, y, [x1, y1, x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1], along = clamp(((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1), 0, 1);
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

function watch(svg, figure, plot, group) {
  // Farther away than this a mark is not meant, and nearer than the other it is as good as below the pointer.
  const [reach, touch] = [16, 3];
  let places, overlay, start = null, selecting = false;

  const layer = () => overlay ??= Object.fromEntries(['cursor', 'selection', 'tip'].map(name => {
    const element = make('div', {class: name, 'aria-hidden': 'true', hidden: ''});
    figure.append(element);
    return [name, element];
  }));
  const hide = (...names) => { for (const name of overlay ? names : []) overlay[name].hidden = true; };
  const timeAt = x => {
    const {left, width} = frameOf(svg), {from, to} = plot.shown;
    return from + clamp((x - left) / width, 0, 1) * (to - from);
  };
  const area = svg.querySelector('svg.area');
  const [upper, height] = ['y', 'height'].map(name => parseFloat(area?.getAttribute(name)) || 0);

  /** Puts an element on a part of the data, in pixels from its corner. */
  const put = (element, frame, [left, top, right, bottom]) => {
    const box = figure.getBoundingClientRect();
    Object.assign(element.style, {
      left: `${frame.left + left - box.left - figure.clientLeft}px`, width: `${Math.max(right - left, 1)}px`,
      top: `${frame.top + top - box.top - figure.clientTop}px`, height: `${Math.max(bottom - top, 1)}px`,
    });
    element.hidden = false;
  };

  /** Where a place is on the screen, in pixels from the corner of the data; nil where it is not in the part that is shown. */
  const onScreen = ({box, element}, width) => {
    if (element) {
      const of = (...names) => names.map(name => element[name].baseVal.value);
      if (element.tagName === 'line') return of('x1', 'y1', 'x2', 'y2');
      const [x, y, across, down] = of('x', 'y', 'width', 'height');
      return [x, y, x + across, y + down];
    }
    const {from, to} = plot?.shown ?? {from: 0, to: 1}, whole = plot ?? {from: 0, to: 1};
    const across = x => (whole.from + x / 1000 * (whole.to - whole.from) - from) / (to - from) * width;
    const [left, right] = [across(box[0]), across(box[2])];
    return right < -1 || left > width + 1 ? null : [clamp(left, 0, width), upper + box[1], clamp(right, 0, width), upper + box[3]];
  };

  /** The row of the mark below the pointer, or next to it; of several the smallest, which lies on the others. */
  const rowAt = (x, y, width) => {
    places ??= placesOf(svg, figure, plot);
    let best = null;
    const here = new Set();
    for (const place of places) {
      const box = onScreen(place, width);
      if (!box) continue;
      const isLine = place.element?.tagName === 'line', [left, top, right, bottom] = box;
      const away = isLine ? distanceToLine(x, y, box) : Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
      const distance = Math.max(0, away - touch), size = isLine || place.isStep ? 0 : (right - left + 1) * (bottom - top + 1);
      if (distance === 0 && !place.isStep) here.add(place.row);
      const isWorse = best && (distance - best.distance || size - best.size || away - best.away) > 0;
      if (distance <= reach && !isWorse) best = {row: place.row, box: isLine ? null : box, distance, size, away};
    }
    return best && {...best, more: Math.max(0, here.size - 1)};
  };

  const read = event => {
    const frame = frameOf(svg), found = rowAt(event.clientX - frame.left, event.clientY - frame.top, frame.width);
    if (!found) return hide('cursor', 'tip');
    const {cursor, tip} = layer(), box = figure.getBoundingClientRect();
    if (found.box) put(cursor, frame, found.box.map((edge, i) => edge + (i < 2 ? -2 : 2)));
    else cursor.hidden = true;
    const names = all('thead th', found.row.closest('table'));
    tip.replaceChildren(...[...found.row.cells].slice(0, 8).map((cell, i) =>
      make('div', {}, make('span', {class: 'muted'}, `${names[i]?.textContent ?? ''} `), cell.textContent.trim().slice(0, 100))));
    if (found.more) tip.append(make('div', {class: 'muted'}, `and ${found.more} more here`));
    tip.hidden = false;
    const at = event.clientX - box.left, room = figure.clientWidth - tip.offsetWidth - 4;
    Object.assign(tip.style, {
      left: `${clamp(at > room - 16 ? at - tip.offsetWidth - 16 : at + 16, 4, Math.max(room, 4))}px`,
      top: `${event.clientY - box.top + 18}px`,
    });
  };

  const stop = () => {
    [start, selecting] = [null, false];
    hide('selection');
  };

  svg.addEventListener('pointerdown', event => {
    if (group && event.isPrimary && event.button === 0) start = event.clientX;
    read(event);
  });
  svg.addEventListener('pointermove', event => {
    // Captured only when it has become a drag: a captured pointer clicks no link.
    if (start !== null && !selecting && event.buttons & 1 && Math.abs(event.clientX - start) > 4) {
      selecting = true;
      svg.setPointerCapture(event.pointerId);
      hide('cursor', 'tip');
    }
    if (!selecting) return read(event);
    const frame = frameOf(svg), ends = [start, event.clientX].map(x => clamp(x - frame.left, 0, frame.width));
    put(layer().selection, frame, [Math.min(...ends), upper, Math.max(...ends), upper + height]);
  });
  svg.addEventListener('pointerleave', () => { hide('cursor', 'tip'); if (!selecting) stop(); });
  if (!group) return;
  svg.addEventListener('pointerup', event => {
    const ends = selecting ? [start, event.clientX].map(timeAt) : [];
    stop();
    if (ends[0] !== ends[1]) group.zoom(Math.min(...ends), Math.max(...ends));
  });
  svg.addEventListener('pointercancel', stop);
  svg.addEventListener('dragstart', event => event.preventDefault());
  svg.addEventListener('dblclick', () => group.reset());
  svg.addEventListener('wheel', event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const factor = Math.exp(clamp(event.deltaY * (event.deltaMode === 0 ? 1 : 16), -200, 200) * 0.004);
    const {from, to} = factor > 1 ? group.shown : plot.shown, middle = timeAt(event.clientX);
    group.zoom(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }, {passive: false});
}

// ---------------------------------------------------------------- Links to a part: #session-4@1.2-3.4

const RANGE = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/;

/**
 * Goes where the address says, as far as the browser does not: to what is filtered out or folded, and to a part of time. Where that is
 * no span, it goes to the section alone.
 */
function follow() {
  let name;
  try { name = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const at = name.indexOf('@'), range = at < 0 ? null : RANGE.exec(name.slice(at + 1));
  const target = document.getElementById(at < 0 ? name : name.slice(0, at));
  if (!target) return;
  const concealed = Boolean(target.closest('[hidden], details:not([open])'));
  if (target.closest('[hidden]')) for (const filter of filters) if (filter.section.contains(target)) filter.clear();
  for (let fold = target.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  // A row of a table has no plot of its own: the time is that of its capture's plots.
  const group = range && (groupOf(target) ?? groupOf(target.closest('article[id^="file-"]') ?? document.body));
  if (group) {
    const from = Math.max(Number(range[1]), group.whole.from), to = Math.min(Number(range[2]), group.whole.to);
    if (from < to) group.zoom(from, to);
  }
  if (at < 0 && !concealed) return;
  target.scrollIntoView();
  // The Tab key goes on from here, as after a link that the browser follows.
  if (!target.matches('a, button, input, summary, [tabindex]')) target.tabIndex = -1;
  target.focus({preventScroll: true});
}

for (const link of all('a[data-range]')) {
  if (RANGE.test(link.dataset.range)) link.href = `${link.hash.split('@')[0]}@${link.dataset.range}`;
}
addEventListener('hashchange', follow);
// The second click on a link changes no address.
document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href^="#"]');
  if (link && link.hash !== '' && link.hash === location.hash) follow();
});

// ---------------------------------------------------------------- Commands

for (const command of all('.command')) {
  const code = command.querySelector('code');
  if (!code) continue;
  const control = button('Copy', {'aria-label': 'Copy the command'});
  const status = make('span', {class: 'muted', role: 'status'});
  control.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = 'Copied';
    } catch {
      // Refused, or a browser without it: selected, it can be copied by hand.
      getSelection().selectAllChildren(code);
      status.textContent = 'Selected';
    }
    setTimeout(() => { status.textContent = ''; }, 2000);
  });
  command.append(status, control);

  let words;
  try { words = JSON.parse(command.dataset.command); } catch { continue; }
  const section = command.closest('section'), group = section && groupOf(section);
  if (!group || !Array.isArray(words)) continue;
  const times = ['--from', '--to'], {origin} = command.dataset, text = code.textContent, isForParts = command.hidden;
  words = words.map(String).filter((word, i, list) => !times.includes(word) && !times.includes(list[i - 1]));
  const [first, last] = (command.dataset.span ?? '').split(' ').map(Number);
  group.commands.push({
    /** For what it can give of a part; the whole command where that is all or nothing. */
    narrow(part) {
      const from = Math.max(part?.from ?? first, first), to = Math.min(part?.to ?? last, last);
      const isPart = from < to && (from > first || to < last);
      const time = t => origin ? clock(origin, t) : written(t, to - from);
      code.textContent = isPart ? quoted([...words, '--from', time(from), '--to', time(to)]) : text;
      command.hidden = isForParts && !isPart;
    },
  });
}

follow();

})();
