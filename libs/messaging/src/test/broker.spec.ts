import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { Health } from '@paygate/platform';
import type { CommandClient, OwnKafka, RunningApp } from '@paygate/testing';
import { eventually, ownKafka } from '@paygate/testing';
import { UnitOfWork } from '../index.js';
import type { Deposited } from './toy-contracts.js';
import { deposit, moved } from './toy-contracts.js';
import { ToyWorld } from './toy-world.js';

describe('a broker that goes away and comes back', () => {
  let kafka: OwnKafka;
  let world: ToyWorld;
  let owner: RunningApp;
  let reader: RunningApp;
  let client: CommandClient;
  let number = 0;

  beforeAll(async () => {
    kafka = await ownKafka();
    world = await ToyWorld.create(kafka.brokers);
  });

  afterAll(async () => {
    await world.end();
    await kafka.stop();
  });

  const send = (timeoutMs: number): Promise<Reply<Deposited>> => {
    number += 1;
    const request = { account: `account-${number % 10}`, amount: number };
    return client.ask(deposit, request, timeoutMs);
  };
  const allReady = (): Promise<true> =>
    eventually(() => [owner, reader, client.app].every((app) => app.get(Health).report().ready));
  /** The answers before the broker is known to be away: a service of the same process still does its work. */
  const firstAnswers = (): readonly string[] => [
    'service_unavailable',
    ...(world.keys.ONE_PROCESS === 'true' ? ['ok'] : []),
  ];
  const isRefused = async (timeoutMs: number): Promise<boolean> =>
    codeOf(await send(timeoutMs)) === 'service_unavailable';
  const codeOf = (reply: Reply<Deposited>): string => (reply.ok ? 'ok' : reply.code);

  it('may be absent when services start: they are not ready, refuse, and heal by themselves', async () => {
    await kafka.goAway('SIGTERM');
    [owner, reader, client] = await Promise.all([
      world.startOwner(true),
      world.startReader(true),
      world.startClient(true),
    ]);
    expect([owner, reader, client.app].map((app) => app.get(Health).report().ready)).toEqual([false, false, false]);
    expect(codeOf(await send(2_000))).toBe('service_unavailable');
    kafka.comeBack();
    await allReady();
    expect(codeOf(await send(20_000))).toBe('ok');
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'ended by %s under load: whoever got an answer got the true one, and nothing is lost or done twice',
    async (signal) => {
      const answered: number[] = [];
      const others = new Set<string>();
      let going = true;
      const load = Array.from({ length: 6 }, async () => {
        while (going) {
          const amount = number + 1;
          const reply = await send(5_000);
          if (reply.ok) answered.push(reply.data.balance);
          else others.add(reply.code);
          if (!reply.ok) await new Promise((resolve) => setTimeout(resolve, 50));
          expect(amount).toBeGreaterThan(0);
        }
      });
      await eventually(() => answered.length > 100);
      await kafka.goAway(signal);
      await eventually(() => others.has('service_unavailable'));
      const before = answered.length;
      kafka.comeBack();
      await eventually(() => answered.length > before + 100);
      going = false;
      await Promise.all(load);
      await allReady();
      // ambiguity is allowed while the broker goes, an error is not
      others.delete('upstream_timeout');
      expect([...others]).toEqual(['service_unavailable']);
      const effects = (await world.effects(world.owner)).map((effect) => effect.number);
      expect(new Set(effects).size).toBe(effects.length);
      expect(answered.filter((amount) => !effects.includes(amount))).toEqual([]);
      await eventually(async () => (await world.owner.query('SELECT 1 FROM outbox')).length === 0);
      await eventually(async () => (await world.effects(world.reader)).length === effects.length);
    },
  );

  it('is not waited for by each caller again', async () => {
    await kafka.goAway('SIGKILL');
    // nothing was under way: the first command is refused as soon as its connection is, because nothing was written
    const startMs = performance.now();
    expect(firstAnswers()).toContain(codeOf(await send(60_000)));
    await eventually(() => isRefused(60_000));
    expect(performance.now() - startMs).toBeLessThan(10_000);
    for (let count = 0; count < 200; count++) expect(codeOf(await send(60_000))).toBe('service_unavailable');
    expect(client.app.get(Health).report().ready).toBe(false);
    kafka.comeBack();
    await allReady();
    expect(codeOf(await send(20_000))).toBe('ok');
  });

  it('keeps no event from being published later that was committed without it', async () => {
    await kafka.goAway('SIGTERM');
    await owner.get(UnitOfWork).run((tx) => {
      tx.emit(moved, { account: 'meanwhile', amount: 1, number: 1 });
      return Promise.resolve();
    });
    kafka.comeBack();
    await eventually(async () => (await world.effects(world.reader)).some(({ account }) => account === 'meanwhile'), {
      timeoutMs: 60_000,
    });
    await allReady();
  });

  it('may freeze and resume: services become ready again', async () => {
    kafka.freeze();
    expect(['upstream_timeout', ...firstAnswers()]).toContain(codeOf(await send(1_000)));
    // once one send has run into its time-out, the next ones need not
    await eventually(() => isRefused(10_000));
    const startMs = performance.now();
    for (let count = 0; count < 20; count++) expect(codeOf(await send(60_000))).toBe('service_unavailable');
    expect(performance.now() - startMs).toBeLessThan(10_000);
    expect(client.app.get(Health).report().ready).toBe(false);
    kafka.thaw();
    await allReady();
    await eventually(async () => (await send(10_000)).ok);
  });
});
