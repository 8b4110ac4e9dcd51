import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '@paygate/platform';
import { eventually, withClient } from '@paygate/testing';
import type { NumberInNetwork } from '../known-networks.repository.js';
import { KnownNetworksRepository } from '../known-networks.repository.js';
import { AuthUnderTest } from './auth-under-test.js';

/* Right passwords of one number from many networks at once: each waits for its own network, and for no other. */

const KEPT = 3;

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await AuthUnderTest.start({ SIGN_IN_KNOWN_NETWORKS: String(KEPT) });
}, 90_000);
afterAll(() => auth.stop());

/** A number that has signed in from so many networks, the newest first. */
async function numberKnownIn(count: number): Promise<readonly NumberInNetwork[]> {
  const number = { mode: 'live', phoneIndex: randomBytes(32) } as const;
  const known = Array.from({ length: count }, () => ({ ...number, network: randomBytes(32) }));
  for (const [minutes, { network }] of known.entries())
    await auth.sql(
      `INSERT INTO known_network (mode, phone_index, network, signed_in_at)
       VALUES ($1, $2, $3, clock_timestamp() - make_interval(mins => $4 + 1))`,
      ...[number.mode, number.phoneIndex, network, minutes],
    );
  return known;
}
const remember = (number: NumberInNetwork): Promise<void> =>
  auth.app.get(Database).transaction((tx) => auth.app.get(KnownNetworksRepository).remember(tx, number));
const networksOf = async ({ phoneIndex }: NumberInNetwork): Promise<readonly string[]> => {
  const rows = await auth.sql<{ network: Buffer }>(
    'SELECT network FROM known_network WHERE phone_index = $1 ORDER BY signed_in_at DESC',
    phoneIndex,
  );
  return rows.map(({ network }) => network.toString('hex'));
};
const named = (...networks: readonly (NumberInNetwork | undefined)[]) =>
  networks.map((each) => each?.network.toString('hex'));
const anyWaits = async (): Promise<boolean> => {
  const waiting = await auth.sql(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%INTO known_network%'`,
  );
  return waiting.length > 0;
};
/** The same, however long it has to wait. */
const rememberPatiently = (number: NumberInNetwork): Promise<void> =>
  auth.app.get(Database).transaction(async (tx) => {
    await tx.execute({ text: 'SET LOCAL lock_timeout = 0' });
    await auth.app.get(KnownNetworksRepository).remember(tx, number);
  });
/** While somebody has this network, `work` is done. */
const whileHeld = (held: NumberInNetwork, work: () => Promise<unknown>): Promise<void> =>
  withClient(auth.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM known_network WHERE phone_index = $1 AND network = $2 FOR UPDATE', [
      held.phoneIndex,
      held.network,
    ]);
    await work();
    await client.query('ROLLBACK');
  });

test.each([
  ['as many as are kept', KEPT],
  ['more than are kept, as after many came at once', KEPT + 1],
])('who waits for a network holds up nobody in another one: %s', async (_, count) => {
  const [newest, ...others] = await numberKnownIn(count);
  const [oldest, secondOldest] = others.toReversed();
  if (newest === undefined || oldest === undefined || secondOldest === undefined) throw new Error('three at least');
  let waiting: Promise<void> | undefined;
  await whileHeld(secondOldest, async () => {
    waiting = rememberPatiently(secondOldest);
    await eventually(anyWaits);
    await remember(oldest);
    await remember(newest);
  });
  await waiting;
  expect(await networksOf(newest)).toEqual(named(secondOldest, newest, oldest));
});

test('a network that somebody has does not give way to another, and does as soon as one is remembered without', async () => {
  const [newest, second, oldest] = await numberKnownIn(KEPT);
  if (newest === undefined || second === undefined || oldest === undefined) throw new Error('three were made');
  const [one, other] = [
    { ...newest, network: randomBytes(32) },
    { ...newest, network: randomBytes(32) },
  ];
  await whileHeld(oldest, () => remember(one));
  expect(await networksOf(newest)).toEqual(named(one, newest, second, oldest));
  await remember(other);
  expect(await networksOf(newest)).toEqual(named(other, one, newest));
});
