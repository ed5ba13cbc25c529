// Links to a part of a page, and commands for it.

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
