import { expect, test } from '@jest/globals';
import type { Page } from '../page.js';
import { renderMarkdown } from './markdown.js';

const page = (path: string, source: string, text = ''): Page => {
  return { path, source, language: 'en', section: 'guides', parts: [{ text, language: 'en' }] };
};
const pages = [
  page('index', 'docs/guides/README.md'),
  page('guides/webhooks', 'docs/guides/webhooks.md'),
  page('errors', 'docs/errors/README.md'),
];
const render = (text: string) => renderMarkdown(page('guides/webhooks', 'docs/guides/webhooks.md', text), pages);

test('the title is the first heading, and headings have ids', () => {
  const { title, headings, body } = render('# Web`hooks`\n\n## 4. When it fails\n');
  expect([title, headings.map(({ id }) => id)]).toEqual(['Webhooks', ['webhooks', '4-when-it-fails']]);
  expect(body).toContain('<h2 id="4-when-it-fails">4. When it fails</h2>');
});

test.each([
  ['[a](../errors/README.md)', '<a href="/docs/en/errors">a</a>'],
  ['[a](../errors/)', '<a href="/docs/en/errors">a</a>'],
  ['[a](README.md#terms)', '<a href="/docs/en#terms">a</a>'],
  ['[a](#again)', '<a href="/docs/en/guides/webhooks#again">a</a>'],
  ['[a](/docs/api)', '<a href="/docs/en/api">a</a>'],
  ['[a](/docs)', '<a href="/docs/en">a</a>'],
  ['[a](/docs/llms.txt)', '<a href="/docs/llms.txt">a</a>'],
  ['[a](/openapi.json)', '<a href="/openapi.json">a</a>'],
  ['[a](https://example.com/)', '<a href="https://example.com/" rel="noreferrer">a</a>'],
  ['[a](../../examples/)', 'a (<code>examples/</code>)'],
])('%s becomes %s', (text, html) => {
  expect(render(text).body).toBe(`<p>${html}</p>\n`);
});

test('code is escaped, and HTML is refused', () => {
  expect(render('`<script>`').body).toContain('<code>&lt;script&gt;</code>');
  expect(render('```ts\n"<b>" // <i>\n```').body).toContain(
    '<span class="string">&quot;&lt;b&gt;&quot;</span> <span class="comment">// &lt;i&gt;</span>',
  );
  expect(render('a\n\n<!--registry-->\n').body).toBe('<p>a</p>\n<!--registry-->\n');
  expect(() => render('<!--anything-->')).toThrow('HTML in Markdown');
  expect(() => render('<script>alert(1)</script>')).toThrow('docs/guides/webhooks.md: HTML in Markdown');
  expect(() => render('text <b>bold</b>')).toThrow('HTML in Markdown');
});

test('fences of different languages one after another are one group of samples', () => {
  const { body } = render('```bash\na\n```\n\n```php\nb\n```\n\ntext\n\n```bash\nc\n```\n');
  expect(body.match(/class="samples"|data-name="[^"]+"/g)).toEqual([
    'class="samples"',
    'data-name="curl"',
    'data-name="PHP"',
  ]);
});

test('a part in the other language is marked', () => {
  const french: Page = {
    ...page('api/a', 'docs/api/a', '# Titre'),
    language: 'fr',
    parts: [{ text: 'text', language: 'en' }],
  };
  expect(renderMarkdown(french, []).body).toBe('<div lang="en"><p>text</p>\n</div>');
});

test('each cell of a table has the name of its column, for phones', () => {
  expect(render('| a | b |\n| --- | --- |\n| c | d |\n').body).toContain('<td data-label="b">d</td>');
});
