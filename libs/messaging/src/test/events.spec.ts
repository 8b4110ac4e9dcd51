import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deadLetterStream, eventStreams } from '@paygate/contracts';
import { uuidV7 } from '@paygate/platform';
import type { EventCollector, RunningApp } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { Counters } from '../index.js';
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
  });

  afterEach(() => {
    delete meddling.before;
  });

  afterAll(async () => {
    await deadLetters.stop();
    await world.end();
  });

  const movedOf = (account: string, number: number, id = uuidV7()): RawMessage =>
    world.signed('intents', intents, { id, type: 'toy.moved', key: account, payload: { account, amount: 1, number } });

  const numbersOf = async (account: string): Promise<number[]> =>
    (await world.effects(world.reader)).filter((effect) => effect.account === account).map((effect) => effect.number);

  /** Everything sent so far to the partition of `account` has been handled when this has. */
  const sentinel = async (account: string): Promise<void> => {
    await world.send(movedOf(account, 999_999));
    await eventually(async () => (await numbersOf(account)).includes(999_999));
  };

  it('that arrive twice have one effect', async () => {
    const event = movedOf('twice', 1);
    await world.send(event, event);
    await world.send(event);
    await sentinel('twice');
    expect(await numbersOf('twice')).toEqual([1, 999_999]);
  });

  it('that arrive in another order are all handled', async () => {
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
  ])('%s are counted, and neither handled nor kept', async (_, forge) => {
    const counters = reader.get(Counters);
    const refused = (): number => counters.read('messages_unsigned') + counters.read('messages_forged');
    const before = refused();
    const kept = deadLetters.messages.length;
    await world.send(forge(movedOf('forged', 1)));
    await eventually(() => refused() === before + 1);
    await sentinel('beside');
    expect(await numbersOf('forged')).toEqual([]);
    expect(deadLetters.messages.length).toBe(kept);
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

  it('that are not what the contract says become dead letters, with the fields that are wrong', async () => {
    const kept = deadLetters.messages.length;
    const payload = { account: 'malformed', amount: 'many', number: -1 };
    await world.send(world.signed('intents', intents, { type: 'toy.moved', key: 'malformed', payload }));
    await eventually(() => deadLetters.messages.length > kept);
    expect(causeOf(deadLetters, kept)).toMatchObject({
      reason: 'payload_invalid',
      faults: ['amount: parameter_invalid', 'number: parameter_invalid'],
    });
  });

  it('of types without a handler pass by', async () => {
    const kept = deadLetters.messages.length;
    await world.send(world.signed('intents', intents, { type: 'toy.unheard-of', key: 'other', payload: {} }));
    await sentinel('other');
    expect(deadLetters.messages.length).toBe(kept);
  });
});

function causeOf(deadLetters: EventCollector, index: number): Record<string, unknown> {
  const header = deadLetters.messages[index]?.headers?.['dead-letter'];
  return JSON.parse(String(header)) as Record<string, unknown>;
}
