import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { trustedStack } from '../clients/trust.js';
import { crawl, patientFetch } from '../docs/crawl.js';

/*
 * The documents of an installation with the settings of a production: the docs, the API document, the pages of errors and the
 * clients, from its own address and about itself.
 */

const { gateway, merchant } = trustedStack();
const at = gateway.url;

interface ApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: Properties }>> };
}
type Properties = Readonly<Record<string, { readonly enum?: readonly string[] }>>;

test.each([
  ['/openapi.json', '3.1'],
  ['/openapi-3.0.json', '3.0'],
])('%s is the API document of this installation', async (path, version) => {
  const answer = await patientFetch(at + path);
  expect(answer.status).toBe(200);
  const document = (await answer.json()) as ApiDocument;
  expect(document.openapi).toMatch(new RegExp(`^${version.replace('.', '\\.')}\\.`));
  expect(document.servers.map(({ url }) => url)).toEqual([at]);
});

test('every link of the docs, and the Markdown of each page, leads to a page', async () => {
  const { seen, broken } = await crawl(at);
  expect(broken).toEqual([]);
  for (const page of ['guides/quickstart', 'guides/quickstart.md', 'errors/otp_invalid', 'events/payment.completed'])
    for (const path of [`/docs/en/${page}`, `/docs/fr/${page}`]) expect(seen).toContain(path);
});

test('the type of an error is the address of the page of its code, whichever code it is', async () => {
  const refused = await fetch(`${at}/gateway`, { method: 'POST', headers: { 'x-api-key': merchant.publishableKey } });
  const { type, code } = (await refused.json()) as { readonly type: string; readonly code: string };
  expect(type).toBe(`${at}/docs/errors/${code}`);
  const { components } = (await (await patientFetch(`${at}/openapi.json`)).json()) as ApiDocument;
  const codes = components.schemas['Problem']?.properties['code']?.enum ?? [];
  expect(codes).toContain(code);
  const pages = await Promise.all(
    codes.map(async (each) => {
      const page = await patientFetch(type.replace(/[^/]+$/, each));
      return [each, page.status, (await page.text()).includes(`<h1 id="${each}">`)];
    }),
  );
  expect(pages.filter(([, status, isOfCode]) => status !== 200 || isOfCode !== true)).toEqual([]);
});

interface Offered {
  readonly name: string;
  readonly latest: boolean;
  readonly url: string;
  readonly integrity: string;
}

test('the list of the clients names files of this installation, whose bytes have the hash of the list', async () => {
  const { packages } = (await (await patientFetch(`${at}/clients`)).json()) as {
    readonly packages: readonly Offered[];
  };
  const newest = packages.filter(({ latest }) => latest).map(({ name }) => name);
  expect(newest.sort()).toEqual([
    '@paygate/browser',
    '@paygate/cli',
    '@paygate/node',
    '@paygate/react',
    'paygate-client',
    'paygate/php',
  ]);
  for (const { url, integrity } of packages) {
    expect(url).toMatch(new RegExp(`^${at}/clients/`));
    const [algorithm = ''] = integrity.split('-');
    const file = await patientFetch(url);
    const digest = createHash(algorithm).update(Buffer.from(await file.arrayBuffer()));
    expect([url, file.status, `${algorithm}-${digest.digest('base64')}`]).toEqual([url, 200, integrity]);
  }
});

test.each([
  [
    'en',
    'In live mode it takes mobile money by MTN MoMo (XAF), Orange Money (XAF)',
    'In test mode it has mobile money',
  ],
  ['fr', 'En mode réel, il accepte le mobile money par MTN MoMo (XAF), Orange Money (XAF)', 'En mode test, il propose'],
])('the docs in %s tell the facts of this installation', async (language, inLive, inTest) => {
  const page = await (await patientFetch(`${at}/docs/${language}/guides/test-mode`)).text();
  for (const fact of [at, inLive, inTest, 'help@pay.example']) expect(page).toContain(fact);
  expect(await (await patientFetch(`${at}/llms.txt`)).text()).toContain(at);
});

test('the dashboard names the contact of the operator and the currencies that something collects', async () => {
  const page = await patientFetch(`${at}/dashboard/`);
  expect(page.status).toBe(200);
  const html = await page.text();
  for (const meta of ['name="support" content="mailto:help@pay.example"', 'name="currencies" content="XAF"'])
    expect(html).toContain(meta);
});
