import { expect, it } from '@jest/globals';
import { Clock, Logger } from '@paygate/platform';
import { Registry } from 'prom-client';
import { Counters } from '../counters.js';
import { ENVELOPE_HEADER, SIGNATURE_HEADER } from '../envelope/envelope.js';
import { Names } from '../names.js';
import type { BatchingProducer, Outgoing } from '../producer/batching-producer.js';
import { DeadLetterQueue } from './dead-letter-queue.js';
import { DEAD_LETTER_HEADER, REPLAYED_HEADER } from './dead-letter.js';

it('a dead letter has the envelope and the signature of its message, and no header that nobody has signed', async () => {
  const sent: Outgoing[] = [];
  const send = (message: Outgoing) => Promise.resolve(sent.push(message));
  const queue = new DeadLetterQueue({
    consumer: 'webhooks',
    producer: { send } as unknown as BatchingProducer,
    names: new Names(''),
    clock: new Clock(),
    logger: new Logger({ service: 'webhooks', instance: 'test', level: 'silent' }),
    counters: new Counters(new Registry()),
  });
  const [envelope, signature, value] = ['an envelope', 'a signature', '{}'].map((text) => Buffer.from(text));
  const origin = { topic: 'intents', partition: 0, offset: 7, key: null, value: value ?? null };
  const headers = {
    ...{ [ENVELOPE_HEADER]: envelope, [SIGNATURE_HEADER]: signature },
    ...{ [REPLAYED_HEADER]: Buffer.from('[0,1,2]'), 'x-other': Buffer.from('1') },
  };
  await queue.publish({ ...origin, headers }, { reason: 'handler_failed', attempts: 5 });
  expect(sent).toMatchObject([{ key: null, value }]);
  expect(sent.map((message) => message.headers)).toEqual([
    { [ENVELOPE_HEADER]: envelope, [SIGNATURE_HEADER]: signature, [DEAD_LETTER_HEADER]: expect.any(String) },
  ]);
});
