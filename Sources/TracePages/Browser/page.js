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

/** What a cell sorts by: a number where `data-value` is one, else its text. Nothing sorts last, whatever the direction. */
function sortKey(cell) {
  const value = cell?.dataset.value;
  if (value === 'null') return null;
  const number = value === undefined || value.trim() === '' ? NaN : Number(value);
  return Number.isNaN(number) ? cell?.textContent.trim() || null : number;
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
    const apply = () => {
      const wanted = input.value.trim().toLowerCase();
      let shown = 0;
      for (const e of entries) {
        e.hidden = wanted !== '' && !e.textContent.toLowerCase().includes(wanted);
        shown += e.hidden ? 0 : 1;
      }
      status.textContent = wanted === '' ? '' : `${shown} of ${entries.length} shown`;
    };
    input.addEventListener('input', apply);
    const first = entries[0];
    (first.closest('.scroll') ?? first.closest('table, ul, ol') ?? first).before(make('div', {class: 'filter'}, make('label', {}, 'Filter ', input), status));
    filters.push({section, clear() { input.value = ''; apply(); }});
  }
}

// ---------------------------------------------------------------- Axes of time

/** Times for about `count` labels between two times, in steps of 1, 2 or 5, and how each is written. */
function ticks(from, to, count) {
  const rough = (to - from) / count;
  // From half a minute on in minutes, else in the unit that fits the later end.
  const minutes = rough > 20;
  const [unit, name] = minutes ? [60, 'min'] : to < 1e-3 ? [1e-6, 'µs'] : to < 1 ? [1e-3, 'ms'] : [1, 's'];
  const power = 10 ** Math.floor(Math.log10(rough / unit));
  const step = power * ([1, 2, 5].find(s => s * power * unit >= rough) ?? 10);
  const digits = clamp(Math.ceil(-Math.log10(step) - 1e-9), 0, 9);
  const found = [];
  for (let i = Math.ceil(from / unit / step - 1e-9); i * step <= to / unit + step * 1e-9; i += 1) {
    found.push({time: i * step * unit, text: `${(i * step).toFixed(digits)} ${name}`});
  }
  return found;
}

/** A time with as many digits as tell it from its neighbours in a span. */
const written = (time, span) => String(Number(time.toFixed(clamp(Math.ceil(-Math.log10(span)) + 3, 0, 9))));

/** An SVG over time: what it shows can be changed to a part, and given back exactly as it was. */
class Plot {
  constructor(svg, figure) {
    Object.assign(this, {svg, figure, from: Number(svg.dataset.from), to: Number(svg.dataset.to)});
  }

  /** The left edge and width of the data on the screen. */
  get frame() {
    const box = this.svg.getBoundingClientRect(), style = getComputedStyle(this.svg);
    const left = parseFloat(style.paddingLeft);
    return {left: box.left + left, top: box.top, width: box.width - left - parseFloat(style.paddingRight)};
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

  show(from, to) {
    if (!this.original) this.keep();
    const {views, placed, grid, ticks: labels} = this.original;
    for (const {element, value} of views) {
      const [x, y, width, height] = value.split(/[\s,]+/).map(Number), scale = width / (this.to - this.from);
      element.setAttribute('viewBox', [x + (from - this.from) * scale, y, (to - from) * scale, height].join(' '));
    }
    const place = time => `${(100 * (time - from) / (to - from)).toFixed(3)}%`;
    for (const {element} of placed) {
      const time = Number(element.dataset.at);
      element.setAttribute('x', place(time));
      if (time < from || time > to) element.setAttribute('display', 'none');
      else element.removeAttribute('display');
    }
    const times = ticks(from, to, clamp(this.frame.width / 90, 2, 10));
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
  }
}

// ---------------------------------------------------------------- Zooming

/** Plots that show the same part of time, with what follows it: links to that part and commands for it. */
class Group {
  plots = [];
  links = [];
  commands = [];
  whole = {from: Infinity, to: -Infinity};
  part = null;

  get shown() { return this.part ?? this.whole; }

  add(plot) {
    this.plots.push(plot);
    this.whole = {from: Math.min(this.whole.from, plot.from), to: Math.max(this.whole.to, plot.to)};
  }

  /** Shows a part of this length or the next possible one; all of it if it is as long. */
  zoom(from, to) {
    const length = this.whole.to - this.whole.from;
    // Finer than that the drawing does not go.
    const wanted = Math.max(to - from, length * 1e-5);
    if (!(wanted < length)) return this.reset();
    const start = clamp((from + to - wanted) / 2, this.whole.from, this.whole.to - wanted);
    this.part = {from: start, to: start + wanted};
    for (const plot of this.plots) plot.show(this.part.from, this.part.to);
    this.tell();
  }

  reset() {
    this.part = null;
    for (const plot of this.plots) plot.restore();
    this.tell();
  }

  tell() {
    const span = this.shown.to - this.shown.from;
    const [from, to] = [this.shown.from, this.shown.to].map(time => written(time, span));
    for (const link of this.links) {
      link.hidden = !this.part;
      link.href = `#${encodeURIComponent(link.dataset.target)}@${from}-${to}`;
    }
    for (const command of this.commands) {
      command.code.textContent = this.part ? quoted([...command.words, '--from', from, '--to', to]) : command.text;
    }
  }

  act(what) {
    const {from, to} = this.shown, length = to - from;
    const moved = {in: [1 / 4, -1 / 4], out: [-1 / 2, 1 / 2], left: [-1 / 2, -1 / 2], right: [1 / 2, 1 / 2]}[what];
    if (moved) this.zoom(from + moved[0] * length, to + moved[1] * length);
    else this.reset();
  }
}

/** Words for a shell. */
const quoted = words => words.map(w => /^[\w@%+=:,./-]+$/.test(w) ? w : `'${w.replaceAll("'", "'\\''")}'`).join(' ');

const groups = new Map();

/** One stop for the Tab key a figure; the arrows move within its toolbar. */
function toolbar(group, figure) {
  const controls = [['in', '+', 'Zoom in'], ['out', '−', 'Zoom out'], ['left', '‹', 'Earlier'], ['right', '›', 'Later'], ['reset', '⟲', 'Show all']]
    .map(([what, text, name]) => {
      const control = button(text, {'data-zoom': what, 'aria-label': name, title: name, tabindex: what === 'in' ? 0 : -1});
      control.addEventListener('click', () => group.act(what));
      return control;
    });
  const target = figure.id || figure.closest('[id]')?.id;
  if (target) {
    const link = make('a', {'data-target': target, 'aria-label': 'Link to this part', title: 'Link to this part', tabindex: -1, hidden: ''}, '#');
    group.links.push(link);
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
  let group;
  for (const svg of all('svg.time[data-from][data-to]', figure)) {
    const plot = new Plot(svg, figure), name = svg.dataset.group ?? svg;
    if (!(plot.from < plot.to)) continue;
    if (!groups.has(name)) groups.set(name, new Group());
    group = groups.get(name);
    group.add(plot);
    point(plot, group);
  }
  if (group) toolbar(group, figure);
}

/** The group of the plots that an element has, or is in. A section of a session has its own, beside that of its steps. */
function groupOf(element) {
  if (!element.closest('figure') && groups.has(element.id)) return groups.get(element.id);
  const svg = (element.closest('figure') ?? element).querySelector('svg.time');
  return svg ? groups.get(svg.dataset.group ?? svg) : groups.get(element.id);
}

// ---------------------------------------------------------------- The pointer: reading values, selecting a part, the wheel

function point(plot, group) {
  const {svg, figure} = plot;
  let rows, overlay, start = null, selecting = false;

  const layer = () => overlay ??= Object.fromEntries(['cursor', 'selection', 'tip'].map(name => {
    const element = make('div', {class: name, 'aria-hidden': 'true', hidden: ''});
    figure.append(element);
    return [name, element];
  }));
  const hide = (...names) => { for (const name of overlay ? names : []) overlay[name].hidden = true; };
  const timeAt = x => {
    const {left, width} = plot.frame, {from, to} = group.shown;
    return from + clamp((x - left) / width, 0, 1) * (to - from);
  };
  const xOf = time => {
    const {left, width} = plot.frame, {from, to} = group.shown;
    return left + (time - from) / (to - from) * width;
  };
  /** Puts a strip as high as the data between two places of the screen. */
  const stretch = (element, from, to) => {
    const box = figure.getBoundingClientRect(), {top} = plot.frame;
    const areas = all('svg.area', svg).map(a => [parseFloat(a.getAttribute('y')) || 0, parseFloat(a.getAttribute('height')) || 0]);
    const upper = Math.min(...areas.map(([y]) => y)), lower = Math.max(...areas.map(([y, height]) => y + height));
    Object.assign(element.style, {
      left: `${from - box.left - figure.clientLeft}px`, width: `${Math.max(to - from, 1)}px`,
      top: `${top + upper - box.top - figure.clientTop}px`, height: `${Math.max(lower - upper, 1)}px`,
    });
    element.hidden = false;
  };

  /** The row next in time. */
  const rowAt = time => {
    rows ??= all('tbody tr', figure).map(row => ({row, time: parseFloat(row.cells[0]?.dataset.value)}));
    let next;
    for (const candidate of rows) {
      if (!next || Math.abs(candidate.time - time) < Math.abs(next.time - time) || Number.isNaN(next.time)) next = candidate;
    }
    return next;
  };

  const read = event => {
    const found = rowAt(timeAt(event.clientX)), {from, to} = group.shown;
    if (!found || !(found.time >= from && found.time <= to)) return hide('cursor', 'tip');
    const {cursor, tip} = layer(), box = figure.getBoundingClientRect();
    const x = clamp(xOf(found.time), plot.frame.left, plot.frame.left + plot.frame.width);
    if (Number.isNaN(x)) cursor.hidden = true;
    else stretch(cursor, x, x);
    const names = all('thead th', found.row.closest('table'));
    tip.replaceChildren(...[...found.row.cells].slice(0, 8).map((cell, i) =>
      make('div', {}, make('span', {class: 'muted'}, `${names[i]?.textContent ?? ''} `), cell.textContent.trim().slice(0, 100))));
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

  svg.addEventListener('pointerdown', event => { if (event.isPrimary && event.button === 0) start = event.clientX; });
  svg.addEventListener('pointermove', event => {
    // Captured only when it has become a drag: a captured pointer clicks no link.
    if (start !== null && !selecting && event.buttons & 1 && Math.abs(event.clientX - start) > 4) {
      selecting = true;
      svg.setPointerCapture(event.pointerId);
      hide('cursor', 'tip');
    }
    if (!selecting) return read(event);
    const {left, width} = plot.frame, ends = [start, event.clientX].map(x => clamp(x, left, left + width));
    stretch(layer().selection, Math.min(...ends), Math.max(...ends));
  });
  svg.addEventListener('pointerup', event => {
    const ends = [start, event.clientX].map(timeAt), selected = selecting;
    stop();
    if (selected && ends[0] !== ends[1]) group.zoom(Math.min(...ends), Math.max(...ends));
  });
  svg.addEventListener('pointercancel', stop);
  svg.addEventListener('pointerleave', () => { hide('cursor', 'tip'); if (!selecting) stop(); });
  svg.addEventListener('dragstart', event => event.preventDefault());
  svg.addEventListener('dblclick', () => group.reset());
  svg.addEventListener('wheel', event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const {from, to} = group.shown, middle = timeAt(event.clientX);
    const factor = Math.exp(clamp(event.deltaY * (event.deltaMode === 0 ? 1 : 16), -200, 200) * 0.004);
    group.zoom(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }, {passive: false});
}

// ---------------------------------------------------------------- Links to a part: #session-4@1.2-3.4

const RANGE = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/;

/** Goes where the address says, as far as the browser does not: to what is filtered out or folded, and to a part of time. */
function follow() {
  let name;
  try { name = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const [, id, part] = /^(.+)@([^@]+)$/.exec(name) ?? [, name];
  const range = RANGE.exec(part ?? ''), target = document.getElementById(id);
  if (!target || part !== undefined && !(range && Number(range[1]) < Number(range[2]))) return;
  const concealed = Boolean(target.closest('[hidden], details:not([open])'));
  if (target.closest('[hidden]')) for (const filter of filters) if (filter.section.contains(target)) filter.clear();
  for (let fold = target.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  const group = range && groupOf(target);
  if (group) {
    const from = Math.max(Number(range[1]), group.whole.from), to = Math.min(Number(range[2]), group.whole.to);
    if (from <= to) group.zoom(from, to);
  }
  if (!range && !concealed) return;
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
  const times = ['--from', '--to'];
  words = words.map(String).filter((word, i, list) => !times.includes(word) && !times.includes(list[i - 1]));
  group.commands.push({code, words, text: code.textContent});
}

follow();

})();
