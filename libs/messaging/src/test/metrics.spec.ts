import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { Registry } from 'prom-client';
import { deposit } from './toy-contracts.js';
import { meddling } from './toy-ledger.js';
import { ToyWorld } from './toy-world.js';

describe('metrics', () => {
  let world: ToyWorld;
  let owner: RunningApp;

  beforeAll(async () => {
    world = await ToyWorld.create();
    owner = await world.startOwner();
  });

  afterEach(() => {
    delete meddling.before;
  });

  afterAll(() => world.end());

  /** The value of a sample with these labels; undefined when there is none. */
  const valueOf = async (name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> => {
    const text = await owner.get(Registry).metrics();
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const sample = text
      .split('\n')
      .find((line) => /^[a-z_]+/.exec(line)?.[0] === name && wanted.every((label) => line.includes(label)));
    return sample === undefined ? undefined : Number(sample.split(' ').at(-1));
  };

  it('measure every handled command by its outcome', async () => {
    const client = await world.startClient();
    const count = (outcome: string) =>
      valueOf('paygate_message_handling_duration_seconds_count', { message: deposit.name, outcome });
    await client.ask(deposit, { account: 'a', amount: 5 });
    await client.ask(deposit, { account: 'a', amount: 5 });
    await client.ask(deposit, { account: 'nobody', amount: 5 });
    meddling.before = () => Promise.reject(new Error('a fault'));
    await client.ask(deposit, { account: 'a', amount: 5 });
    expect([await count('done'), await count('refused'), await count('failed')]).toEqual([2, 1, 1]);
  });

  it('count the messages that wait', async () => {
    const client = await world.startClient();
    const topic = `${world.topics.prefix}.intents.commands.v1`;
    const held = Promise.withResolvers<undefined>();
    meddling.before = () => held.promise;
    const asked = ['b', 'c', 'd'].map((account) => client.ask(deposit, { account, amount: 1 }));
    await eventually(async () => (await valueOf('paygate_consumer_lag_messages', { topic })) === 3);
    held.resolve(undefined);
    await Promise.all(asked);
    await eventually(async () => (await valueOf('paygate_consumer_lag_messages', { topic })) === 0);
  });

  it('report the age of the oldest message in the outbox', async () => {
    await eventually(async () => (await valueOf('paygate_outbox_oldest_seconds')) === 0);
    await world.owner.query(`
      INSERT INTO outbox (id, topic, key, headers, payload, created_at, leased_until)
      VALUES (gen_random_uuid(), 'none', 'key', '{}', '{}', clock_timestamp() - interval '90 s', clock_timestamp() + interval '1 h')`);
    expect(await valueOf('paygate_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90);
    await world.owner.query(`DELETE FROM outbox WHERE topic = 'none'`);
  });
});
