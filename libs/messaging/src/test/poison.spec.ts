import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deadLetterStream, eventStreams } from '@paygate/contracts';
import type { EventCollector, RunningApp } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { Counters, readDeadLetters, replayDeadLetters } from '../index.js';
import { EVENT_ATTEMPTS } from '../limits.js';
import { meddling } from './toy-ledger.js';
import type { RawMessage } from './toy-world.js';
import { ToyWorld } from './toy-world.js';

const POISONOUS = 'poison';
const OTHERS = 200;

describe('a poison message', () => {
  let world: ToyWorld;
  let reader: RunningApp;
  let deadLetters: EventCollector;
  let attempts = 0;
  /** the keys that were through, each once: a batch that lost a conflict runs again */
  const others = new Set<string | undefined>();
  let cured = false;

  beforeAll(async () => {
    world = await ToyWorld.create();
    meddling.before = async (batch) => {
      const sick = batch.some(
        (message) => message.key === POISONOUS && (message.payload as { number: number }).number === 1,
      );
      if (sick && batch.length === 1) attempts += 1;
      // the second attempt does not end before all others are through: were they to wait for it, nothing would ever end
      if (sick && attempts === 2) await eventually(() => others.size === OTHERS);
      if (sick && !cured) throw new Error('it cannot be digested');
      for (const { key } of batch) if (key !== POISONOUS) others.add(key);
    };
    reader = await world.startReader();
    deadLetters = await eventCollector(world.topics.prefix, deadLetterStream('webhooks'));
  });

  afterAll(async () => {
    delete meddling.before;
    await deadLetters.stop();
    await world.end();
  });

  const movedOf = (account: string, number: number): RawMessage =>
    world.signed('intents', eventStreams.intents, {
      type: 'toy.moved',
      key: account,
      payload: { account, amount: 1, number },
    });

  it('is tried a few times and becomes a dead letter, and other keys of its partition do not wait for it', async () => {
    const messages = [
      movedOf(POISONOUS, 1),
      ...Array.from({ length: OTHERS }, (_, index) => movedOf(`other-${index}`, 1)),
    ];
    await world.producer.sendBatch({
      topicMessages: messages.map(({ topic, ...message }) => ({ topic, messages: [{ ...message, partition: 0 }] })),
    });
    await eventually(() => deadLetters.messages.length === 1);
    expect({ attempts, others: others.size }).toEqual({ attempts: EVENT_ATTEMPTS, others: OTHERS });
    expect((await world.effects(world.reader)).length).toBe(OTHERS);
    expect(reader.get(Counters).read('dead_letters')).toBe(1);
  });

  it('lets those behind it of its own key through, once it is a dead letter', async () => {
    await world.send({ ...movedOf(POISONOUS, 2) });
    await eventually(async () => (await world.effects(world.reader)).some((effect) => effect.account === POISONOUS));
  });

  it('is listed with its cause, and takes effect when it is replayed after the cure', async () => {
    const query = { kafka: world.kafka, names: world.names, consumer: 'webhooks' } as const;
    const letters = await readDeadLetters(query);
    expect(letters.map(({ type, cause }) => ({ type, ...cause }))).toMatchObject([
      {
        type: 'toy.moved',
        consumer: 'webhooks',
        partition: 0,
        reason: 'handler_failed',
        attempts: EVENT_ATTEMPTS,
        error: 'Error',
      },
    ]);
    expect(JSON.stringify(letters[0]?.cause)).not.toContain('digested');
    cured = true;
    expect(await replayDeadLetters(query, letters)).toEqual({ replayed: 1, refused: [] });
    expect(await replayDeadLetters(query, letters)).toEqual({ replayed: 1, refused: [] });
    await world.send(movedOf(POISONOUS, 3));
    const numbers = async (): Promise<number[]> =>
      (await world.effects(world.reader)).filter(({ account }) => account === POISONOUS).map(({ number }) => number);
    await eventually(async () => (await numbers()).includes(3) && (await numbers()).includes(1));
    expect(await numbers()).toEqual([1, 2, 3]);
  });
});
