import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startChromium } from '../clients/chromium.js';
import { customerOf } from '../clients/shop.js';
import { trustedStack } from '../clients/trust.js';

const run = promisify(execFile);
const stack = trustedStack();
const { url: gateway } = stack.gateway;
const folder = mkdtempSync(join(tmpdir(), 'paygate-installed-'));
/** Requests of package managers to a registry. */
const asked: string[] = [];
let registry: Server;

interface Offered {
  readonly name: string;
  readonly latest: boolean;
  readonly url: string;
  readonly integrity: string;
}
let offered: readonly Offered[];
const latest = (name: string): Offered => {
  const found = offered.find((each) => each.name === name && each.latest);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

beforeAll(async () => {
  const react = await run('npm', ['pack', '--silent', '--pack-destination', folder, resolve('node_modules/react')]);
  const tarball = readFileSync(join(folder, react.stdout.trim()));
  const manifest = JSON.parse(readFileSync('node_modules/react/package.json', 'utf8')) as { readonly version: string };
  registry = await listening((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/react.tgz') response.end(tarball);
    else if (request.url === '/react') response.end(JSON.stringify(packumentOf(manifest, addressOf(registry))));
    else response.writeHead(404).end('{}');
  });
  const list = (await (await fetch(`${gateway}/clients`)).json()) as { readonly packages: readonly Offered[] };
  offered = list.packages;
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

/** A registry's answer about a package that has one version. */
function packumentOf(manifest: { readonly version: string }, url: string): object {
  const { version } = manifest;
  return {
    ...{ name: 'react', 'dist-tags': { latest: version } },
    versions: { [version]: { ...manifest, dist: { tarball: `${url}/react.tgz` } } },
  };
}

async function listening(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function addressOf(server: Server, host = '127.0.0.1'): string {
  return `http://${host}:${String((server.address() as AddressInfo).port)}`;
}

/** Runs npm in an empty project of its own, with a registry that has React and nothing of ours. */
function projectOf(name: string) {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  const env = {
    ...{
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      NODE_EXTRA_CA_CERTS: resolve(stack.gateway.ca),
    },
    ...{ npm_config_registry: addressOf(registry), npm_config_cache: join(folder, 'cache'), npm_config_audit: 'false' },
  };
  return { cwd, run: (program: string, ...args: string[]) => run(program, args, { cwd, env }) };
}

test('[2.41] the server client is installed from the gateway, and again from the lock file', async () => {
  const project = projectOf('server');
  const { url, integrity } = latest('@paygate/node');
  await project.run('npm', 'install', '--no-fund', url);
  const lock = JSON.parse(readFileSync(join(project.cwd, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, object>>;
  };
  expect(lock.packages['node_modules/@paygate/node']).toMatchObject({ resolved: url, integrity });
  await project.run('npm', 'ci', '--no-fund');
  const program = "import { Paygate } from '@paygate/node'; console.log(typeof Paygate);";
  const { stdout } = await project.run('node', '--input-type=module', '--eval', program);
  expect(stdout).toBe('function\n');
});

test('[2.41] React alone is installed, and no registry is asked for a package of ours', async () => {
  const project = projectOf('page');
  asked.length = 0;
  await project.run('npm', 'install', '--no-fund', latest('@paygate/react').url);
  expect(asked).toContain('/react');
  expect(asked.filter((path) => path.includes('paygate'))).toEqual([]);
  const program =
    "import { PaygateBrowser, usePayment } from '@paygate/react'; console.log(typeof PaygateBrowser, typeof usePayment);";
  const { stdout } = await project.run('node', '--input-type=module', '--eval', program);
  expect(stdout).toBe('function function\n');
});

test('[2.41] the command runs from its address', async () => {
  const { stdout } = await projectOf('command').run(
    'npx',
    '--yes',
    `--package=${latest('@paygate/cli').url}`,
    'paygate',
    '--help',
  );
  expect(stdout).toContain('listen');
});

test('[2.40][2.41] the page of the guide on localhost loads the module with its hash, and calls the API', async () => {
  const { phoneNumber, password } = customerOf(stack);
  const guide = await (await fetch(`${gateway}/docs/en/guides/install.md`)).text();
  const [, tags = ''] = /^```text\n(.*?)^```$/ms.exec(guide) ?? [];
  const signIn = `client.signIn(${JSON.stringify({ phoneNumber, password })})`;
  const page = (html: string): string =>
    html
      .replace('pk_test_…', stack.merchant.publishableKey)
      .replace(/\n<\/script>\s*$/, `\n  document.title = (await ${signIn}).id;\n</script>`);
  const pages = await listening((request, response) => {
    const html = request.url === '/other' ? tags.replace(/sha384-[A-Za-z0-9+/]{4}/, 'sha384-AAAA') : tags;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>…</title>${page(html)}`);
  });
  const browser = await startChromium();
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const opened = await context.newPage();
    await opened.goto(`${addressOf(pages, 'localhost')}/`);
    await opened.waitForFunction(() => document.title.startsWith('usr_'));
    const complaints: string[] = [];
    opened.on('console', (message) => complaints.push(message.text()));
    await opened.goto(`${addressOf(pages, 'localhost')}/other`, { waitUntil: 'networkidle' });
    expect(complaints.join('\n')).toContain('integrity');
    expect(await opened.title()).toBe('…');
  } finally {
    await browser.close();
    pages.close();
  }
});
