import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readDocument } from './api/document.js';
import { frenchTexts } from './api/field-words.js';
import { sampleRequests } from './api/request.js';
import { frenchErrors } from './pages/fr/errors.js';
import { operationDescriptions } from './pages/fr/operation-descriptions.js';
import { operationTitles } from './pages/fr/operation-titles.js';
import { renderSite } from './site.js';

const CLIENTS = ['sdk-node', 'sdk-browser', 'sdk-react', 'sdk-python', 'sdk-php', 'cli'].map((name) => `libs/${name}`);
/** The port of a shop's own server, and what a guide names in its own sentence. */
const OF_EXAMPLES: ReadonlySet<string> = new Set(['PORT']);
const PAGE_MAX_BYTES = 60_000;
let root: string;
let site: ReadonlyMap<string, string>;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'paygate-site-'));
  for (const folder of ['docs/guides', 'docs/errors', 'docs/events', 'docs/api', 'docs/contract'])
    cpSync(folder, join(root, folder), { recursive: true });
  for (const folder of CLIENTS) {
    mkdirSync(join(root, folder), { recursive: true });
    cpSync(`${folder}/README.md`, join(root, folder, 'README.md'));
  }
  site = renderSite(root);
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

const guides = readdirSync('docs/guides').filter((file) => file.endsWith('.md') && file !== 'README.md');

test.each(['en', 'fr'])(
  'each guide is a page in %s, as HTML and as Markdown, and in the list for programs',
  (language) => {
    const llms = site.get('llms.txt');
    for (const guide of guides) {
      const path = `${language}/guides/${guide.replace('.md', '')}`;
      expect([path, site.has(`${path}.html`), site.has(`${path}.md`)]).toEqual([path, true, true]);
      expect(llms).toContain(`(/docs/${path}.md)`);
    }
  },
);

/** The blocks of code of a guide, in two: what runs, and the comments. */
const blocksOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', block = '']) => {
    const comment = language === 'bash' ? /(?<=^|\s)# (.*)$/gm : /(?<=^|\s)\/\/ (.*)$/gm;
    const comments = [...block.matchAll(comment)].map(([, text = '']) => text);
    return { code: block.replaceAll(comment, '# …'), comments };
  });
test('each guide is written in French, with the code of the English one and comments in French', () => {
  for (const guide of [...guides, 'README.md']) {
    const [french, english] = [blocksOf(`docs/guides/fr/${guide}`), blocksOf(`docs/guides/${guide}`)];
    const codeOf = (blocks: typeof french): readonly string[] => blocks.map(({ code }) => code);
    expect([guide, codeOf(french)]).toEqual([guide, codeOf(english)]);
    const comments = new Set(english.flatMap((block) => block.comments));
    const untranslated = french.flatMap((block) => block.comments).filter((text) => comments.has(text));
    expect([guide, untranslated]).toEqual([guide, []]);
  }
});

test('each error has a French text', () => {
  const codes = readdirSync('docs/errors').filter((file) => file.endsWith('.md') && file !== 'README.md');
  expect(Object.keys(frenchErrors).sort()).toEqual(codes.map((file) => file.replace('.md', '')).sort());
});

test('the French texts of operations are those of operations', () => {
  const texts = [...Object.keys(operationTitles), ...Object.keys(operationDescriptions)];
  expect(texts.filter((id) => !site.has(`fr/api/${id}.html`))).toEqual([]);
});

test('each field, parameter and answer has a French text, and no text is left over', () => {
  const { schemas, operations } = readDocument('.');
  const english = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'description' && typeof inner === 'string') english.add(inner);
      else if (key !== 'example' && key !== 'examples') collect(inner);
    }
  };
  collect(schemas);
  for (const { parameters, answers } of operations) {
    collect(parameters);
    collect(Object.entries(answers).flatMap(([status, answer]) => (status < '300' ? [answer] : [])));
  }
  expect(Object.keys(frenchTexts).sort()).toEqual([...english].sort());
});

function operationOf(id: string) {
  const operation = readDocument('.').operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  return operation;
}

test('each operation has a page in both languages, which shows no regular expression', () => {
  const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  };
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  for (const id of ids)
    for (const language of ['en', 'fr']) {
      const page = site.get(`${language}/api/${id}.html`) ?? '';
      const languages = ['curl', 'Node.js', 'PHP', 'Python'].map((name) => `data-name="${name}"`);
      const samples = sampleRequests(operationOf(id)).flatMap(() => languages);
      expect([id, page.match(/data-name="[^"]+"/g)]).toEqual([id, samples]);
      expect([id, /\[0-9\]|\[a-z\]|\\x00/.exec(page)?.[0]]).toEqual([id, undefined]);
    }
});

test.each([
  ['initOtp', ['x-session-token', 'x-api-key: pk_…', 'Authorization']],
  ['charge', ['x-otp-token', 'Authorization', 'x-api-key: pk_…']],
  ['listPayouts', ['Bearer sk_…', 'Bearer dsh_…', '__Host-paygate_dashboard']],
])('the page of %s names every credential of its alternatives: %j', (id, names) => {
  for (const language of ['en', 'fr']) {
    const text = site.get(`${language}/api/${id}.md`) ?? '';
    const [line = ''] = /^(?:Credentials|Authentification).*$/m.exec(text) ?? [];
    expect([language, names.filter((name) => !line.includes(name))]).toEqual([language, []]);
    expect(text.includes(language === 'fr' ? 'errors have a body' : 'les erreurs ont un corps')).toBe(false);
  }
});

test('each environment variable of samples, guides, clients and the command is described', () => {
  const used = /process\.env(?:\.|\[')([A-Z_]+)|variables\['([A-Z_]+)'\]|getenv\('([A-Z_]+)|environ\["([A-Z_]+)/g;
  const sources = globSync('libs/{sdk-*,cli}/src/**/*.ts', { exclude: (name) => name.endsWith('.spec.ts') });
  const texts = [...site.values(), ...sources.map((file) => readFileSync(file, 'utf8'))];
  const names = new Set(texts.flatMap((text) => [...text.matchAll(used)].map((match) => match.slice(1).join(''))));
  expect(names.size).toBeGreaterThan(8);
  for (const language of ['en', 'fr']) {
    const page = site.get(`${language}/api.md`) ?? '';
    const undescribed = [...names].filter((name) => !OF_EXAMPLES.has(name) && !page.includes(`| \`${name}\` |`));
    expect([language, undescribed]).toEqual([language, []]);
  }
});

test('every address in the pages, in their Markdown and in the list for programs is that of a file', () => {
  const isFile = (address: string): boolean => {
    const name = address.replace(/^\/docs\//, '');
    return [name, `${name}.html`, `${name}/index.html`].some((path) => site.has(path));
  };
  const addresses = [...site].flatMap(([path, text]) =>
    [...text.matchAll(path.endsWith('.html') ? /(?:href|src)="(\/docs\/[^"#]*)/g : /\]\((\/docs\/[^)#]*)/g)].map(
      ([, address = '']) => address,
    ),
  );
  expect(addresses.length).toBeGreaterThan(10_000);
  expect([...new Set(addresses)].filter((address) => !isFile(address))).toEqual([]);
});

test('every page leaves a place for the contact of support', () => {
  for (const [path, text] of site)
    if (path.endsWith('.html')) expect([path, /<!--support [^<>]+:-->/.test(text)]).toEqual([path, true]);
});

test('no page names a package that a package manager would look up in a registry', () => {
  for (const [path, text] of site)
    expect([
      path,
      /\b(?:npx|npm (?:i|install|exec)|(?:pnpm|yarn|bun) add|bunx) (?:-(?!-package=)\S+ )*@?paygate/.exec(text)?.[0],
    ]).toEqual([path, undefined]);
});

test('no page is large', () => {
  for (const [path, text] of site)
    if (path.endsWith('.html')) expect([path, gzipSync(text).length < PAGE_MAX_BYTES]).toEqual([path, true]);
});

test('the collection for Postman has each operation once', () => {
  const { item } = JSON.parse(site.get('assets/postman.json') ?? '') as {
    readonly item: readonly { item: object[] }[];
  };
  const operations = [...site.keys()].filter((path) => /^en\/api\/.*\.html$/.test(path));
  expect(item.flatMap((group) => group.item)).toHaveLength(operations.length);
  const collection = site.get('assets/postman.json') ?? '';
  const times = new Set([...collection.matchAll(/\{\{(days[+-]\d+)\}\}/g)].map(([, name = '']) => name));
  expect([...times].filter((name) => !collection.includes(`pm.variables.set('${name}'`))).toEqual([]);
  expect([times.size > 2, collection.includes('${')]).toEqual([true, false]);
});

test.each([
  ['errors.md#no-such-heading', 'no heading /docs/en/guides/errors#no-such-heading'],
  ['/docs/errors/no_such_code', 'no page /docs/en/errors/no_such_code'],
])('a link to %s fails the build', (target, message) => {
  const guide = join(root, 'docs/guides/webhooks.md');
  const text = readFileSync(guide, 'utf8');
  writeFileSync(guide, `${text}\n[there](${target})\n`);
  expect(() => renderSite(root)).toThrow(`docs/guides/webhooks.md: ${message}`);
  writeFileSync(guide, text);
});
