import { targetOf } from './html/links.ts';
import type { Page } from './page.ts';

/** A page as Markdown, with links to the Markdown of other pages. */
export function markdownOf(page: Page, all: readonly Page[]): string {
  return page.parts
    .map(({ text }) => text.trim())
    .join('\n\n')
    .split(/^(```[^]*?^```$)/m)
    .map((piece) => (piece.startsWith('```') ? piece : withLinks(piece, page, all)))
    .join('')
    .concat('\n');
}

function withLinks(text: string, page: Page, all: readonly Page[]): string {
  return text.replaceAll(/\]\((?!https?:)([^)\s]+)\)/g, (whole, href: string) => {
    const [path = '', anchor] = (targetOf(href, page, all) ?? '').split('#');
    if (path === '') return whole;
    return `](${path.startsWith('/docs/') && !/\.\w+$/.test(path) ? `${path}.md` : path}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}
