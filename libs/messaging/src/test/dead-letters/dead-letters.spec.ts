import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deadLetterStream, eventStreams } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import { DEAD_LETTER_HEADER, REPLAYED_HEADER } from '../../dead-letters/dead-letter.js';
import { readDeadLetters, replayDeadLetters } from '../../index.js';
import type { RawMessage } from '../toy-world.js';
import { ToyWorld } from '../toy-world.js';

const PARTITION = 0;

describe('the dead letters of a service that was taken over', () => {
  let world: ToyWorld;

  beforeAll(async () => {
    world = await ToyWorld.create();
    // a broker may name the leader of a new topic before it has become one
    await eventually(() => ends().then(() => true));
  });

  afterAll(() => world.end());

  const movedOf = (account: string, stream = eventStreams.intents): RawMessage =>
    world.signed(stream.owner ?? 'intents', stream, {
      type: 'toy.moved',
      key: account,
      payload: { account, amount: 1, number: 1 },
    });
  const topic = (): string => world.names.topic(eventStreams.intents);
  const write = async (messages: readonly RawMessage[]): Promise<void> => {
    await world.producer.send({
      topic: topic(),
      messages: messages.map(({ key, value, headers }) => ({ key, value, headers, partition: PARTITION })),
    });
  };
  const letter = ({ headers, ...message }: RawMessage, offset: number, from = topic()): RawMessage => ({
    ...message,
    topic: world.names.topic(deadLetterStream('webhooks')),
    headers: { ...headers, [DEAD_LETTER_HEADER]: JSON.stringify({ topic: from, partition: PARTITION, offset }) },
  });
  const ends = async (): Promise<readonly number[]> => {
    const admin = world.kafka.admin();
    await admin.connect();
    const streams = [eventStreams.intents, eventStreams.charging];
    const all = Promise.all(streams.map((stream) => admin.fetchTopicOffsets(world.names.topic(stream))));
    const offsets = await all.finally(() => admin.disconnect());
    return offsets.map((partitions) => partitions.reduce((sum, { high }) => sum + Number(high), 0));
  };

  it('are replayed where they are copies of what the service has read, and refused where they are not', async () => {
    const originals = Array.from({ length: 50 }, (_, index) => movedOf(`account-${index}`));
    await write(originals);
    const [first = movedOf('none'), last = movedOf('none')] = [originals[3], originals[49]];
    const charging = movedOf('account', eventStreams.charging);
    await world.send(
      letter(first, 3),
      letter(charging, 0, charging.topic),
      letter(movedOf('account-3'), 3),
      letter({ ...first, value: `${first.value} ` }, 3),
      letter({ ...first, key: 'account-4' }, 3),
      letter(first, 4),
      letter(first, 50),
      letter(first, -1),
      letter(last, 49),
    );
    const query = { kafka: world.kafka, names: world.names, consumer: 'webhooks' } as const;
    const differs = 'it differs from the original';
    const gone = 'its topic no longer holds the original';
    expect(await replayDeadLetters(query, await readDeadLetters(query))).toEqual({
      replayed: 2,
      refused: [
        { letter: 1, because: 'webhooks handles no messages of its topic' },
        ...[2, 3, 4, 5].map((offset) => ({ letter: offset, because: differs })),
        ...[6, 7].map((offset) => ({ letter: offset, because: gone })),
      ],
    });
    expect(await ends()).toEqual([52, 0]);
    expect((await readDeadLetters(query)).map(({ offset }) => offset)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('are still listed when one of them, or a signed message among them, names them as replayed', async () => {
    const query = { kafka: world.kafka, names: world.names, consumer: 'webhooks' } as const;
    const listed = async () => (await readDeadLetters(query)).map(({ offset }) => offset);
    const before = await listed();
    const { headers, ...forged } = letter(movedOf('forged'), 0);
    const naming = { [REPLAYED_HEADER]: JSON.stringify([...Array(100).keys()]) };
    const { [DEAD_LETTER_HEADER]: cause = '', ...signed } = headers;
    await world.send(
      { ...forged, headers: { ...headers, ...naming } },
      { ...forged, headers: { ...signed, ...naming } },
      { ...forged, headers: { [DEAD_LETTER_HEADER]: cause } },
    );
    const after = await listed();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 2);
  });
});
