/* global CSSStyleSheet, customElements, document, matchMedia */
// The colours of the renderer are attributes: it does not follow the device's colour scheme by itself.
const light = { 'bg-color': '#ffffff', 'text-color': '#1c2024', 'primary-color': '#0b5cad', 'nav-bg-color': '#f4f5f7' };
const dark = { 'bg-color': '#14171a', 'text-color': '#e4e7ea', 'primary-color': '#6cb2f5', 'nav-bg-color': '#1d2125' };

// On a narrow screen the renderer leaves the descriptions of fields out: they take a line of their own below name and type.
const narrow = new CSSStyleSheet();
narrow.replaceSync(`@media (max-width: 575.98px) {
  .tr { flex-wrap: wrap; }
  .table .key { width: 62%; max-width: none; }
  .table .key-type { width: 38%; max-width: none; }
  .tr > .key-descr { display: block; flex: 0 0 100%; box-sizing: border-box; padding-left: 32px; overflow-wrap: anywhere; }
}`);
customElements.get('schema-table').elementStyles.push(narrow);

const explorer = document.createElement('openapi-explorer');
const scheme = matchMedia('(prefers-color-scheme: dark)');
const paint = () => {
  const colours = scheme.matches ? dark : light;
  for (const [name, value] of Object.entries(colours)) explorer.setAttribute(name, value);
  explorer.setAttribute('nav-text-color', colours['text-color']);
  explorer.setAttribute('secondary-color', colours['primary-color']);
};
paint();
scheme.addEventListener('change', paint);
// requests with real keys belong on a server, so the reference offers no console
for (const name of ['hide-console', 'hide-authentication', 'hide-server-selection']) explorer.setAttribute(name, '');
explorer.setAttribute('spec-url', '/openapi.json');
document.getElementById('api').replaceChildren(explorer);
