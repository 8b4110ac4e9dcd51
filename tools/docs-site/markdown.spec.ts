import { expect, test } from '@jest/globals';
import { renderMarkdown } from './markdown.js';

const pages = [
  { path: 'index', source: 'docs/guides/README.md' },
  { path: 'guides/webhooks', source: 'docs/guides/webhooks.md' },
  { path: 'errors', source: 'docs/errors/README.md' },
] as const;
const [index, webhooks] = pages;
const render = (text: string) => renderMarkdown(text, webhooks, pages);

test('the title is the first heading, and headings have ids', () => {
  const { title, headings, body } = render('# Web`hooks`\n\n## When it fails\n');
  expect([title, headings]).toEqual(['Webhooks', ['webhooks', 'when-it-fails']]);
  expect(body).toContain('<h2 id="when-it-fails">When it fails</h2>');
});

test.each([
  ['[a](../errors/README.md)', '<a href="/docs/errors">a</a>'],
  ['[a](../errors/)', '<a href="/docs/errors">a</a>'],
  ['[a](README.md#terms)', '<a href="/docs#terms">a</a>'],
  ['[a](#again)', '<a href="/docs/guides/webhooks#again">a</a>'],
  ['[a](/docs/api)', '<a href="/docs/api">a</a>'],
  ['[a](https://example.com/)', '<a href="https://example.com/" rel="noreferrer">a</a>'],
  ['[a](../../examples/)', 'a (<code>examples/</code>)'],
])('%s becomes %s', (text, html) => {
  expect(render(text).body).toBe(`<p>${html}</p>\n`);
});

test('code is escaped, and HTML is refused', () => {
  expect(render('`<script>`').body).toContain('<code>&lt;script&gt;</code>');
  expect(() => render('<script>alert(1)</script>')).toThrow('docs/guides/webhooks.md: HTML in Markdown');
  expect(() => render('text <b>bold</b>')).toThrow('HTML in Markdown');
});

test('a wide table scrolls on its own', () => {
  expect(renderMarkdown('| a |\n| --- |\n| b |\n', index, pages).body).toMatch(
    /^<div class="table"><table>[^]*<\/table><\/div>/,
  );
});
