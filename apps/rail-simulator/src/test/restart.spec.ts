import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RailSimulator } from '@paygate/testing';
import { eventually, INBOX_TOKEN, startRailSimulator } from '@paygate/testing';
import type { CallbackReceiver } from './fixtures/callback-receiver.js';
import { startCallbackReceiver } from './fixtures/callback-receiver.js';
import { MomoClient } from './fixtures/rail-clients.js';

const KILLS = 3;
const PAYMENTS = 40;

let simulator: RailSimulator;
let receiver: CallbackReceiver;

beforeAll(async () => {
  [simulator, receiver] = await Promise.all([startRailSimulator(), startCallbackReceiver()]);
});
afterAll(async () => {
  await simulator.stop();
  await receiver.stop();
});

test('a simulator that is killed forgets nothing: payments are decided once, callbacks and messages come once, tokens still work', async () => {
  const { control, database } = simulator;
  const momo = new MomoClient(simulator.url, receiver.url);
  await momo.signIn();
  await control.advance(1_000);
  await control.put('scenarios/670000010', { scenario: '01' });
  const sms = { id: 'before', to: '+237600000001', text: 'a code' };
  const headers = { authorization: `Bearer ${INBOX_TOKEN}`, 'content-type': 'application/json' };
  await fetch(`${simulator.pagesUrl}/sms`, { method: 'POST', headers, body: JSON.stringify(sms) });
  const accepted: string[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const references = Array.from({ length: PAYMENTS }, () => crypto.randomUUID());
    const under = Promise.allSettled(
      references.map(async (reference) => {
        if ((await momo.pay('10', reference)).status === 202) accepted.push(reference);
      }),
    );
    await eventually(() => accepted.length > round * PAYMENTS + PAYMENTS / 4);
    await simulator.kill();
    await under;
    await simulator.restart();
  }
  expect(await control.get('clock')).toMatchObject({ advancedSeconds: 1_000 });
  expect(await (await fetch(`${simulator.pagesUrl}/messages`)).json()).toMatchObject([{ text: 'a code' }]);
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
