import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataService } from '@paygate/contracts';
import { dataServices } from '@paygate/contracts';
import { audit } from '../audit.js';
import type { DatabaseUrls } from '../databases.js';
import { PAID, payments } from './payment.js';
import { plants } from './plants.js';
import { ScratchDatabases } from './scratch-databases.js';

const run = promisify(execFile);
const AGE = { olderThanSeconds: 60 };

let databases: ScratchDatabases;

beforeAll(async () => {
  databases = await ScratchDatabases.make(payments);
  // five processes run migrations, perhaps on a busy machine
});
afterAll(() => databases.drop());

describe('the auditor', () => {
  test('finds no violation in correct data, and counts what it checked', async () => {
    expect(await audit(databases.urls, AGE)).toEqual({ violations: [], intents: 3, charges: 2 });
  });

  test.each(plants)('finds %s of %s in %s', async (rule, subject, service, plant) => {
    await databases.withPlanted(service, plant, async (urls) => {
      const { violations } = await audit(urls, AGE);
      expect(violations).toContainEqual(expect.objectContaining({ rule, subject }));
    });
  });

  test('does not check rows that are younger than the given age', async () => {
    const young = `INSERT INTO outbox VALUES (gen_random_uuid(), 'topic', 'key', '{}', '{}', clock_timestamp())`;
    await databases.withPlanted('otp', young, async (urls) => {
      expect((await audit(urls, AGE)).violations).toEqual([]);
      expect((await audit(urls, { olderThanSeconds: 0 })).violations).toHaveLength(1);
    });
  });
});

test('[6.17] a payment of test mode that ended before its retention may lack its event or intent, one of live mode may not', async () => {
  const past = `clock_timestamp() - interval '31 days'`;
  const found = async (service: DataService, plant: string, days: number): Promise<string> => {
    const rules: string[] = [];
    await databases.withPlanted(service, plant, async (urls) => {
      const { violations } = await audit(urls, { ...AGE, testRetentionDays: days });
      rules.push(...violations.map(({ rule }) => rule));
    });
    return rules.join();
  };
  const gone = `UPDATE intent SET completed_at = ${past}, updated_at = ${past}, terminal_event_id = 'evt_0' WHERE id = '${PAID}'`;
  expect(await found('intents', gone, 30)).not.toContain('terminal_event_wrong');
  expect(await found('intents', gone, 40)).toContain('terminal_event_wrong');
  expect(await found('intents', gone.replace('SET', `SET mode = 'live',`), 30)).toContain('terminal_event_wrong');
  const orphan = `UPDATE charge SET intent_id = 'pi_0', accepted_at = ${past}, settled_at = ${past} WHERE charge_id = 'ch_2'`;
  expect(await found('charging', orphan, 30)).not.toContain('charge_without_intent');
  expect(await found('charging', orphan, 40)).toContain('charge_without_intent');
});

describe('the command', () => {
  const directory = mkdtempSync(join(tmpdir(), 'auditor-'));
  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  async function command(urls: DatabaseUrls | undefined, ...args: string[]): Promise<{ code: number; output: string }> {
    const stack = join(directory, 'stack.json');
    writeFileSync(stack, JSON.stringify(urls === undefined ? {} : { auditor: { databases: urls } }));
    try {
      const { stdout } = await run(process.execPath, ['dist/tools/auditor/main.js', '--stack', stack, ...args]);
      return { code: 0, output: stdout };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  }

  test('exits with 0 when there is no violation', async () => {
    expect(await command(databases.urls)).toEqual({
      code: 0,
      output: 'older than 60 s: 3 terminal intents, 2 charges, 0 violations\n',
    });
  });

  test('prints each violation and exits with 1', async () => {
    await databases.withPlanted('charging', 'UPDATE wallet SET balance = 1001', async (urls) => {
      const { code, output } = await command(urls, '--older-than-seconds', '5');
      expect(code).toBe(1);
      expect(output).toContain('✗ statement 4: ledger_not_zero: 1950: by ledger_violation\n');
      expect(output).toContain('2 violations\n');
    });
  });

  test('exits with 64 for wrong arguments, and with 69 when it cannot read the data', async () => {
    expect(await command(databases.urls, '--older-than-seconds', 'soon')).toMatchObject({ code: 64 });
    expect(await command(undefined)).toMatchObject({ code: 69 });
    const nowhere = Object.fromEntries(dataServices.map((name) => [name, 'postgres://nobody@127.0.0.1:1/none']));
    expect(await command(nowhere as DatabaseUrls)).toMatchObject({ code: 69 });
  });
});
