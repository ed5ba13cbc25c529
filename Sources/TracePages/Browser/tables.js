// Sorting and filtering.

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
