import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../time/eventually.js';
import { Fixture } from './fixture-process.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';
import { CuttingProxy } from './cutting-proxy.js';
import { TransactionPooler } from './transaction-pooler.js';

const root = join(import.meta.dirname, '../../../..');
const key = Buffer.alloc(32, 1).toString('base64');
const environment = {
  KAFKA_BROKERS: '127.0.0.1:1',
  HEALTH_PORT: '0',
  MESSAGE_KEYS: `otp:one:${key}`,
  MESSAGE_PUBLIC_KEYS: `otp:one:${key}`,
  SEAL_KEYS: `auth-otp:one:${key},gateway-otp:one:${key}`,
};

const running = new Set<Fixture>();
const start = (args: readonly string[], env: Readonly<Record<string, string>>): Fixture => {
  const fixture = new Fixture([entry, ...args], env);
  running.add(fixture);
  return fixture;
};
const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};
const probe = async (port: unknown, path: string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`http://127.0.0.1:${String(port)}${path}`);
  return { status: response.status, body: await response.json() };
};
const backends = async (): Promise<number> => {
  const { rows } = await fresh.admin.query(
    "SELECT 1 FROM pg_stat_activity WHERE application_name = 'otp' AND datname = current_database()",
  );
  return rows.length;
};

let folder: string;
let entry: string;
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  // inside the workspace, so that packages resolve
  await mkdir(join(root, '.local'), { recursive: true });
  folder = await mkdtemp(join(root, '.local/run-spec-'));
  entry = join(folder, 'libs/platform/src/test/fixture-app.js');
  const swc = join(root, 'node_modules/.bin/swc');
  const options = ['libs/contracts', 'libs/platform', '-d', folder, '--extensions', '.ts', '--ignore', '**/*.spec.ts'];
  await promisify(execFile)(swc, options, { cwd: root });
});
afterEach(async () => {
  for (const fixture of running) {
    fixture.signal('SIGKILL');
    await fixture.exit;
  }
  running.clear();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fresh.drop();
});

describe('a configuration with faults', () => {
  it('ends the process with 78 and one message that names them all', async () => {
    const fixture = start([], { HEALTH_PORT: 'x', MESSAGE_KEYS: 'canary', FIXTURE_TRANSPORT_FAILURES: '1.5' });
    expect(await fixture.exit).toBe(78);
    for (const name of ['KAFKA_BROKERS', 'HEALTH_PORT', 'MESSAGE_KEYS', 'SEAL_KEYS', 'FIXTURE_TRANSPORT_FAILURES'])
      expect(fixture.stderr).toContain(name);
    expect(fixture.stderr).not.toContain('canary');
    expect(fixture.lines).toEqual([]);
  });

  it('ends it so too when a key is missing that the service shares with another one', async () => {
    const fixture = start([], { ...environment, SEAL_KEYS: `auth-otp:one:${key},gateway-intents:one:${key}` });
    expect(await fixture.exit).toBe(78);
    expect(fixture.stderr).toContain('SEAL_KEYS holds no key of gateway-otp');
  });

  it('ends it so too when a scheduled job finds the fault in the database', async () => {
    const fixture = start([], { ...environment, FIXTURE_FAULT: 'misconfigured' });
    expect(await fixture.exit).toBe(78);
    expect(fixture.stderr).toContain('FIXTURE_FAULT is found by a job');
  });
});

describe('the library', () => {
  it('loads by itself, before any framework did', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      `import { Secret } from '${join(folder, 'libs/platform/src/index.js')}'; console.log(String(new Secret('x')))`,
    ]);
    expect(stdout).toBe('[secret]\n');
  });
});

describe('a service', () => {
  it('names the files of its folder of variables that it does not read', async () => {
    await writeFile(join(folder, 'SMS_PROVIDER_TOKEN'), 'canary');
    const fixture = start([], { ...environment, CONFIGURATION_FOLDER: folder });
    expect(await fixture.says('the service has no variable of this name')).toMatchObject({
      name: 'SMS_PROVIDER_TOKEN',
    });
  });

  it('becomes ready by itself when its engines do: alive immediately, ready later, each change logged once', async () => {
    const fixture = start([], { ...environment, FIXTURE_TRANSPORT_FAILURES: '3' });
    const { port } = await fixture.says('the probes answer');
    expect(await probe(port, '/livez')).toMatchObject({ status: 200 });
    await fixture.says('transport listens');
    await fixture.says('connected');
    expect(await probe(port, '/readyz')).toMatchObject({ status: 200 });
    expect(fixture.messages().filter((message) => message === 'the transport cannot connect yet')).toHaveLength(1);
    fixture.signal('SIGTERM');
    expect(await fixture.exit).toBe(0);
  });

  it('is not ready while its database is away, says so, and shuts down cleanly all the same', async () => {
    const env = { ...environment, DATABASE_URL: `postgres://otp:canary@127.0.0.1:${await freePort()}/otp` };
    const fixture = start(['--storing'], env);
    const { port } = await fixture.says('the probes answer');
    await fixture.says('the database does not answer');
    await fixture.says('transport listens');
    expect(await probe(port, '/readyz')).toMatchObject({ status: 503, body: { notReady: { database: 'not ready' } } });
    fixture.signal('SIGTERM');
    expect(await fixture.exit).toBe(0);
    expect(JSON.stringify(fixture.lines) + fixture.stderr).not.toContain('canary');
  });

  it.each([
    { args: [], loaded: [] },
    { args: ['--storing'], loaded: [] },
    { args: ['--mapping'], loaded: ['typeorm'] },
  ])('loads neither an HTTP framework nor, without entities, TypeORM: $args', async ({ args, loaded }) => {
    const fixture = start(args, { ...environment, ...(args.length > 0 ? { DATABASE_URL: fresh.url } : {}) });
    await fixture.says('connected');
    fixture.signal('SIGUSR2');
    await fixture.says('reported');
    expect(fixture.lines.filter((line) => line.message === 'loaded').map((line) => line['name'])).toEqual(loaded);
  });
});

describe('a pooler in transaction mode', () => {
  it('that does not carry named statements ends a service with 78 and a message that names the variable', async () => {
    const pooler = await TransactionPooler.before(fresh.url, { carriesStatements: false });
    const fixture = start(['--storing'], { ...environment, DATABASE_URL: pooler.url });
    expect(await fixture.exit).toBe(78);
    expect(fixture.stderr).toContain('DATABASE_URL names a pooler that does not carry named statements');
    await pooler.close();
  });

  it('that carries them serves it', async () => {
    const pooler = await TransactionPooler.before(fresh.url, { carriesStatements: true });
    const fixture = start(['--storing'], { ...environment, DATABASE_URL: pooler.url });
    await fixture.says('the database answers');
    fixture.signal('SIGTERM');
    expect(await fixture.exit).toBe(0);
    await pooler.close();
  });

  it('is refused by migrate, which accepts a proxy', async () => {
    const pooler = await TransactionPooler.before(fresh.url, { carriesStatements: true });
    const refused = start(['migrate'], { DATABASE_URL: pooler.url });
    expect(await refused.exit).toBe(78);
    expect(refused.stderr).toContain('DATABASE_URL names a pooler');
    await pooler.close();
    const { proxy, url } = await CuttingProxy.before(fresh.url);
    expect(await start(['migrate'], { DATABASE_URL: url }).exit).toBe(0);
    await proxy.close();
  });
});

describe('the shutdown', () => {
  it('is ordered, survives further signals, and ends with 0', async () => {
    const fixture = start(['--storing'], { ...environment, DATABASE_URL: fresh.url });
    await fixture.says('connected');
    fixture.signal('SIGTERM');
    fixture.signal('SIGINT');
    fixture.signal('SIGTERM');
    expect(await fixture.exit).toBe(0);
    const phases = fixture.lines.filter((line) => line.message === 'phase').map((line) => line['phase']);
    expect(phases).toEqual(['stop-intake', 'finish', 'flush', 'close']);
    expect(fixture.messages().slice(-2)).toEqual(['transport closed', 'nest closed']);
    // PostgreSQL notices a moment after the goodbye
    while ((await backends()) > 0) await setTimeout(20);
  });

  it('does not wait for a step that hangs, and then ends with 1', async () => {
    const fixture = start([], { ...environment, FIXTURE_FAULT: 'hang' });
    await fixture.says('connected');
    fixture.signal('SIGTERM');
    expect(await fixture.exit).toBe(1);
    expect(await fixture.says('a step of the shutdown failed')).toMatchObject({ step: 'hanging', phase: 'close' });
  });

  it('works while the transport is still trying to connect', async () => {
    const fixture = start([], { ...environment, FIXTURE_TRANSPORT_FAILURES: '1000' });
    await fixture.says('transport fails', 2);
    fixture.signal('SIGINT');
    expect(await fixture.exit).toBe(0);
  });
});

describe('an error that nobody caught', () => {
  it.each([
    ['throw', 'thrown by the fixture'],
    ['reject', 'rejected by the fixture'],
  ])('is logged and ends the process with 1: %s', async (fault, message) => {
    const fixture = start([], { ...environment, FIXTURE_FAULT: fault });
    await fixture.says('connected');
    fixture.signal('SIGUSR2');
    expect(await fixture.exit).toBe(1);
    const stack = expect.stringMatching(/\/libs\/platform\/src\/test\/fixture-app\.ts:\d+:\d+/);
    expect(await fixture.says('an error was not caught')).toMatchObject({ error: { message, stack } });
  });

  it('at the start ends it too: here a port that is taken', async () => {
    const first = start([], environment);
    const { port } = await first.says('the probes answer');
    const second = start([], { ...environment, HEALTH_PORT: String(port) });
    expect(await second.exit).toBe(1);
    expect(await second.says('the service cannot start')).toMatchObject({ error: { code: 'EADDRINUSE' } });
  });
});

describe('migrate', () => {
  it('runs each migration once, however many start together, needs nothing but the database, and ends', async () => {
    const env = { DATABASE_URL: fresh.url };
    const fixtures = [1, 2, 3].map(() => start(['migrate'], env));
    const exits = await Promise.all(fixtures.map((fixture) => fixture.exit));
    expect(exits).toEqual([0, 0, 0]);
    const { rows } = await fresh.admin.query('SELECT id FROM thing');
    expect(rows).toEqual([{ id: 'one' }]);
  });

  it('waits as long as it is configured to for a server that starts later, and logs so', async () => {
    const { proxy, url } = await CuttingProxy.before(fresh.url);
    proxy.goAway();
    const fixture = start(['migrate'], { DATABASE_URL: url, ENGINE_WAIT_SECONDS: '600' });
    await eventually(() => fixture.stderr.includes('waits for its engine'));
    proxy.restore();
    expect(await fixture.exit).toBe(0);
    await proxy.close();
  });

  it('ends with 78 without a database URL, with 1 when the database is away', async () => {
    expect(await start(['migrate'], {}).exit).toBe(78);
    const env = { DATABASE_URL: `postgres://otp:x@127.0.0.1:${await freePort()}/otp` };
    expect(await start(['migrate'], env).exit).toBe(1);
  });
});

describe('a command of the service', () => {
  it('is run instead of the service', async () => {
    const fixture = start(['greet'], {});
    expect(await fixture.exit).toBe(0);
    expect(fixture.messages()).toEqual(['hello']);
  });

  it('ends with 78 when the configuration is wrong for it', async () => {
    const fixture = start(['fail'], {});
    expect(await fixture.exit).toBe(78);
    expect(fixture.stderr).toContain('A command lacks something');
  });
});
