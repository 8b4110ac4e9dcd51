import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { layout } from './layout.ts';
import type { Page } from './markdown.ts';
import { renderMarkdown } from './markdown.ts';

/** The guides in the order in which they are read. */
const GUIDES = [
  'quickstart',
  'payment-links',
  'mobile-money',
  'refunds',
  'receipts',
  'webhooks',
  'errors',
  'idempotency',
  'test-mode',
  'going-live',
] as const;
const CLIENTS = { node: 'sdk-node', browser: 'sdk-browser', react: 'sdk-react', cli: 'cli' } as const;

/** Every page that is made from Markdown. */
export function pages(root: string): readonly Page[] {
  const named = (folder: string): Page[] =>
    readdirSync(join(root, 'docs', folder))
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => ({ path: `${folder}/${basename(file, '.md')}`, source: `docs/${folder}/${file}` }));
  return [
    { path: 'index', source: 'docs/guides/README.md' },
    ...GUIDES.map((name) => ({ path: `guides/${name}`, source: `docs/guides/${name}.md` })),
    ...Object.entries(CLIENTS).map(([name, folder]) => ({
      path: `clients/${name}`,
      source: `libs/${folder}/README.md`,
    })),
    { path: 'errors', source: 'docs/errors/README.md' },
    ...named('errors'),
    { path: 'events', source: 'docs/events/README.md' },
    ...named('events'),
  ];
}

/** The HTML of each page by its path. Fails when a link leads nowhere. */
export function renderSite(root: string): ReadonlyMap<string, string> {
  const all = pages(root);
  const rendered = all.map((page) => {
    return { page, ...renderMarkdown(readFileSync(join(root, page.source), 'utf8'), page, all) };
  });
  const anchors = new Map(rendered.map(({ page, headings }) => [`/docs/${page.path}`, new Set(headings)]));
  for (const { page, links } of rendered)
    for (const link of links) {
      const [path = '', anchor] = link.replace(/^\/docs(?=#|$)/, '/docs/index').split('#');
      if (anchor !== undefined && anchors.get(path)?.has(anchor) !== true)
        throw new Error(`${page.source}: no heading ${link}`);
    }
  const titles = new Map(rendered.map(({ page, title }) => [page.path, title]));
  const html = rendered.map(({ page, title, body }): [string, string] => [
    page.path,
    layout({ path: page.path, title, body, titles }),
  ]);
  const apiPage = layout({ path: 'api', title: 'API reference', body: API_PAGE, titles, wide: true });
  const missing = layout({ path: 'not-found', title: 'No such page', body: MISSING_PAGE, titles });
  return new Map([...html, ['api', apiPage], ['not-found', missing]]);
}

/** The answer to an unknown path. */
const MISSING_PAGE = `<h1>There is no such page</h1>
<p>The docs have no page at this address. Begin with <a href="/docs">the guides</a>, <a href="/docs/api">the API reference</a>,
<a href="/docs/errors">the errors</a> or <a href="/docs/events">the events</a>.</p>`;

const API_PAGE = `<div id="api"><noscript><p>The reference needs JavaScript. The document itself is
<a href="/openapi.json">/openapi.json</a>.</p></noscript></div>
<script type="module" src="/docs/assets/openapi-explorer.js"></script>
<script type="module" src="/docs/assets/api-page.js"></script>`;
