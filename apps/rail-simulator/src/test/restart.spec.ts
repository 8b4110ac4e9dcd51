import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Child, TestDatabase } from '@paygate/testing';
import { eventually, removeChildren, startChild, testDatabase } from '@paygate/testing';
import { migrations } from '../migrations/migrations.js';
import type { CallbackReceiver } from './fixtures/callback-receiver.js';
import { startCallbackReceiver } from './fixtures/callback-receiver.js';
import { Control } from './fixtures/control.js';
import { MomoClient } from './fixtures/rail-clients.js';
import { environmentOf } from './fixtures/simulator.js';

jest.setTimeout(180_000);

const KILLS = 3;
const PAYMENTS = 40;

let database: TestDatabase;
let receiver: CallbackReceiver;
let child: Child | undefined;
const ports = { rails: randomInt(20_000, 29_999), inbox: randomInt(15_000, 19_999) };

beforeAll(async () => {
  [database, receiver] = await Promise.all([testDatabase('restart', migrations), startCallbackReceiver()]);
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await child?.ended;
  await receiver.stop();
  await database.drop();
  await removeChildren();
});

async function start(): Promise<void> {
  const own = { RAILS_PORT: String(ports.rails), INBOX_PORT: String(ports.inbox), LOG_LEVEL: 'silent' };
  child = await startChild({ entry: 'apps/rail-simulator/src/main.ts', env: { ...environmentOf(database), ...own } });
  await eventually(async () => (await fetch(`http://127.0.0.1:${ports.inbox}/control/clock`)).ok);
}

async function kill(): Promise<void> {
  child?.kill('SIGKILL');
  expect(await child?.ended).toBe('SIGKILL');
}

test('a simulator that is killed forgets nothing: payments are decided once, callbacks come once, tokens still work', async () => {
  await start();
  const control = new Control(`http://127.0.0.1:${ports.inbox}`);
  const momo = new MomoClient(`http://127.0.0.1:${ports.rails}`, receiver.url);
  await momo.signIn();
  await control.advance(1_000);
  await control.put('scenarios/670000010', { scenario: '01' });
  const accepted: string[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const references = Array.from({ length: PAYMENTS }, () => crypto.randomUUID());
    const under = Promise.allSettled(
      references.map(async (reference) => {
        if ((await momo.pay('10', reference)).status === 202) accepted.push(reference);
      }),
    );
    await eventually(() => accepted.length > round * PAYMENTS + PAYMENTS / 4);
    await kill();
    await under;
    await start();
  }
  expect(await control.get('clock')).toMatchObject({ advancedSeconds: 1_000 });
  const open = `SELECT count(*)::integer AS count FROM payment WHERE state = 'pending'`;
  await eventually(async () => (await database.query<{ count: number }>(open))[0]?.count === 0);
  for (const reference of accepted)
    expect((await momo.status(reference)).json()).toMatchObject({ status: 'SUCCESSFUL' });
  // a payer has what they began with, less what every successful payment took once
  const [books] = await database.query<{ balance: string; moved: string; succeeded: string }>(`
    SELECT (SELECT balance FROM payer)::text AS balance, (SELECT sum(-amount) FROM movement)::text AS moved,
      (SELECT sum(amount) FROM payment WHERE state = 'succeeded')::text AS succeeded`);
  expect(books?.moved).toBe(books?.succeeded);
  expect(Number(books?.balance)).toBe(1_000_000_000 - Number(books?.moved));
  const twice = receiver.received.map(({ path }) => path).filter((path, index, all) => all.indexOf(path) !== index);
  expect(twice).toEqual([]);
});
