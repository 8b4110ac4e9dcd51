import { expect, test } from '@jest/globals';
import { getWalletBalance } from '@paygate/contracts';
import { newId, NoTracing } from '@paygate/platform';
import { Registry } from 'prom-client';
import { Counters } from '../counters.js';
import { COMMANDS_IN_FLIGHT } from '../limits.js';
import { Names } from '../names.js';
import type { Outgoing } from '../producer/batching-producer.js';
import { Dispatch } from '../producer/batching-producer.js';
import type { CommandBusOptions } from './command-bus.js';
import { CommandBus } from './command-bus.js';
import type { ReplyReader } from './reply-reader.js';

test('a command is refused, and not sent, while as many as may wait for their replies do', async () => {
  let dispatched = 0;
  const bus = new CommandBus({
    producer: {
      dispatch: (message: Outgoing, settle: Dispatch['settle']) => {
        dispatched += 1;
        return new Dispatch(message, settle);
      },
    },
    signer: { sign: () => ({}) },
    names: new Names('suite'),
    clock: { epochMs: () => Date.now() },
    counters: new Counters(new Registry()),
    tracing: new NoTracing(),
  } as unknown as CommandBusOptions);
  bus.use({ ready: true, partition: 0 } as unknown as ReplyReader);
  const request = { userId: newId('user'), mode: 'test', currency: 'XAF' } as const;
  const send = () => bus.send(getWalletBalance, request, { requestId: newId('request') });

  const waiting = Array.from({ length: COMMANDS_IN_FLIGHT }, send);
  expect(dispatched).toBe(COMMANDS_IN_FLIGHT);
  expect(await send()).toEqual({ ok: false, code: 'service_unavailable' });
  expect(dispatched).toBe(COMMANDS_IN_FLIGHT);
  bus.close();
  await Promise.all(waiting);

  const next = send();
  expect(dispatched).toBe(COMMANDS_IN_FLIGHT + 1);
  bus.close();
  await next;
});
