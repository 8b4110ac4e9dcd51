import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Principal } from '@paygate/contracts';
import { commandStream, replyStream } from '@paygate/contracts';
import { Clock, DatabaseUnavailable, OutcomeUnknown, newId, parseKeyring, parsePublicKeys } from '@paygate/platform';
import type { CommandClient, RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import type { Received } from '../index.js';
import { Counters, MessageSigner, nested } from '../index.js';
import { HANDLER_BATCH, HANDLER_BATCHES_IN_FLIGHT, KEY_HELD_MAX, PRODUCE_QUEUE_CHARACTERS } from '../limits.js';
import { deposit } from './toy-contracts.js';
import { meddling } from './toy-ledger.js';
import { ToyWorld } from './toy-world.js';

describe.each([
  { how: 'over the broker', oneProcess: false },
  { how: 'within one process', oneProcess: true },
])('commands $how', ({ oneProcess }) => {
  let world: ToyWorld;
  let owner: RunningApp;
  let client: CommandClient;

  beforeAll(async () => {
    world = await ToyWorld.create(undefined, oneProcess);
    [owner, client] = await Promise.all([world.startOwner(), world.startClient()]);
  });

  afterEach(() => {
    delete meddling.before;
  });

  afterAll(async () => {
    await world.end();
  });

  const send = (account: string, amount: number, timeoutMs?: number) =>
    client.ask(deposit, { account, amount }, timeoutMs);
  const effectsOn = async (account: string): Promise<number[]> =>
    (await world.effects(world.owner)).filter((effect) => effect.account === account).map((effect) => effect.number);
  /** Resolves when what was sent over the broker for an account is executed: a command within the process would overtake it. */
  const sendBehind = async (account: string, amount: number): Promise<void> => {
    const payload = { account, amount };
    await world.send(world.signed('gateway', commandStream('intents'), { type: deposit.name, key: account, payload }));
    await eventually(async () => (await effectsOn(account)).includes(amount));
  };

  it('are answered, and refused with a value', async () => {
    expect(await send('a', 5)).toEqual({ ok: true, data: { account: 'a', balance: 5 } });
    expect(await send('nobody', 5)).toEqual({ ok: false, code: 'intent_not_found' });
  });

  it('that arrive together are written together: at most 128, at most two batches at a time, one of each key', async () => {
    const sizes: number[] = [];
    const faults: string[] = [];
    let running = 0;
    meddling.before = async (batch) => {
      running += 1;
      sizes.push(batch.length);
      if (running > HANDLER_BATCHES_IN_FLIGHT) faults.push(`${running} batches at a time`);
      if (new Set(batch.map((message) => message.key)).size < batch.length) faults.push('a key twice in one batch');
      await new Promise(setImmediate);
      running -= 1;
    };
    const replies = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => send(`many-${index % 300}`, index + 1)),
    );
    expect(replies.filter((reply) => !reply.ok)).toEqual([]);
    expect(faults).toEqual([]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(HANDLER_BATCH);
    expect(sizes.length).toBeLessThan(1_000 / 2);
  });

  it('that a handler sends time out before the command that it handles', async () => {
    const deadlines: (number | undefined)[] = [];
    meddling.before = (batch) => void deadlines.push(...batch.map(({ deadlineAt }) => deadlineAt));
    const outer = { id: newId('request'), requestId: newId('request'), deadlineAt: Date.now() + 60_000 };
    await client.bus.send(deposit, { account: 'nested', amount: 1 }, nested(outer as Received<unknown>));
    const [deadlineAt = 0] = deadlines;
    expect(outer.deadlineAt - deadlineAt).toBeGreaterThanOrEqual(1_000);
    expect(outer.deadlineAt - deadlineAt).toBeLessThanOrEqual(1_500);
    expect(
      await client.bus.send(
        deposit,
        { account: 'nested-late', amount: 1 },
        nested({ ...outer, deadlineAt: 1 } as Received<unknown>),
      ),
    ).toMatchObject({ ok: false });
  });

  it('of one key are executed in the order in which they were sent', async () => {
    const order: number[] = [];
    meddling.before = (batch) => {
      // the late command of the test before is executed when the owner's clock is behind
      for (const { key, payload } of batch) if (key === 'ordered') order.push((payload as { amount: number }).amount);
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => send('ordered', index + 1)));
    expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('of one key fill no partition: those beyond the bound are refused immediately, and the others are executed', async () => {
    const gate = Promise.withResolvers<undefined>();
    meddling.before = (batch) => (batch.some((message) => message.key === 'crowd') ? gate.promise : undefined);
    const crowd = Array.from({ length: KEY_HELD_MAX + 300 }, (_, index) => send('crowd', index + 1));
    const answered: string[] = [];
    for (const one of crowd) void one.then((reply) => answered.push(reply.ok ? 'ok' : reply.code));
    await eventually(() => answered.length === 300);
    const others = await Promise.all(Array.from({ length: 60 }, (_, index) => send(`beside-${index}`, 1)));
    expect(others.filter((reply) => !reply.ok)).toEqual([]);
    gate.resolve(undefined);
    await Promise.all(crowd);
    expect(answered.filter((code) => code === 'service_unavailable')).toHaveLength(300);
    expect(answered.filter((code) => code === 'ok')).toHaveLength(KEY_HELD_MAX);
    expect(await effectsOn('crowd')).toHaveLength(KEY_HELD_MAX);
  });

  it('are held up to a bound while handlers hang: those beyond it are refused immediately, and the others are executed', async () => {
    const gate = Promise.withResolvers<undefined>();
    meddling.before = () => gate.promise;
    const note = 'x'.repeat(200_000);
    const fitting = Math.floor(PRODUCE_QUEUE_CHARACTERS / note.length);
    const flood = Array.from({ length: fitting + 40 }, (_, index) =>
      client.ask(deposit, { account: `flood-${index}`, amount: 1, note }, 60_000),
    );
    const refused: string[] = [];
    for (const one of flood) void one.then((reply) => reply.ok || refused.push(reply.code));
    await eventually(() => refused.length >= 40);
    gate.resolve(undefined);
    const done = (await Promise.all(flood)).map((reply, index) => (reply.ok ? `flood-${index}` : ''));
    expect(new Set(refused)).toEqual(new Set(['service_unavailable']));
    // what comes first has room
    expect(done.slice(0, fitting - 2)).not.toContain('');
    const effects = (await world.effects(world.owner)).filter(({ account }) => account.startsWith('flood'));
    expect(effects.map(({ account }) => account).toSorted()).toEqual(done.filter(Boolean).toSorted());
  });

  it('of which one is bad do not fail the others', async () => {
    meddling.before = (batch) => {
      if (batch.some((message) => message.key === 'bad')) throw new Error('a bad row');
    };
    const replies = await Promise.all(['good-1', 'bad', 'good-2'].map((account) => send(account, 1)));
    expect(replies.map((reply) => (reply.ok ? 'ok' : reply.code))).toEqual(['ok', 'internal_error', 'ok']);
  });

  it.each([
    ['DatabaseUnavailable', new DatabaseUnavailable('away'), 'service_unavailable'],
    ['OutcomeUnknown', new OutcomeUnknown('lost'), 'upstream_timeout'],
    ['an error of its own', new Error('a fault of ours'), 'internal_error'],
  ])('whose handler throws %s are answered with a code that says so', async (_, error, code) => {
    meddling.before = () => {
      throw error;
    };
    expect(await send('thrown', 1)).toEqual({ ok: false, code });
  });

  it('are not begun after their deadline', async () => {
    const gate = Promise.withResolvers<undefined>();
    const begun: string[] = [];
    meddling.before = async (batch) => {
      begun.push(...batch.map((message) => message.key));
      await gate.promise;
    };
    const blocked = ['block-1', 'block-2'].map(async (account, index) => {
      await eventually(() => begun.length === index);
      return send(account, 1);
    });
    await eventually(() => begun.length === HANDLER_BATCHES_IN_FLIGHT);
    const expired = owner.get(Counters).read('commands_expired');
    const clock = owner.get(Clock);
    const sentMs = clock.epochMs();
    expect(await send('late', 1, 300)).toEqual({ ok: false, code: 'upstream_timeout' });
    // the clocks of both sides may be a few milliseconds apart
    await eventually(() => clock.epochMs() > sentMs + 500);
    gate.resolve(undefined);
    expect((await Promise.all(blocked)).every((reply) => reply.ok)).toBe(true);
    await eventually(() => owner.get(Counters).read('commands_expired') === expired + 1);
    expect(begun).not.toContain('late');
    expect(await effectsOn('late')).toEqual([]);
  });

  it('that are delivered twice are done once', async () => {
    const stream = commandStream('intents');
    const payload = { account: 'repeated', amount: 7 };
    const message = world.signed('gateway', stream, { type: deposit.name, key: 'repeated', payload });
    await world.send(message, message);
    await world.send(message);
    await sendBehind('repeated', 8);
    expect(await effectsOn('repeated')).toEqual([7, 8]);
  });

  it('that are forged, or moved from elsewhere, are not executed', async () => {
    const stream = commandStream('intents');
    const counters = owner.get(Counters);
    const good = world.signed('gateway', stream, {
      type: deposit.name,
      key: 'stolen',
      payload: { account: 'stolen', amount: 1 },
    });
    const elsewhere = world.signed('gateway', commandStream('otp'), {
      type: deposit.name,
      key: 'stolen',
      payload: { account: 'stolen', amount: 2 },
    });
    const forged = counters.read('messages_forged');
    await world.send(
      { ...good, value: good.value.replace('1', '3') },
      { ...good, headers: { ...good.headers, signature: 'AAAA' } },
      { ...elsewhere, topic: good.topic },
      { ...good, headers: {} },
    );
    await sendBehind('stolen', 9);
    expect(await effectsOn('stolen')).toEqual([9]);
    expect(counters.read('messages_forged') - forged).toBe(3);
    expect(counters.read('messages_unsigned')).toBe(1);
  });

  it('with a payload that is not what the contract says are refused by the service too', async () => {
    const wrong = { account: 'wrong', amount: 0 };
    expect(await client.ask(deposit, wrong)).toMatchObject({ ok: false, param: 'amount' });
  });

  it('are answered by the owner only', async () => {
    const gate = Promise.withResolvers<undefined>();
    const ids: string[] = [];
    meddling.before = async (batch) => {
      ids.push(...batch.map((message) => message.id));
      await gate.promise;
    };
    const reply = send('impersonated', 1);
    await eventually(() => ids.length === 1);
    const refused = client.app.get(Counters).read('replies_unexpected');
    const kinds = await sendForgedReplies(world, ids[0] ?? '');
    await eventually(() => client.app.get(Counters).read('replies_unexpected') === refused + kinds);
    gate.resolve(undefined);
    expect(await reply).toEqual({ ok: true, data: { account: 'impersonated', balance: 1 } });
  });

  it('of an unknown service, or too large, are refused immediately', async () => {
    const account = 'x'.repeat(300_000);
    expect(await client.ask(deposit, { account, amount: 1 })).toEqual({
      ok: false,
      code: 'service_unavailable',
    });
  });
});

/**
 * Writes to every reply partition that the account is empty: unsigned, by otp in its own name, and by otp in the name of the owner with
 * the key that it shares with the caller. Returns the number of kinds.
 */
async function sendForgedReplies(world: ToyWorld, correlationId: string): Promise<number> {
  const topic = world.names.topic(replyStream);
  const value = JSON.stringify({ ok: true, data: { account: 'impersonated', balance: 0 } });
  const draft = JSON.stringify({ correlationId });
  const { MESSAGE_KEYS: all, MESSAGE_PUBLIC_KEYS } = world.keys;
  const [, ofOtp = ''] = /\boperator-otp:k1:([^,]+)/.exec(all) ?? [];
  const signed = (self: Principal, keys: string): Record<string, string> => {
    const shared = parseKeyring(keys);
    const signer = new MessageSigner(self, { shared, own: undefined, trusted: parsePublicKeys(MESSAGE_PUBLIC_KEYS) });
    return { ...signer.sign({ topic, key: '', draft, value, caller: 'operator' }) };
  };
  const genuine = signed('intents', all);
  const forged = [
    { envelope: String(genuine['envelope']) },
    signed('otp', all),
    signed('intents', `intents-operator:k1:${ofOtp}`),
  ];
  const partitions = await partitionsOf(world, topic);
  const messages = partitions.flatMap((partition) => forged.map((headers) => ({ partition, value, headers })));
  await world.producer.send({ topic, messages });
  return forged.length;
}

async function partitionsOf(world: ToyWorld, topic: string): Promise<readonly number[]> {
  const admin = world.kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  return ends.map(({ partition }) => partition);
}
