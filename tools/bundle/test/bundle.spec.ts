import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestDatabase } from '@paygate/testing';
import { testDatabase, testKeys } from '@paygate/testing';

const root = resolve(import.meta.dirname, '../../..');
const services = readdirSync(join(root, 'apps')).filter((app) => existsSync(join(root, 'apps', app, 'src/main.ts')));
const EX_CONFIG = 78;

/**
 * Optional packages that are looked for at run time: binaries that make packages faster, TypeORM's glob patterns, and Nest's
 * WebSocket module.
 */
const OPTIONAL = [
  ...['msgpackr-extract', 'pg-native', 'picomatch', 'bufferutil', 'utf-8-validate'],
  '@nestjs/websockets/socket-module.js',
];

/** Prints each package that Node is asked to resolve. */
const HOOK = `
import { registerHooks, isBuiltin } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    if (!isBuiltin(specifier) && !/^([.\\\\/]|file:|data:)/.test(specifier)) console.error('resolve ' + specifier);
    return next(specifier, context);
  },
});`;

interface Ended {
  readonly code: number | null;
  readonly output: string;
  /** Packages that should have been in the bundle. */
  readonly missed: readonly string[];
}

/** A copy of the bundles in a folder without packages. */
let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-bundles-'));
  cpSync(join(root, 'dist', 'services'), folder, { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  writeFileSync(join(folder, 'hook.mjs'), HOOK);
  database = await testDatabase('bundled', []);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Runs a service until it ends, or until its probes answer. */
async function run(service: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  const program = ['--import', join(folder, 'hook.mjs'), join(folder, service, 'main.js'), ...args];
  const child = spawn(process.execPath, program, { cwd: folder, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      output.push(line);
      if (line.includes('"the probes answer"')) child.kill('SIGKILL');
    });
  const [code] = (await once(child, 'close')) as [number | null];
  const resolved = output.flatMap((line) => /^resolve (.*)$/.exec(line)?.[1] ?? []);
  return { code, output: output.join('\n'), missed: resolved.filter((name) => !OPTIONAL.includes(name)) };
}

const busSettings = { KAFKA_BROKERS: '127.0.0.1:1', HEALTH_PORT: '0', LOG_LEVEL: 'info' };

describe('a bundle in a folder without packages', () => {
  test.each(services)('of %s loads and needs no package', async (service) => {
    const { code, output, missed } = await run(service, { HEALTH_PORT: 'x' });
    expect(output).toContain('HEALTH_PORT');
    expect(missed).toEqual([]);
    expect(code).toBe(EX_CONFIG);
  });

  test('of a service with entities starts and needs no package', async () => {
    const { output, missed } = await run('intents', {
      ...busSettings,
      ...testKeys(),
      DATABASE_URL: database.serviceUrl,
    });
    expect(output).toContain('"the probes answer"');
    expect(missed).toEqual([]);
  });

  test.each(services)('of %s has the licences of its packages', (service) => {
    const licenses = readFileSync(join(folder, service, 'licenses.txt'), 'utf8');
    expect(licenses).toMatch(/^@nestjs\/core \d+\.\d+\.\d+: MIT$/m);
    expect(licenses).toContain('Permission is hereby granted');
  });
});

test('an error in a bundle is logged with its position in the source', async () => {
  const env = { DATABASE_URL: database.url, DATABASE_RUNTIME_ROLE: 'nobody_by_this_name' };
  const { code, output, missed } = await run('intents', env, 'migrate');
  expect(missed).toEqual([]);
  expect(code).toBe(1);
  expect(output).toMatch(/\/libs\/platform\/src\/database\/runtime-role\.ts:\d+:\d+/);
});
