import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest } from '../../test/fixtures/gateway-under-test.js';

const CLIENTS_FOLDER = mkdtempSync(join(tmpdir(), 'paygate-clients-'));
let gateway: GatewayUnderTest;
beforeAll(async () => {
  writeFileSync(join(CLIENTS_FOLDER, 'paygate-node-1.0.0.tgz'), gzipSync('packed'));
  writeFileSync(join(CLIENTS_FOLDER, 'paygate-browser-1.0.0.mjs'), 'export const a = 1;');
  writeFileSync(join(CLIENTS_FOLDER, 'paygate_client-1.0.0-py3-none-any.whl'), 'wheel');
  const url = 'https://localhost:8443/clients/paygate-node-1.0.0.tgz';
  writeFileSync(join(CLIENTS_FOLDER, 'index.json'), JSON.stringify({ packages: [{ name: '@paygate/node', url }] }));
  const composer = { packages: { 'paygate/php': { '1.0.0': { dist: { url } } } } };
  writeFileSync(join(CLIENTS_FOLDER, 'packages.json'), JSON.stringify(composer));
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, { CLIENTS_FOLDER });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(CLIENTS_FOLDER, { recursive: true });
});

test('[2.41] the packages are listed with addresses of this installation', async () => {
  const { status, headers, body } = await gateway.ask({ path: '/clients' });
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
  expect(body).toEqual({
    packages: [{ name: '@paygate/node', url: 'https://pay.example/clients/paygate-node-1.0.0.tgz' }],
  });
});

test('Composer finds a repository with addresses of this installation', async () => {
  const { status, headers, body } = await gateway.ask({ path: '/clients/packages.json' });
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
  expect(body).toEqual({
    packages: { 'paygate/php': { '1.0.0': { dist: { url: 'https://pay.example/clients/paygate-node-1.0.0.tgz' } } } },
  });
});

test.each([
  ['paygate-node-1.0.0.tgz', 'application/gzip'],
  ['paygate-browser-1.0.0.mjs', 'text/javascript; charset=utf-8'],
  ['paygate_client-1.0.0-py3-none-any.whl', 'application/zip'],
])('[2.41] %s is kept for ever, and a page of any origin may load it', async (file, type) => {
  const { status, headers } = await gateway.ask({
    path: `/clients/${file}`,
    headers: { origin: 'http://192.168.1.7:3000', 'accept-encoding': 'gzip' },
  });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
  });
  expect(headers).not.toHaveProperty('content-encoding');
});

test('[2.41] the bytes are those of the file', async () => {
  expect((await gateway.ask({ path: '/clients/paygate-browser-1.0.0.mjs' })).text).toBe('export const a = 1;');
});

test.each(['index.json', 'paygate-node-2.0.0.tgz', '..%2findex.json', '__proto__'])(
  'there is no client %s',
  async (file) => {
    expect((await gateway.ask({ path: `/clients/${file}` })).body).toMatchObject({ code: 'route_not_found' });
  },
);

test('a gateway to which none were handed out has no list', async () => {
  const without = await GatewayUnderTest.start(GatewayWithDoubles, { CLIENTS_FOLDER: join(CLIENTS_FOLDER, 'nowhere') });
  try {
    for (const path of ['/clients', '/clients/packages.json'])
      expect((await without.ask({ path })).body).toMatchObject({ code: 'route_not_found' });
  } finally {
    await without.stop();
  }
});

test('one address gets files as often as the bound allows', async () => {
  const limited = await GatewayUnderTest.start(GatewayWithDoubles, {
    ...{ CLIENTS_FOLDER, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '2' },
  });
  try {
    const from = (address: string) => limited.ask({ path: '/clients', headers: { 'x-forwarded-for': address } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => from('203.0.113.7')));
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'rate_limited' });
    expect((await from('203.0.113.8')).status).toBe(200);
  } finally {
    await limited.stop();
  }
});
