// Zooming and reading of plots over time.

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
