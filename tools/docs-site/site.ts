import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from './api/document.ts';
import { layout } from './html/layout.ts';
import { renderMarkdown } from './html/markdown.ts';
import { markdownOf } from './markdown-of.ts';
import type { Language, Page } from './page.ts';
import { addressOf, languages } from './page.ts';
import { errorPages } from './pages/error-pages.ts';
import { eventPages } from './pages/event-pages.ts';
import { filePages } from './pages/file-pages.ts';
import { missingPage } from './pages/missing-page.ts';
import { operationPages } from './pages/operation-pages.ts';
import { llmsText } from './llms.ts';
import { postmanCollection } from './postman.ts';
import { searchIndex } from './search-index.ts';

/** Every page of a language, in the order of the menu. */
export function pages(root: string, language: Language): readonly Page[] {
  const document = readDocument(root);
  return [
    ...filePages(root, language),
    ...errorPages(root, language),
    ...eventPages(root, document, language),
    ...operationPages(document, language),
  ];
}

/** Colours and type of all pages of Paygate. */
const PALETTE = join(import.meta.dirname, '../../libs/palette/src/palette.css');

/** Every file of the site by its path below /docs. Fails when a link leads nowhere. */
export function renderSite(root: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const listed = languages.map((language) => [language, pages(root, language)] as const);
  for (const [language, all] of listed) {
    const rendered = all.map((page) => ({ page, ...renderMarkdown(page, all) }));
    checkLinks(rendered);
    for (const { page, title, body, headings } of rendered) {
      files.set(`${language}/${page.path}.html`, layout({ page, title, body, headings, all: rendered }));
      files.set(`${addressOf(page).replace('/docs/', '')}.md`, markdownOf(page, all));
    }
    const missing = missingPage(language);
    const { title, body } = renderMarkdown(missing, all);
    files.set(`${language}/not-found.html`, layout({ page: missing, title, body, headings: [], all: rendered }));
    files.set(`${language}/search.json`, JSON.stringify(searchIndex(all)));
  }
  for (const name of readdirSync(join(root, 'docs/events')).filter((file) => file.endsWith('.json')))
    files.set(`events/${name}`, readFileSync(join(root, 'docs/events', name), 'utf8'));
  files.set('llms.txt', llmsText(listed));
  files.set('assets/postman.json', JSON.stringify(postmanCollection(readDocument(root))));
  const ofBrowser = (name: string): string => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');
  files.set('assets/style.css', readFileSync(PALETTE, 'utf8') + ofBrowser('style.css'));
  for (const name of ['site.js', 'search.js']) files.set(`assets/${name}`, ofBrowser(name));
  return files;
}

type Linked = Pick<ReturnType<typeof renderMarkdown>, 'headings' | 'links'> & { readonly page: Page };

/** Throws for a link to a page, or to a heading, that does not exist. */
function checkLinks(rendered: readonly Linked[]): void {
  const anchors = new Map(
    rendered.map(({ page, headings }) => [addressOf(page), new Set(headings.map(({ id }) => id))]),
  );
  for (const { page, links } of rendered)
    for (const link of links.filter((each) => each.startsWith('/docs/') && !/\.\w+$/.test(each))) {
      const [path = '', anchor] = link.split('#');
      const known = anchors.get(path);
      if (known === undefined) throw new Error(`${page.source}: no page ${link}`);
      if (anchor !== undefined && !known.has(anchor)) throw new Error(`${page.source}: no heading ${link}`);
    }
}
