// Adds to a page that is complete without it: sorting and filtering of tables, zooming and reading of plots over time, links to a part
// of them, and copying of commands. Texts of a capture go into the page as text only. Times are seconds since the first packet.
//
// The files are one script, in one function, in this order: page.js, tables.js, axes.js, plots.js, links.js.

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

const button = (text, attributes = {}) => make('button', {type: 'button', ...attributes}, text);
