import type { Page, Section } from '../page.ts';
import { addressOf, languages, sections } from '../page.ts';
import { words } from '../words.ts';
import type { Heading } from './markdown.ts';

/** A page as the layout needs it. */
export interface Titled {
  readonly page: Page;
  readonly title: string;
}

interface PageParts extends Titled {
  readonly body: string;
  readonly headings: readonly Heading[];
  /** Every page of the language, in the order of the menu. */
  readonly all: readonly Titled[];
}

/** The mark of Paygate, as on the dashboard. */
const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M10 24V8h7.5a5.5 5.5 0 0 1 0 11H14v5z"/></svg>';

/**
 * A page of the site as HTML. It loads nothing from other origins, and holds no script and no style of its own. The gateway puts the
 * configured contact in the place of the support comment, and its address and operators in that of the installation comment.
 */
export function layout({ page, title, body, headings, all }: PageParts): string {
  const { language } = page;
  const { skip, search, markdown, support } = words[language];
  const contents = contentsOf(headings, words[language].onThisPage);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Paygate</title>
<link rel="icon" href="data:,">
${languages.map((each) => `<link rel="alternate" hreflang="${each}" href="${addressOf({ ...page, language: each })}">`).join('\n')}
<link rel="stylesheet" href="/docs/assets/style.css">
<script type="module" src="/docs/assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">${skip}</a>
<header>
<a class="brand" href="/docs/${language}">${MARK} Paygate</a>
<div class="search" role="search" hidden>
<input type="search" id="search" aria-label="${search}" placeholder="${search}" autocomplete="off" aria-controls="found">
<ul id="found" hidden></ul>
</div>
${switchOf(page)}
</header>
<div class="columns">
${menuOf(page, all)}
<main id="content">
${body}
${page.path === 'not-found' ? '' : `${neighboursOf(page, all)}\n<p class="source"><a href="${addressOf(page)}.md">${markdown}</a></p>`}
<!--support ${support}-->
</main>
${contents}
</div>
</body>
</html>
`;
}

/** The same page in the other language. */
function switchOf(page: Page): string {
  const other = languages.find((each) => each !== page.language) ?? 'en';
  const path = page.path === 'not-found' ? 'index' : page.path;
  return `<a class="switch" lang="${other}" hreflang="${other}" href="${addressOf({ path, language: other })}">${words[page.language].otherLanguage}</a>`;
}

function contentsOf(headings: readonly Heading[], name: string): string {
  const second = headings.filter(({ depth }) => depth === 2);
  if (second.length < 2) return '';
  const entries = second.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('\n');
  return `<nav class="contents" aria-label="${name}">\n<h2>${name}</h2>\n<ul>\n${entries}\n</ul>\n</nav>`;
}

/** Sections of many pages are listed on their own pages only. */
const LONG: ReadonlySet<Section> = new Set(['errors', 'events', 'api']);

/** The menu beside the page; on a phone a disclosure above it. */
function menuOf(page: Page, all: readonly Titled[]): string {
  const { menu, pages, dashboard, sections: names } = words[page.language];
  const groups = sections
    .filter((section) => !LONG.has(section) || section === page.section)
    .map((section) => {
      const entries = all.filter((each) => each.page.section === section).map((each) => menuEntry(each, page));
      return `<h2>${names[section]}</h2>\n<ul>\n${entries.join('\n')}\n</ul>`;
    });
  return `<details class="menu" open>
<summary>${menu}</summary>
<nav aria-label="${pages}">
<a href="/dashboard/">${dashboard}</a>
${groups.join('\n')}
</nav>
</details>`;
}

function menuEntry({ page, title }: Titled, current: Page): string {
  const mark = page.path === current.path ? ' aria-current="page"' : '';
  return `<li><a href="${addressOf(page)}"${mark}>${title}</a></li>`;
}

function neighboursOf(page: Page, all: readonly Titled[]): string {
  const { previous, next } = words[page.language];
  const index = all.findIndex((each) => each.page.path === page.path);
  const before = all[index - 1];
  const after = index < 0 ? undefined : all[index + 1];
  const link = (side: string, label: string, each: Titled | undefined): string =>
    each === undefined
      ? ''
      : `<a class="${side}" href="${addressOf(each.page)}"><span>${label}</span> ${each.title}</a>`;
  return `<div class="neighbours">${link('previous', previous, before)}${link('next', next, after)}</div>`;
}
