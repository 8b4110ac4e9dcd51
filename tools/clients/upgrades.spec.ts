import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { give, handOut, integrityOf } from './releases.js';

/*
 * A merchant's lock file, and a page with an integrity hash, name the bytes of one version. They work on the same address after the
 * gateway there was updated twice.
 */

const folder = mkdtempSync(join(tmpdir(), 'paygate-upgrades-'));
const [released, shop] = [join(folder, 'released'), join(folder, 'shop')];
/** The folder that the gateway of the last update gives out. */
let given = '';
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const file = join(given, (request.url ?? '').replace('/clients/', ''));
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** A gateway with one more version of the client for browsers. */
function upgrade(version: string, day: string): void {
  const source = join(folder, version);
  mkdirSync(join(source, 'package/dist'), { recursive: true });
  const manifest = { name: '@paygate/browser', version, type: 'module', exports: './dist/index.mjs' };
  writeFileSync(join(source, 'package/package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'package/dist/index.mjs'), `export const version = '${version}';`);
  execFileSync('tar', ['-czf', join(source, 'packed.tgz'), '-C', source, 'package']);
  give(join(source, 'packed.tgz'), { name: '@paygate/browser', version }, day, released);
  given = join(folder, `given-${version}`);
  handOut(given, released);
}

const address = (file: string): string =>
  `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/clients/${file}`;

/** Runs npm without anything that it has kept, and without a registry. */
async function npm(...args: readonly string[]): Promise<void> {
  const cache = mkdtempSync(join(folder, 'cache-'));
  const env = {
    ...{ PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: folder },
    ...{ npm_config_cache: cache, npm_config_registry: 'http://127.0.0.1:9', npm_config_audit: 'false' },
  };
  await promisify(execFile)('npm', [...args, '--no-fund', '--no-update-notifier'], { cwd: shop, env });
}

const installed = (): unknown =>
  JSON.parse(readFileSync(join(shop, 'node_modules/@paygate/browser/package.json'), 'utf8'));

test('[2.41] a lock file and the hash of a page work after two updates of the gateway', async () => {
  upgrade('1.0.0', '2026-01-01');
  mkdirSync(shop);
  writeFileSync(join(shop, 'package.json'), JSON.stringify({ name: 'shop', private: true }));
  await npm('install', address('paygate-browser-1.0.0.tgz'));
  const page = integrityOf(
    Buffer.from(await (await fetch(address('paygate-browser-1.0.0.mjs'))).arrayBuffer()),
    'sha384',
  );
  upgrade('1.1.0', '2026-03-01');
  upgrade('2.0.0', '2026-06-01');
  await npm('ci');
  expect(installed()).toMatchObject({ version: '1.0.0' });
  const module = await fetch(address('paygate-browser-1.0.0.mjs'));
  expect([module.status, integrityOf(Buffer.from(await module.arrayBuffer()), 'sha384')]).toEqual([200, page]);
  // the newest is there beside it
  await npm('install', address('paygate-browser-2.0.0.tgz'));
  expect(installed()).toMatchObject({ version: '2.0.0' });
}, 60_000);
