import { posix } from 'node:path';
import type { Tokens } from 'marked';
import { Marked } from 'marked';

/** A page: its path below /docs, and the file that it is made from. */
export interface Page {
  readonly path: string;
  readonly source: string;
}

export interface Rendered {
  readonly title: string;
  readonly body: string;
  /** The ids of its headings. */
  readonly headings: readonly string[];
  /** Its links to other pages, as they are in the HTML. */
  readonly links: readonly string[];
}

/**
 * HTML of a page. Links between files become links between pages. A link to a file that is no page, such as a test or a
 * folder of examples, stays as text that names the file.
 */
export function renderMarkdown(text: string, page: Page, all: readonly Page[]): Rendered {
  const headings: string[] = [];
  const links: string[] = [];
  let title = page.path;
  const marked = new Marked<string, string>({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = slug(plain);
        headings.push(id);
        if (depth === 1) title = plain;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const label = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${href}" rel="noreferrer">${label}</a>`;
        const target = targetOf(href, page, all);
        if (target === undefined) return `${label} (<code>${repositoryPath(href, page)}</code>)`;
        links.push(target);
        return `<a href="${target}">${label}</a>`;
      },
      html({ text: raw }: Tokens.HTML | Tokens.Tag) {
        throw new Error(`${page.source}: HTML in Markdown: ${raw}`);
      },
    },
  });
  const html = marked.parse(text, { async: false });
  // wide tables scroll on their own, and the page does not
  const body = html.replaceAll('<table>', '<div class="table"><table>').replaceAll('</table>', '</table></div>');
  return { title, body, headings, links };
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/&[a-z0-9#]+;|[^\p{L}\p{N}\s_.-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

/** The page of a relative link; undefined for a file that is no page. Absolute links are addresses of the gateway. */
function targetOf(href: string, page: Page, all: readonly Page[]): string | undefined {
  if (href.startsWith('/')) return href;
  const [path = '', anchor] = href.split('#');
  const source = path === '' ? page.source : repositoryPath(path, page);
  const target = all.find((each) => each.source === source || each.source === posix.join(source, 'README.md'));
  if (target === undefined) return undefined;
  const address = target.path === 'index' ? '/docs' : `/docs/${target.path}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}

function repositoryPath(href: string, { source }: Page): string {
  return posix.join(posix.dirname(source), href);
}
