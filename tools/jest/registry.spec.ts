import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

/* Files that run one after the other in one worker: some leave something behind, and later ones look for it. */

const root = resolve(import.meta.dirname, '../..');
const GLOBALS = "import { expect, jest, test } from '@jest/globals';";
const PRODUCT = "import { product } from './product.mjs';";

const LEAKS = {
  'a spy': [`jest.spyOn(product, 'price').mockReturnValue(1); expect(product.price()).toBe(1);`, undefined],
  'a fake timer': ['jest.useFakeTimers({ now: 0 }); expect(Date.now()).toBe(0);', undefined],
  'a time limit': ['jest.setTimeout(1);', undefined],
  'a matcher': [
    'expect.extend({ toBeOurs: () => ({ pass: true, message: () => "" }) }); expect(1).toBeOurs();',
    undefined,
  ],
  'a retry': ['jest.retryTimes(3);', undefined],
  'an environment variable': [`process.env.LEFT_BEHIND = '1';`, 'the variable LEFT_BEHIND'],
  'a changed variable': [`process.env.HOME = '/';`, 'the variable HOME'],
  'a global': ['globalThis.leftBehind = 1;', 'the global leftBehind'],
  'a replaced global': ['globalThis.fetch = () => 1;', 'the global fetch'],
  'a listener': [`process.on('SIGUSR2', () => undefined);`, 'a listener of the process for SIGUSR2'],
  'a timer': ['setTimeout(() => undefined, 600_000);', 'a timer'],
  'a server': [`(await import('node:net')).createServer().listen(0);`, 'open handles (TCPServerWrap)'],
  'a failure': [`process.env.LEFT_BEHIND = '1'; expect(1).toBe(2);`, 'expect(received).toBe(expected)'],
  'an interval': ['setInterval(() => undefined, 600_000);', 'a timer'],
} as const;

const NEXT = `
  test('starts as if it were the first', async () => {
    expect(product.price()).toBe(100);
    expect(Date.now()).toBeGreaterThan(1e12);
    expect(typeof expect(1).toBeOurs).toBe('undefined');
    expect([process.env.LEFT_BEHIND, process.env.HOME === '/', globalThis.leftBehind]).toEqual([undefined, false, undefined]);
    expect(process.listenerCount('SIGUSR2')).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  test('and has the product of all files', () => { expect(product.loaded).toBe(globalThis[Symbol.for('loaded')]); });`;

/** A cache of the product belongs to all files: of two that take it for empty, the later one fails, whichever it is. */
const MAP =
  "test('is the first to use it', () => { expect([...product.cache]).toEqual([]); product.cache.set('key', 1); });";
const MAP_FILES = ['map-one.spec.mjs', 'map-two.spec.mjs'];

interface Result {
  readonly status: string;
  readonly message: string;
}

let folder: string;
const results = new Map<string, Result>();
const nameOf = (leak: string): string => `${leak.replaceAll(' ', '-')}.spec.mjs`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-registry-'));
  const put = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
  };
  put('package.json', '{"type":"module"}');
  const count = "const key = Symbol.for('loaded'); globalThis[key] = (globalThis[key] ?? 0) + 1;";
  put(
    'product.mjs',
    `${count}\nexport const product = { price: () => 100, cache: new Map(), loaded: globalThis[key] };`,
  );
  for (const [leak, [code]] of Object.entries(LEAKS))
    put(nameOf(leak), `${GLOBALS}\n${PRODUCT}\ntest('leaves ${leak}', async () => { ${code} });`);
  for (const name of MAP_FILES) put(name, `${GLOBALS}\n${PRODUCT}\n${MAP}`);
  put('next.spec.mjs', `${GLOBALS}\n${PRODUCT}\n${NEXT}`);
  const config = {
    rootDir: folder,
    testMatch: ['**/*.spec.mjs'],
    moduleFileExtensions: ['mjs', 'js'],
    transform: {},
    injectGlobals: false,
    testEnvironment: join(root, 'tools/jest/environment.ts'),
    runtime: join(root, 'tools/jest/runtime.ts'),
    testSequencer: join(root, 'tools/jest/sequencer.ts'),
    moduleNameMapper: { '^@jest/globals$': join(root, 'node_modules/@jest/globals') },
  };
  const paths = [...Object.keys(LEAKS).map(nameOf), 'next.spec.mjs', ...MAP_FILES];
  const args = ['--config', JSON.stringify(config), '--json', '-i', '--forceExit', '--runTestsByPath', ...paths];
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, join(root, 'node_modules/jest/bin/jest.js'), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ORDER: 'given', RAN_FILES: folder },
      timeout: 120_000,
    },
  );
  if (!stdout.startsWith('{')) throw new Error(stderr);
  const { testResults } = JSON.parse(stdout) as { testResults: readonly (Result & { readonly name: string })[] };
  for (const { name, status, message } of testResults) results.set(name.slice(folder.length + 1), { status, message });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a file that leaves', () => {
  test.each(Object.entries(LEAKS))('%s', (leak, [, named]) => {
    const { status, message } = results.get(nameOf(leak)) ?? { status: 'missing', message: '' };
    if (named === undefined) expect({ status, message }).toEqual({ status: 'passed', message: '' });
    else expect({ status, message }).toEqual({ status: 'failed', message: expect.stringContaining(named) as unknown });
  });
});

test('the next file meets nothing of it, and the product as it was loaded once', () => {
  expect(results.get('next.spec.mjs')).toEqual({ status: 'passed', message: '' });
});

test('an entry of a module-level map fails the file that meets it', () => {
  const [first, second] = MAP_FILES.map((name) => results.get(name));
  expect(first).toEqual({ status: 'passed', message: '' });
  expect(second).toEqual({ status: 'failed', message: expect.stringContaining('is the first to use it') as unknown });
});
