import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ApiRefusal } from './events-api.js';
import { listen } from './listen.js';
import { closeServers, selfSigned, serve } from './test/local-servers.js';

/* What ends `listen` before the first event, with its cause. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-cli-'));
  for (const name of ['log', 'error'] as const) jest.spyOn(console, name).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
  closeServers();
});

/** Listens to an API that is somewhere else, until it ends. */
const toApi = async (apiBase: string, cursorFile = join(folder, 'cursor')) => {
  const forwardTo = new URL('http://127.0.0.1:1/hooks');
  const signal = new AbortController().signal;
  return listen({ apiBase, secretKey: 'sk_test_x', forwardTo, cursorFile, secret: undefined, signal });
};

test('keeps the path of the API', async () => {
  const paths: (string | undefined)[] = [];
  const { origin } = await serve(({ url }) => {
    paths.push(url);
    return { status: 400, text: '{"code":"cursor_invalid"}' };
  });
  await expect(toApi(`${origin}/base`)).rejects.toThrow(ApiRefusal);
  expect(paths).toEqual(['/base/events?limit=1']);
});

test.each<[string, () => Promise<string>, string]>([
  ['a name that no host has', () => Promise.resolve('http://no-such-host.invalid'), 'the address of the API'],
  ['a certificate that nobody trusts', selfSigned, 'NODE_EXTRA_CA_CERTS'],
  [
    'a page instead of the API',
    async () => (await serve(() => ({ status: 404, text: '<html>' }))).origin,
    'does not come from Paygate',
  ],
  ['a redirect', async () => (await serve(() => ({ status: 302 }))).origin, 'check the address of the API'],
])('ends with the cause at %s, instead of trying for ever', async (_name, api, sentence) => {
  await expect(toApi(await api())).rejects.toThrow(sentence);
});

test('ends before the first event when it cannot keep its cursor', async () => {
  await expect(toApi('http://127.0.0.1:1', join('/dev/null', 'cursor'))).rejects.toThrow('cannot be written: ');
});
