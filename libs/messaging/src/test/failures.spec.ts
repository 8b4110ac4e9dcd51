import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventStreams } from '@paygate/contracts';
import type { Child, CommandClient, EventCollector } from '@paygate/testing';
import { eventCollector, eventually, startChild } from '@paygate/testing';
import { deposit } from './toy-contracts.js';
import { ToyWorld } from './toy-world.js';

describe('when processes die, come and go', () => {
  let world: ToyWorld;
  let client: CommandClient;
  let children: Child[] = [];

  beforeAll(async () => {
    world = await ToyWorld.create();
    client = await world.startClient();
  });

  afterEach(async () => {
    // gracefully: the group would wait for those that vanished
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => child.ended));
    children = [];
  });

  afterAll(async () => {
    await world.end();
  });

  const start = async (role: 'owner' | 'reader', instance: string, failpoint?: string): Promise<Child> => {
    const env = {
      ...world.env(role === 'owner' ? world.owner : world.reader, instance),
      TOY_ROLE: role,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      ...(failpoint === undefined ? {} : { TOY_FAILPOINT: failpoint }),
    };
    const child = await startChild({ entry: 'libs/messaging/src/test/toy-service.main.ts', env });
    children.push(child);
    await eventually(() => child.said.includes('ready'));
    return child;
  };
  const send = (account: string, amount: number, timeoutMs: number) =>
    client.ask(deposit, { account, amount }, timeoutMs);
  const numbersOn = async (database: 'owner' | 'reader', prefix: string): Promise<number[]> =>
    (await world.effects(world[database]))
      .filter((effect) => effect.account.startsWith(prefix))
      .map((effect) => effect.number)
      .sort((a, b) => a - b);

  it('a crash between commit and publish loses no event, and a lost reply repeats no effect', async () => {
    const events: EventCollector = await eventCollector(world.topics.prefix, eventStreams.intents);
    const doomed = await start('owner', 'doomed', 'after-commit');
    const reply = send('crash', 1, 4_000);
    expect(await doomed.ended).toBe('SIGKILL');
    expect(await numbersOn('owner', 'crash')).toEqual([1]);
    expect(await world.owner.query('SELECT 1 FROM outbox')).toHaveLength(1);
    expect(events.events).toEqual([]);
    expect(await reply).toEqual({ ok: false, code: 'upstream_timeout' });

    await start('owner', 'heir');
    const event = await events.next(({ key }) => key === 'crash', 20_000);
    expect(event).toMatchObject({ type: 'toy.moved', payload: { account: 'crash', number: 1 }, producer: 'intents' });
    await eventually(async () => (await world.owner.query('SELECT 1 FROM outbox')).length === 0);
    expect((await send('crash', 2, 20_000)).ok).toBe(true);
    expect(await numbersOn('owner', 'crash')).toEqual([1, 2]);
    await events.stop();
  });

  it('the work of an instance that was killed is taken over: none is lost, none is done twice', async () => {
    const [first] = await Promise.all([start('owner', 'first'), start('owner', 'second')]);
    const total = 400;
    let sent = 0;
    const replies = await inParallel(
      16,
      () => sent < total,
      async (number) => {
        sent += 1;
        if (sent === total / 2) first.kill('SIGKILL');
        return send(`kill-${number % 50}`, number, 45_000);
      },
    );
    expect(replies.filter((reply) => !reply.ok)).toEqual([]);
    expect(await numbersOn('owner', 'kill-')).toEqual(upTo(total));
  });

  it('rebalances under load lose nothing and repeat nothing, from command to event', async () => {
    await Promise.all([start('owner', 'stays'), start('reader', 'reads')]);
    const pause = 200;
    const comings = [
      () => start('owner', 'comes'),
      () => start('reader', 'comes-too'),
      async () => end(children[0]),
      async () => end(children[1]),
      () => start('owner', 'comes-late'),
    ];
    let finished = 0;
    let changed = false;
    const underLoad = async (messages: number): Promise<unknown> => {
      const until = finished + messages;
      return eventually(() => finished >= until);
    };
    const changes = Promise.allSettled([]).then(async () => {
      for (const change of comings) {
        await underLoad(pause);
        await change();
      }
      await underLoad(pause);
      changed = true;
    });
    const replies = await inParallel(
      8,
      () => !changed && finished < 100_000,
      async (number) => {
        const reply = await send(`wave-${number % 60}`, number, 45_000);
        finished += 1;
        return reply;
      },
    );
    await changes;
    const total = replies.length;
    expect(replies.filter((reply) => !reply.ok)).toEqual([]);
    expect(await numbersOn('owner', 'wave-')).toEqual(upTo(total));
    await eventually(async () => (await numbersOn('reader', 'wave-')).length >= total);
    expect(await numbersOn('reader', 'wave-')).toEqual(upTo(total));
    const instances = new Set((await world.effects(world.owner)).map((effect) => effect.instance));
    expect([...instances]).toEqual(expect.arrayContaining(['stays', 'comes']));
  });
});

async function end(child: Child | undefined): Promise<void> {
  child?.kill('SIGTERM');
  expect(await child?.ended).toBe('0');
}

function upTo(total: number): number[] {
  return Array.from({ length: total }, (_, index) => index + 1);
}

/** Calls `work` with 1, 2, … from concurrent loops for as long as there is more work; returns the results. */
async function inParallel<Result>(
  loops: number,
  more: () => boolean,
  work: (number: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 1;
  await Promise.all(
    Array.from({ length: loops }, async () => {
      while (more()) results.push(await work(next++));
    }),
  );
  return results;
}
