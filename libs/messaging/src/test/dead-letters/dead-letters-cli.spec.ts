import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { deadLetterStream, eventStreams } from '@paygate/contracts';
import { startChild } from '@paygate/testing';
import { DEAD_LETTER_HEADER } from '../../dead-letters/dead-letter.js';
import type { RawMessage } from '../toy-world.js';
import { ToyWorld } from '../toy-world.js';

// a test runs the command up to five times
jest.setTimeout(240_000);

interface Outcome {
  readonly exit: string;
  readonly lines: readonly string[];
  readonly errors: readonly string[];
}

describe('the command dead-letters', () => {
  let world: ToyWorld;
  let letters: readonly RawMessage[];

  beforeAll(async () => {
    world = await ToyWorld.create();
    letters = ['one', 'two', 'three'].map((account) =>
      world.signed('intents', eventStreams.intents, {
        type: 'toy.moved',
        key: account,
        payload: { account, amount: 1, number: 1, canary: 'payload-canary' },
      }),
    );
    for (const message of letters) await world.send(message);
    const places = await placesOf();
    const topic = world.names.topic(deadLetterStream('webhooks'));
    for (const [index, letter] of letters.entries())
      await world.send({
        ...letter,
        topic,
        headers: { ...letter.headers, [DEAD_LETTER_HEADER]: JSON.stringify(places[index]) },
      });
  });

  afterAll(async () => {
    await world.end();
  });

  /** The places of the accounts' messages in the topic: each is the only one of its partition, or follows those sent before. */
  const placesOf = async () => {
    const found = new Map<string, { topic: string; partition: number; offset: number; error: string }>();
    const consumer = world.kafka.consumer({ groupId: `${world.topics.prefix}.reader` });
    await consumer.connect();
    await consumer.subscribe({ topics: [world.names.topic(eventStreams.intents)], fromBeginning: true });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await consumer.run({
      eachMessage: ({ topic, partition, message }) => {
        const place = { topic, partition, offset: Number(message.offset), error: 'it could not be handled' };
        found.set(String(message.key), place);
        if (found.size === letters.length) resolve(undefined);
        return Promise.resolve();
      },
    });
    await promise;
    await consumer.disconnect();
    return letters.map(({ key }) => found.get(key));
  };
  const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> => {
    const given = { KAFKA_BROKERS: world.topics.brokers, TOPIC_PREFIX: world.topics.prefix, ...env };
    const child = await startChild({
      entry: 'libs/messaging/src/dead-letters.cli.ts',
      args,
      env: given,
      capture: true,
    });
    const exit = await child.ended;
    return { exit, lines: child.lines, errors: child.errors };
  };
  const events = async (): Promise<number> => {
    const admin = world.kafka.admin();
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(world.names.topic(eventStreams.intents));
    await admin.disconnect();
    return offsets.reduce((sum, { high }) => sum + Number(high), 0);
  };

  it('lists the dead letters of a service with their causes and without their payloads', async () => {
    const { exit, lines, errors } = await run(['list', 'webhooks']);
    expect([exit, errors]).toEqual(['0', []]);
    const printed = lines.map((line) => JSON.parse(line) as object);
    expect(printed).toMatchObject(
      letters.map(({ key }, letter) => ({
        ...{ letter, key, type: 'toy.moved', messageId: expect.any(String) },
        cause: { topic: world.names.topic(eventStreams.intents), error: 'it could not be handled' },
      })),
    );
    expect(lines.join()).not.toContain('canary');
    expect(await run(['list', 'charging'])).toEqual({ exit: '0', lines: [], errors: [] });
  });

  it('counts the dead letters of each service', async () => {
    const { exit, lines, errors } = await run(['count']);
    expect([exit, errors]).toEqual(['0', []]);
    expect(JSON.parse(lines.join())).toEqual({ auth: 0, intents: 0, otp: 0, charging: 0, webhooks: 3 });
  });

  it('replays those that are named, which are then no longer listed, and says how many', async () => {
    expect(await run(['replay', 'webhooks', '0', '2'])).toEqual({ exit: '0', lines: ['2 of 3 replayed'], errors: [] });
    expect(await events()).toBe(5);
    const { lines } = await run(['list', 'webhooks']);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([expect.objectContaining({ letter: 1 })]);
    expect(await run(['replay', 'webhooks', 'all'])).toEqual({ exit: '0', lines: ['1 of 1 replayed'], errors: [] });
    expect(await events()).toBe(6);
    expect(await run(['list', 'webhooks'])).toEqual({ exit: '0', lines: [], errors: [] });
  });

  it('replays nothing when one that is named does not exist', async () => {
    const before = await events();
    const { exit, lines, errors } = await run(['replay', 'webhooks', '3']);
    expect([exit, lines, errors]).toEqual(['1', [], ['dead-letters: webhooks has no dead letter 3']]);
    expect(await events()).toBe(before);
  });

  it.each([
    [[], "no command is called ''"],
    [['drop', 'webhooks'], "no command is called 'drop'"],
    [['list'], "no service is called ''"],
    [['list', 'webhook'], "no service is called 'webhook': gateway, "],
    [['list', 'webhooks', '1'], "list takes no '1'"],
    [['count', 'webhooks'], "count takes no 'webhooks'"],
    [['replay', 'webhooks'], 'replay needs all, or offsets'],
    [['replay', 'webhooks', '1', 'x7'], "'x7' is no offset"],
    [['replay', 'webhooks', 'all', '1'], "'all' is no offset"],
    [['replay', 'webhooks', '-1'], "'-1' is no offset"],
  ])('ends with 64, the fault and its usage for %j', async (args, fault) => {
    const { exit, lines, errors } = await run(args);
    expect([exit, lines]).toEqual(['64', []]);
    expect(errors[0]).toContain(`dead-letters: ${fault}`);
    expect(errors.slice(1).join('\n')).toMatch(/^dead-letters list .*\ndead-letters count .*\ndead-letters replay /);
  });

  it('ends with 78 and names the variable when its configuration has a fault', async () => {
    const { exit, errors } = await run(['list', 'webhooks'], { KAFKA_BROKERS: 'nowhere' });
    expect([exit, errors.join()]).toEqual(['78', expect.stringContaining('KAFKA_BROKERS')]);
  });
});
