import { statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { becomesTrue } from '../waiting.ts';
import { TestStack } from './runner.ts';

jest.setTimeout(300_000);

describe('npm start', () => {
  let stack: TestStack;
  beforeEach(() => {
    stack = new TestStack();
  });
  afterEach(() => stack.remove());

  it('serves after the first and after a second start, at the same addresses and with the same data', async () => {
    const cold = await stack.started();
    const first = stack.stackFile();
    expect(statSync(stack.paths.stackFile).mode & 0o777).toBe(0o600);
    expect(statSync(stack.paths.secretsFile).mode & 0o777).toBe(0o600);
    expect(cold.output).toMatch(/PostgreSQL 1[78]\.\d+ from \/.*\/postgres\n/);
    expect(cold.output).toMatch(/Redis \d+\.\d+\.\d+ from \/.*-server\n/);
    expect(cold.output).toMatch(/Apache Kafka 4\.\d+\.\d+ from \/.* on \/.*java\n/);
    await writeEverywhere(first);
    cold.child.kill('SIGINT');
    expect(await cold.exit()).toBe(0);
    expect(await stack.survivors()).toEqual([]);

    const warm = await stack.started();
    const second = stack.stackFile();
    for (const key of ['postgres', 'redis', 'kafka', 'gateway']) expect(second[key]).toEqual(first[key]);
    expect(await readEverywhere(second)).toEqual({ row: 'kept', value: 'kept', topics: ['kept'] });
    warm.child.kill('SIGINT');
    expect(await warm.exit()).toBe(0);
    expect(await stack.survivors()).toEqual([]);
  });

  it('runs in a folder that other users may not enter', async () => {
    const closed = new TestStack(false);
    try {
      const running = await closed.started();
      running.child.kill('SIGINT');
      expect(await running.exit()).toBe(0);
      expect(await closed.survivors()).toEqual([]);
    } finally {
      await closed.remove();
    }
  });

  it('names a configured port that is in use, and leaves nothing behind', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const running = stack.start('', '', { PAYGATE_REDIS_PORT: String(port) });
    expect(await running.exit()).toBe(1);
    expect(running.output).toContain(`redis: port ${String(port)} for redis (PAYGATE_REDIS_PORT) is in use`);
    other.close();
    expect(await stack.survivors()).toEqual([]);
  });

  it('refuses an invalid port of a service, or one in use, before anything is started', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    for (const [text, message] of [
      ['abc', 'FIXTURE_PORT must be a port between 1 and 65535, not "abc"'],
      [String(port), `port ${String(port)} for fixture (FIXTURE_PORT) is in use on 127.0.0.1`],
    ] as const) {
      const running = stack.start('', '', { FIXTURE_PORT: text });
      expect(await running.exit()).toBe(1);
      expect(running.output).toBe(`${message}\n`);
    }
    other.close();
    expect(await stack.survivors()).toEqual([]);
    expect(stack.ports()).toEqual({});
  });

  it('shows the last lines of a service that cannot start, and of a migration that fails', async () => {
    const broken = stack.start('broken');
    expect(await broken.exit()).toBe(1);
    expect(broken.output).toContain('FIXTURE_SETTING is missing');
    expect(await stack.survivors()).toEqual([]);
    const failing = stack.start('', 'fail');
    expect(await failing.exit()).toBe(1);
    expect(failing.output).toContain('prepare failed (exit code 3)');
    expect(failing.output).toContain('column is missing');
    expect(await stack.survivors()).toEqual([]);
  });

  it('gives the auditor its columns in each database to read, and nothing to change', async () => {
    const running = await stack.started();
    const { auditor, postgres } = stack.stackFile();
    const { databases } = auditor as { databases: Record<string, string> };
    expect(Object.keys(databases)).toEqual(['first']);
    const own = new URL(String(postgres));
    own.pathname = '/paygate_first';
    const [service, reader] = [own.toString(), databases['first']].map(
      (url) => new pg.Client({ connectionString: url }),
    );
    await Promise.all([service?.connect(), reader?.connect()]);
    await service?.query('SET ROLE paygate_first_owner');
    await service?.query(`CREATE TABLE kept AS SELECT 'kept' AS word`);
    expect((await reader?.query(`SELECT has_table_privilege('kept', 'SELECT') AS may`))?.rows).toEqual([
      { may: false },
    ]);
    for (const change of [
      'SELECT word FROM kept',
      `UPDATE kept SET word = ''`,
      'DELETE FROM kept',
      'DROP TABLE kept',
      'CREATE TABLE more ()',
    ]) {
      await expect(reader?.query(change)).rejects.toMatchObject({ code: '42501' });
    }
    await Promise.all([service?.end(), reader?.end()]);
    running.child.kill('SIGINT');
    expect(await running.exit()).toBe(0);
  });

  it('prints its address when it is started twice; status, logs, stop and reset work', async () => {
    const running = await stack.started();
    const second = stack.start();
    expect(await second.exit()).toBe(0);
    expect(second.output).toContain(`already running (pid ${String(running.pid)}): it serves at http://127.0.0.1:`);
    const other = stack.start('', '', { INSTANCES: 'first=2' });
    expect(await other.exit()).toBe(1);
    expect(other.output).toContain('it runs as "npm start": stop it before you run "npm start -- --instances first=2"');
    const status = stack.command('status');
    expect(await status.exit()).toBe(0);
    for (const name of ['first', 'second', 'postgres', 'redis', 'kafka']) {
      expect(status.output).toMatch(new RegExp(`^${name} .* up$`, 'm'));
    }
    expect(status.output).toMatch(
      /: up for .*\n +gateway +(http:\/\/\S+)\n +docs +\1\/docs\n +keys, sign-in +in \S+stack\.json$/m,
    );
    const missing = stack.command('logs', 'nothing');
    expect(await missing.exit()).toBe(1);
    expect(missing.output).toContain('there is no log "nothing"; the logs are: build, first');
    writeFileSync(`${stack.paths.logs}/first.log`, 'an earlier line\n', { flag: 'a' });
    const logs = stack.command('logs', 'first', '-f');
    await logs.prints('an earlier line');
    writeFileSync(`${stack.paths.logs}/first.log`, 'a later line\n', { flag: 'a' });
    await logs.prints('a later line');
    const stop = stack.command('stop');
    expect(await stop.exit()).toBe(0);
    expect(await running.exit()).toBe(0);
    expect(await stack.survivors()).toEqual([]);
    expect(await stack.command('status').exit()).toBe(3);
    const reset = stack.command('reset');
    expect(await reset.exit()).toBe(0);
    expect(reset.output).toContain(`deleting ${stack.paths.data}`);
    expect(await becomesTrue(() => Object.keys(stack.ports()).length === 0, 1000)).toBe(true);
  });
});

async function writeEverywhere(stack: Record<string, unknown>): Promise<void> {
  await withClients(stack, async ({ client, redis, admin }) => {
    await client.query(`CREATE TABLE kept AS SELECT 'kept' AS word`);
    await redis.set('kept', 'kept');
    await admin.createTopics({ topics: [{ topic: 'kept', numPartitions: 1, replicationFactor: 1 }] });
  });
}

async function readEverywhere(stack: Record<string, unknown>): Promise<unknown> {
  return withClients(stack, async ({ client, redis, admin }) => {
    const { rows } = await client.query<{ word: string }>('SELECT word FROM kept');
    const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));
    return { row: rows[0]?.word, value: await redis.get('kept'), topics };
  });
}

interface Clients {
  readonly client: pg.Client;
  readonly redis: Redis;
  readonly admin: ReturnType<Kafka['admin']>;
}

async function withClients<T>(stack: Record<string, unknown>, use: (clients: Clients) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: String(stack['postgres']) });
  const redis = new Redis(String(stack['redis']));
  const brokers = Array.isArray(stack['kafka']) ? stack['kafka'].map(String) : [];
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await Promise.all([client.connect(), admin.connect()]);
  try {
    return await use({ client, redis, admin });
  } finally {
    redis.disconnect();
    await Promise.all([client.end(), admin.disconnect()]);
  }
}
