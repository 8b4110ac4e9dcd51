/* global document, location, navigator, localStorage, fetch, matchMedia, NodeFilter, setTimeout */
const { lang } = document.documentElement;
const texts = {
  en: { copy: 'Copy', copied: 'Copied', none: 'Nothing found' },
  fr: { copy: 'Copier', copied: 'Copié', none: 'Aucun résultat' },
}[lang];

// the menu is open beside the page, and closed above it on a phone
const menu = document.querySelector('.menu');
const wide = matchMedia('(min-width: 60rem)');
const arrange = () => {
  menu.open = wide.matches;
};
arrange();
wide.addEventListener('change', arrange);
menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

// the host of the samples is that of the reader
for (const code of document.querySelectorAll('code')) {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    walker.currentNode.data = walker.currentNode.data.replaceAll('https://localhost:8443', location.origin);
}

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = texts.copy;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.innerText);
    button.textContent = texts.copied;
    setTimeout(() => (button.textContent = texts.copy), 2000);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

// samples become tabs; the chosen language holds for all of them
const groups = [...document.querySelectorAll('.samples')].map((group) => {
  const panels = [...group.querySelectorAll('.sample')];
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = panel.dataset.name;
    tab.id = `tab-${document.querySelectorAll('[role=tab]').length + index}`;
    tab.setAttribute('role', 'tab');
    panel.id = `${tab.id}-panel`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => choose(panel.dataset.name, true));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next.click();
      next.focus();
    });
    panel.querySelector('.sample-name').remove();
    return tab;
  });
  list.append(...tabs);
  group.prepend(list);
  return { panels, tabs };
});
function choose(name, remember) {
  for (const { panels, tabs } of groups) {
    const chosen = Math.max(
      0,
      panels.findIndex((panel) => panel.dataset.name === name),
    );
    panels.forEach((panel, index) => (panel.hidden = index !== chosen));
    tabs.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
    });
  }
  if (remember) localStorage.setItem('paygate-docs-language', name);
}
choose(localStorage.getItem('paygate-docs-language') ?? 'curl', false);

// search, over an index that is loaded, with what searches it, when the field is first used
const field = document.getElementById('search');
const found = document.getElementById('found');
field.closest('.search').hidden = false;
let index;
const load = () =>
  (index ??= Promise.all([import('/docs/assets/search.js'), fetch(`/docs/${lang}/search.json`)]).then(
    async ([{ find, openIndex }, answer]) => {
      const opened = openIndex(await answer.json());
      return (query) => find(opened, query);
    },
  ));
async function search() {
  const find = await load();
  const results = find(field.value);
  found.hidden = field.value.trim() === '';
  found.replaceChildren(...results.map(resultOf));
  if (results.length === 0) found.append(Object.assign(document.createElement('li'), { textContent: texts.none }));
}
function resultOf({ address, title, page, text }) {
  const link = Object.assign(document.createElement('a'), { href: address });
  const about = Object.assign(document.createElement('span'), {
    textContent: title === page ? text.slice(0, 110) : page,
  });
  link.append(Object.assign(document.createElement('strong'), { textContent: title }), about);
  const item = document.createElement('li');
  item.append(link);
  return item;
}
field.addEventListener('focus', load, { once: true });
field.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const links = [...found.querySelectorAll('a')];
    if (found.hidden || links.length === 0 || !field.closest('.search').contains(document.activeElement)) return;
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const at = links.indexOf(document.activeElement) + step;
    (at < 0 ? field : links[Math.min(at, links.length - 1)]).focus();
  }
});
document.addEventListener('click', ({ target }) => {
  if (!field.closest('.search').contains(target)) found.hidden = true;
});
