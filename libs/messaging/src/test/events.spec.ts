import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deadLetterStream, eventStreams } from '@paygate/contracts';
import { uuidV7 } from '@paygate/platform';
import type { EventCollector, RunningApp } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { Counters } from '../index.js';
import { UNTRUSTED_KEPT_PER_MINUTE } from '../limits.js';
import { meddling } from './toy-ledger.js';
import type { RawMessage } from './toy-world.js';
import { ToyWorld } from './toy-world.js';

const { intents } = eventStreams;

describe('events', () => {
  let world: ToyWorld;
  let reader: RunningApp;
  let deadLetters: EventCollector;

  beforeAll(async () => {
    world = await ToyWorld.create();
    reader = await world.startReader();
    deadLetters = await eventCollector(world.topics.prefix, deadLetterStream('webhooks'));
  }, 60_000);

  afterEach(() => {
    delete meddling.before;
  });

  afterAll(async () => {
    await deadLetters.stop();
    await world.end();
  }, 60_000);

  const movedOf = (account: string, number: number, id = uuidV7()): RawMessage =>
    world.signed('intents', intents, { id, type: 'toy.moved', key: account, payload: { account, amount: 1, number } });

  const numbersOf = async (account: string): Promise<number[]> =>
    (await world.effects(world.reader)).filter((effect) => effect.account === account).map((effect) => effect.number);

  /** Everything sent so far to the partition of `account` has been handled when this has. */
  const sentinel = async (account: string): Promise<void> => {
    await world.send(movedOf(account, 999_999));
    await eventually(async () => (await numbersOf(account)).includes(999_999));
  };

  it('that come twice have one effect', async () => {
    const event = movedOf('twice', 1);
    await world.send(event, event);
    await world.send(event);
    await sentinel('twice');
    expect(await numbersOf('twice')).toEqual([1, 999_999]);
  });

  it('that come in another order are all taken', async () => {
    await world.send(movedOf('disorder', 3), movedOf('disorder', 1), movedOf('disorder', 2));
    await sentinel('disorder');
    expect(await numbersOf('disorder')).toEqual([1, 2, 3, 999_999]);
  });

  it('of one key are handled in their order, never two at a time and never two in a batch', async () => {
    const running = new Set<string>();
    const together: string[] = [];
    const order: number[] = [];
    meddling.before = async (batch) => {
      const keys = batch.map((message) => message.key);
      for (const key of keys) {
        if (running.has(key)) together.push(key);
        running.add(key);
      }
      for (const message of batch)
        if (message.key === 'row') order.push((message.payload as { number: number }).number);
      await new Promise(setImmediate);
      for (const key of keys) running.delete(key);
    };
    const others = Array.from({ length: 40 }, (_, index) => movedOf(`row-${index % 4}`, index));
    const row = Array.from({ length: 40 }, (_, index) => movedOf('row', index));
    await world.send(...row.flatMap((event, index) => [event, others[index] ?? event]));
    await sentinel('row');
    expect(together).toEqual([]);
    expect(order).toEqual([...Array.from({ length: 40 }, (_, index) => index), 999_999]);
  });

  it.each([
    [
      'without a signature',
      (event: RawMessage) => ({ ...event, headers: { envelope: event.headers['envelope'] ?? '' } }),
    ],
    [
      'with another payload',
      (event: RawMessage) => ({ ...event, value: event.value.replace('"amount":1', '"amount":2') }),
    ],
    ['moved to another key', (event: RawMessage) => ({ ...event, key: 'forged-elsewhere' })],
    [
      'with another envelope',
      (event: RawMessage) => ({
        ...event,
        headers: {
          ...event.headers,
          envelope: event.headers['envelope']?.replace(/"id":"[^"]+"/, `"id":"${uuidV7()}"`) ?? '',
        },
      }),
    ],
    ['with no envelope at all', (event: RawMessage) => ({ ...event, headers: {} })],
    [
      'that are not even text',
      (event: RawMessage) => ({ ...event, headers: { envelope: '\u0000{', signature: '💥' } }),
    ],
  ])('%s are not handled, and kept', async (_, forge) => {
    const event = movedOf('forged', 1);
    const kept = deadLetters.messages.length;
    await world.send(forge(event));
    await eventually(() => deadLetters.messages.length > kept);
    expect(await numbersOf('forged')).toEqual([]);
    expect(causeOf(deadLetters, kept)).toMatchObject({ topic: world.names.topic(intents), attempts: 0 });
  });

  it('moved from another topic are not handled', async () => {
    const event = world.signed('otp', eventStreams.otp, {
      type: 'toy.moved',
      key: 'elsewhere',
      payload: { account: 'elsewhere', amount: 1, number: 1 },
    });
    await world.send({ ...event, topic: world.names.topic(intents) });
    await sentinel('elsewhere');
    expect(await numbersOf('elsewhere')).toEqual([999_999]);
    expect(reader.get(Counters).read('messages_foreign_producer')).toBeGreaterThan(0);
  });

  it('of a principal that does not own the stream are not handled', async () => {
    await world.send(
      world.signed('operator', intents, {
        type: 'toy.moved',
        key: 'foreign',
        payload: { account: 'foreign', amount: 1, number: 1 },
      }),
    );
    await sentinel('foreign');
    expect(await numbersOf('foreign')).toEqual([999_999]);
  });

  it('that are not what the contract says are put aside, with the fields that are wrong', async () => {
    const kept = deadLetters.messages.length;
    const payload = { account: 'malformed', amount: 'many', number: -1 };
    await world.send(world.signed('intents', intents, { type: 'toy.moved', key: 'malformed', payload }));
    await eventually(() => deadLetters.messages.length > kept);
    expect(causeOf(deadLetters, kept)).toMatchObject({
      reason: 'payload_invalid',
      faults: ['amount: parameter_invalid', 'number: parameter_invalid'],
    });
  });

  it('of types that nobody here handles pass by', async () => {
    const kept = deadLetters.messages.length;
    await world.send(world.signed('intents', intents, { type: 'toy.unheard-of', key: 'other', payload: {} }));
    await sentinel('other');
    expect(deadLetters.messages.length).toBe(kept);
  });

  it('unsigned by the thousand are put aside as far as a minute allows and counted beyond, and what is signed is kept as ever', async () => {
    const counters = reader.get(Counters);
    const count = () => ({
      unsigned: counters.read('messages_unsigned'),
      kept: counters.read('dead_letters'),
      unkept: counters.read('dead_letters_unkept'),
    });
    const before = count();
    const flood = Array.from({ length: 1_000 }, () => ({ ...movedOf('flood', 1), headers: {} }));
    const malformed = { type: 'toy.moved', key: 'flood', payload: { account: 'flood' } };
    await world.send(...flood, world.signed('intents', intents, malformed));
    await eventually(() =>
      deadLetters.messages.some(
        ({ key }, index) => String(key) === 'flood' && causeOf(deadLetters, index)['reason'] === 'payload_invalid',
      ),
    );
    expect(count().unsigned - before.unsigned).toBe(flood.length);
    const kept = () => count().kept - before.kept;
    await eventually(() => kept() + count().unkept - before.unkept === flood.length + 1);
    // a test lasts no longer than parts of two minutes
    expect(kept()).toBeLessThanOrEqual(2 * UNTRUSTED_KEPT_PER_MINUTE + 1);
  });
});

function causeOf(deadLetters: EventCollector, index: number): Record<string, unknown> {
  const header = deadLetters.messages[index]?.headers?.['dead-letter'];
  return JSON.parse(String(header)) as Record<string, unknown>;
}
