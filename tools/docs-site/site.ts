import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { layout } from './layout.ts';
import type { Page } from './markdown.ts';
import { renderMarkdown } from './markdown.ts';

/** The guides in the order in which they are read. */
const GUIDES = ['quickstart', 'mobile-money', 'webhooks', 'errors', 'idempotency', 'test-mode', 'going-live'] as const;
const CLIENTS = ['node', 'browser', 'react'] as const;

/** Every page that is made from Markdown. */
export function pages(root: string): readonly Page[] {
  const named = (folder: string): Page[] =>
    readdirSync(join(root, 'docs', folder))
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => ({ path: `${folder}/${basename(file, '.md')}`, source: `docs/${folder}/${file}` }));
  return [
    { path: 'index', source: 'docs/guides/README.md' },
    ...GUIDES.map((name) => ({ path: `guides/${name}`, source: `docs/guides/${name}.md` })),
    ...CLIENTS.map((name) => ({ path: `clients/${name}`, source: `libs/sdk-${name}/README.md` })),
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
  return new Map([...html, ['api', apiPage]]);
}

const API_PAGE = `<div id="api"><noscript><p>The reference needs JavaScript. The document itself is
<a href="/openapi.json">/openapi.json</a>.</p></noscript></div>
<script type="module" src="/docs/assets/openapi-explorer.js"></script>
<script type="module" src="/docs/assets/api-page.js"></script>`;
