import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { TopicRecord } from '@paygate/testing';
import { deliveriesOf, deliveryOf, eventually, stackProcesses } from '@paygate/testing';
import { openStack } from '../stack/open-stack.js';
import { accepted, authorise, order, pay, payersOf } from '../payments/paying.js';

const { stack, api, bus, databases } = openStack();
const [first, ...others] = payersOf(stack);
if (first === undefined) throw new Error('no user has money');

/** A validly signed outcome of a charge whose intent does not exist. */
function outcomeOfNothing(partition: number): TopicRecord {
  const topic = bus.topic(bus.stream('charging.v1'));
  const digits = randomUUID().replaceAll('-', '').slice(0, 26);
  const key = `pi_0${digits.slice(1)}`;
  const occurredAt = new Date().toISOString();
  const ids = { chargeId: `ch_0${digits.slice(1)}`, intentId: key, merchantId: stack.merchant.id };
  const value = JSON.stringify({
    ...ids,
    mode: 'test',
    amount: '300',
    currency: 'XAF',
    occurredAt,
    fee: '4',
    net: '296',
  });
  const envelope = { id: randomUUID(), type: 'charge.succeeded', occurredAt: Date.now(), requestId: 'req_poison' };
  return {
    topic,
    partition,
    key,
    value,
    headers: { ...bus.signer('charging').sign({ topic, key, draft: JSON.stringify(envelope), value }) },
  };
}

describe('a message that cannot be handled', () => {
  test('on every partition of a topic becomes a dead letter after a few attempts, once, and the payments behind it end', async () => {
    const members = await bus.steady('intents');
    const partitions = await bus.partitions(bus.stream('charging.v1'));
    const poison = Array.from({ length: partitions }, (_, partition) => outcomeOfNothing(partition));
    await bus.send(poison);
    const paid = await Promise.all(others.slice(0, 12).map((user) => pay(stack, api, user)));
    for (const id of paid) await deliveryOf(stack, id, 'payment.completed');
    await bus.settled();
    const dead = await bus.read([bus.stream('intents.dead.v1')]);
    const keys = dead.map(({ key }) => String(key));
    const counts = poison.map(({ key }) => keys.filter((one) => one === key).length);
    // what was under way when a consumer joined its group again may have been handled twice
    const isSteady = (await bus.steady('intents')) === members;
    expect(isSteady ? counts : counts.map((count) => Math.min(count, 1))).toEqual(poison.map(() => 1));
  });

  test('delays those of its own key only: while one intent is locked, all other payments end', async () => {
    const id = await order(api);
    const token = await authorise(stack, api, first, id);
    const charging = ['charging', 'charging-2'];
    await stackProcesses.ready(charging);
    const lock = `SELECT FROM intent WHERE id = '${id}' FOR UPDATE`;
    const locked = await stackProcesses.whileStopped(charging, async () => {
      accepted(202, await api.charge(id, token));
      return databases.hold('intents', lock);
    });
    try {
      const ids = await Promise.all(others.slice(0, 12).map((user) => pay(stack, api, user)));
      for (const other of ids) await deliveryOf(stack, other, 'payment.completed');
      expect(await deliveriesOf(stack, id)).toEqual([]);
    } finally {
      await locked.release();
    }
    await eventually(() => deliveryOf(stack, id, 'payment.completed'));
  });
});
