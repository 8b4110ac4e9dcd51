import type { Token, Tokens } from 'marked';
import { Marked } from 'marked';
import type { Page, Part } from '../page.ts';
import { highlight } from './highlight.ts';
import { targetOf, repositoryPath } from './links.ts';
import { groupSamples, SAMPLES, samplesHtml } from './samples.ts';
import { slug } from './slug.ts';

export interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

export interface Rendered {
  readonly title: string;
  readonly body: string;
  readonly headings: readonly Heading[];
  /** Its links to other pages, as they are in the HTML. */
  readonly links: readonly string[];
}

/** The places for what the gateway says about the installation: its address and operators, and its registry of packages. */
const PLACES: readonly string[] = ['<!--installation-->', '<!--registry-->'];

/**
 * HTML of a page. Links between files become links between pages. A link to a file that is no page, such as a test or a
 * folder of examples, stays as text that names the file. Fences of several languages one after another are one group of samples.
 */
export function renderMarkdown(page: Page, all: readonly Page[]): Rendered {
  const headings: Heading[] = [];
  const links: string[] = [];
  const html = page.parts.map((part) => renderPart(part, page, { all, headings, links })).join('\n');
  const title = headings.find(({ depth }) => depth === 1)?.text ?? page.path;
  return { title, body: html, headings, links };
}

interface Collected {
  readonly all: readonly Page[];
  readonly headings: Heading[];
  readonly links: string[];
}

function renderPart({ text, language }: Part, page: Page, { all, headings, links }: Collected): string {
  const marked = new Marked<string, string>({
    extensions: [{ name: SAMPLES, renderer: (token) => samplesHtml(token) }],
    renderer: {
      code: ({ text: code, lang = '' }: Tokens.Code) =>
        `<pre tabindex="0"><code>${highlight(code, lang)}</code></pre>\n`,
      heading({ tokens, depth }: Tokens.Heading) {
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = slug(plain);
        headings.push({ id, depth, text: plain });
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
      table({ header, rows }: Tokens.Table) {
        const labels = header.map((cell) => this.parser.parseInline(cell.tokens, this.parser.textRenderer));
        const head = header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`).join('');
        const body = rows.map((row) => {
          const cells = row.map((cell, index) => {
            return `<td data-label="${labels[index] ?? ''}">${this.parser.parseInline(cell.tokens)}</td>`;
          });
          return `<tr>${cells.join('')}</tr>`;
        });
        return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>\n`;
      },
      html({ text: raw }: Tokens.HTML | Tokens.Tag) {
        if (PLACES.includes(raw.trim())) return raw;
        throw new Error(`${page.source}: HTML in Markdown: ${raw}`);
      },
    },
  });
  const tokens: Token[] = groupSamples(marked.lexer(text));
  const html = marked.parser(tokens);
  return language === page.language ? html : `<div lang="${language}">${html}</div>`;
}
