import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { deliveryOf, eventually, stackFolder } from '@paygate/testing';
import pg from 'pg';
import { openStack } from '../stack/open-stack.js';
import { pay, payersOf } from '../payments/paying.js';
import { quietState } from '../stack/stack-state.js';

const run = promisify(execFile);
const { stack, api, bus, databases } = openStack();
const { auditor } = stack;
const services = Object.keys(auditor.databases) as (keyof typeof auditor.databases)[];
const DENIED = '42501';

/** The SQLSTATE of each refused statement; null for one that the auditor may execute. */
async function refusals(service: keyof typeof auditor.databases, statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: auditor.databases[service] });
  await client.connect();
  try {
    const codes: unknown[] = [];
    for (const statement of statements)
      codes.push(
        await client.query(statement).then(
          () => null,
          (error: unknown) => (error as { code: string }).code,
        ),
      );
    return codes;
  } finally {
    await client.end();
  }
}

describe('the role of the auditor', () => {
  test.each(services)('can change and create nothing in the database of %s', async (service) => {
    const text = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
    const tables = await databases.query<{ name: string }>(service, text);
    expect(tables.length).toBeGreaterThan(2);
    const changes = tables.flatMap(({ name }) => [
      `INSERT INTO ${name} DEFAULT VALUES`,
      `DELETE FROM ${name}`,
      `TRUNCATE ${name}`,
    ]);
    const makes = ['CREATE TABLE mine ()', 'CREATE TEMPORARY TABLE mine ()', 'CREATE SCHEMA mine', 'CREATE ROLE mine'];
    const escapes = [
      'SET session_replication_role = replica',
      `SET ROLE paygate_${service}`,
      'COPY (SELECT 1) TO PROGRAM $$true$$',
    ];
    const all = [...changes, ...makes, ...escapes];
    const codes = await refusals(service, all);
    expect(all.filter((_, index) => codes[index] !== DENIED)).toEqual([]);
  });

  test('reads no password, key, code, address, content or message', async () => {
    const hidden = {
      auth: [
        'SELECT 1 FROM end_user',
        'SELECT 1 FROM api_key',
        'SELECT 1 FROM signing_key',
        'SELECT payload FROM outbox',
      ],
      intents: ['SELECT metadata FROM intent', 'SELECT description FROM intent', 'SELECT 1 FROM idempotency'],
      otp: ['SELECT code_hash FROM otp_challenge', 'SELECT sealed_message FROM otp_send', 'SELECT 1 FROM signing_key'],
      charging: ['SELECT 1 FROM inbox'],
      webhooks: [
        'SELECT sealed_secret FROM webhook_secret',
        'SELECT url FROM webhook_endpoint',
        'SELECT body FROM webhook_body',
      ],
    };
    for (const service of services)
      expect({ service, codes: await refusals(service, hidden[service]) }).toEqual({
        service,
        codes: hidden[service].map(() => DENIED),
      });
  });

  test('has rights enough for the auditor, which finds nothing after payments that succeeded and failed', async () => {
    const [payer] = payersOf(stack);
    const poor = stack.users.find(({ walletBalance }) => walletBalance === '0');
    if (payer === undefined || poor === undefined) throw new Error('all users are rich, or all are poor');
    await deliveryOf(stack, await pay(stack, api, payer), 'payment.completed');
    await deliveryOf(stack, await pay(stack, api, poor), 'payment.failed');
    await quietState({ stack, bus, databases });
    await eventually(async () => {
      const args = ['dist/tools/auditor/main.js', '--stack', join(stackFolder(), 'stack.json')];
      const { stdout } = await run(process.execPath, [...args, '--older-than-seconds', '0']);
      expect(stdout).toMatch(/older than 0 s: [1-9]\d* terminal intents, [1-9]\d* charges, 0 violations\n$/);
      return true;
    });
  });
});
