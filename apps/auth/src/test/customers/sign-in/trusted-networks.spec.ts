import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply, SignedIn } from '@paygate/contracts';
import { importUsers } from '@paygate/contracts';
import { Database, hashPassword, newId } from '@paygate/platform';
import { eventually, withClient } from '@paygate/testing';
import { TrustedNetworksRepository } from '../../../throttle/trusted-networks.repository.js';
import { ScheduledJobs } from '../../../scheduled-jobs.js';
import type { SignInTry } from '../../fixtures/auth-under-test.js';
import { AuthUnderTest, freshPhone } from '../../fixtures/auth-under-test.js';

const password = 'correct horse battery staple';
const KEPT = 3;

let auth: AuthUnderTest;
let passwordHash: string;
const merchantId = newId('merchant');
beforeAll(async () => {
  auth = await AuthUnderTest.start({ SIGN_IN_TRUSTED_NETWORKS: String(KEPT) });
  passwordHash = await hashPassword(password);
});
afterAll(() => auth.stop());

const throttled = { ok: false, code: 'login_throttled', fields: { retryAfter: expect.any(Number) } };

describe('a user who has signed in from a network', () => {
  const newUser = async (): Promise<string> => {
    const phone = freshPhone();
    const phoneNumber = auth.seal(phone, 'import-users.phone');
    await auth.get(importUsers, { mode: 'test', users: [{ userId: newId('user'), phoneNumber, passwordHash }] });
    return phone;
  };
  const guess = (from: Partial<SignInTry> = {}) =>
    auth.signIn({ merchantId, phone: freshPhone(), password: 'wrong', ...from });
  const signIn = (phone: string, address: string) => auth.signIn({ merchantId, phone, password, address });
  const times = <Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)));
  const compared = (replies: readonly Reply<SignedIn>[]): number =>
    replies.filter((reply) => reply.ok || reply.code !== 'login_throttled').length;
  let networks = 0;
  const freshNetwork = (): string => {
    networks += 1;
    return `203.0.${networks}`;
  };
  const freshAddress = (): string => `${freshNetwork()}.1`;

  test('signs in from there while others keep the account waiting everywhere else', async () => {
    const [phone, network] = [await newUser(), freshNetwork()];
    expect(await signIn(phone, `${network}.7`)).toMatchObject({ ok: true });
    expect(compared(await times(12, () => guess({ phone, address: freshAddress() })))).toBe(5);
    expect(await signIn(phone, freshAddress())).toEqual(throttled);
    expect(await auth.signIn({ merchantId, phone, password })).toEqual(throttled);
    for (const host of [7, 200]) expect(await signIn(phone, `${network}.${host}`)).toMatchObject({ ok: true });
    expect(await signIn(phone, freshAddress())).toEqual(throttled);
  });

  test('has to wait there after guesses from there, and signs in elsewhere', async () => {
    const [phone, network] = [await newUser(), freshNetwork()];
    await signIn(phone, `${network}.1`);
    expect(compared(await times(12, (n) => guess({ phone, address: `${network}.${n + 2}` })))).toBe(5);
    expect(await signIn(phone, `${network}.1`)).toEqual(throttled);
    expect(await signIn(phone, freshAddress())).toMatchObject({ ok: true });
  });

  test('has a few trusted networks, the newest', async () => {
    const phone = await newUser();
    const addresses = Array.from({ length: 5 }, freshAddress);
    for (const address of addresses) expect(await signIn(phone, address)).toMatchObject({ ok: true });
    await times(5, () => guess({ phone }));
    const signedIn = [];
    for (const address of addresses) signedIn.push((await signIn(phone, address)).ok);
    expect(signedIn).toEqual([false, false, true, true, true]);
  });

  test('may sign in concurrently from many networks', async () => {
    const phone = await newUser();
    const replies = await times(5, () => signIn(phone, freshAddress()));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(5);
    await signIn(phone, freshAddress());
    const [row] = await auth.sql<{ most: number }>(
      'SELECT max(count)::int AS most FROM (SELECT count(*) FROM trusted_network GROUP BY account_index) AS counts',
    );
    expect(row).toEqual({ most: KEPT });
  });

  test('is no longer trusted there after a long time', async () => {
    const [phone, address] = [await newUser(), freshAddress()];
    await signIn(phone, address);
    await auth.sql(`UPDATE trusted_network SET signed_in_at = signed_in_at - interval '90 days'`);
    await times(5, () => guess({ phone }));
    expect(await signIn(phone, address)).toEqual(throttled);
    await auth.app.get(ScheduledJobs).deleteExpired();
    expect(await auth.sql('SELECT FROM trusted_network')).toEqual([]);
  });
});

describe('concurrent sign-ins of one account', () => {
  interface StoredNetwork {
    readonly mode: 'live';
    readonly accountIndex: Buffer;
    readonly network: Buffer;
  }

  /** The trusted networks of a new account, the newest first. */
  async function accountWith(count: number): Promise<readonly StoredNetwork[]> {
    const account = { mode: 'live', accountIndex: randomBytes(32) } as const;
    const stored = Array.from({ length: count }, () => ({ ...account, network: randomBytes(32) }));
    for (const [minutes, { network }] of stored.entries())
      await auth.sql(
        `INSERT INTO trusted_network (mode, account_index, network, signed_in_at)
         VALUES ($1, $2, $3, clock_timestamp() - make_interval(mins => $4 + 1))`,
        ...[account.mode, account.accountIndex, network, minutes],
      );
    return stored;
  }
  const add = (stored: StoredNetwork, lockTimeout?: number): Promise<void> =>
    auth.app.get(Database).transaction(async (tx) => {
      if (lockTimeout !== undefined) await tx.execute({ text: `SET LOCAL lock_timeout = ${lockTimeout}` });
      await auth.app.get(TrustedNetworksRepository).add(tx, stored, stored.network);
    });
  const networksOf = async ({ accountIndex }: StoredNetwork): Promise<readonly string[]> => {
    const rows = await auth.sql<{ network: Buffer }>(
      'SELECT network FROM trusted_network WHERE account_index = $1 ORDER BY signed_in_at DESC',
      accountIndex,
    );
    return rows.map(({ network }) => network.toString('hex'));
  };
  const named = (...networks: readonly StoredNetwork[]) => networks.map(({ network }) => network.toString('hex'));
  const anyWaits = async (): Promise<boolean> => {
    const waiting = await auth.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%INTO trusted_network%'`,
    );
    return waiting.length > 0;
  };
  const whileLocked = (locked: StoredNetwork, work: () => Promise<unknown>): Promise<void> =>
    withClient(auth.database.url, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM trusted_network WHERE account_index = $1 AND network = $2 FOR UPDATE', [
        locked.accountIndex,
        locked.network,
      ]);
      await work();
      await client.query('ROLLBACK');
    });

  test.each([
    ['as many as are kept', KEPT],
    ['more than are kept, as after many came at once', KEPT + 1],
  ])('wait for their own network and for no other: %s', async (_, count) => {
    const [newest, ...others] = await accountWith(count);
    const [oldest, secondOldest] = others.toReversed();
    if (newest === undefined || oldest === undefined || secondOldest === undefined) throw new Error('three at least');
    let waiting: Promise<void> | undefined;
    await whileLocked(secondOldest, async () => {
      waiting = add(secondOldest, 0);
      await eventually(anyWaits);
      await add(oldest);
      await add(newest);
    });
    await waiting;
    expect(await networksOf(newest)).toEqual(named(secondOldest, newest, oldest));
  });

  test('skip a locked network, which is removed with the next one', async () => {
    const [newest, second, oldest] = await accountWith(KEPT);
    if (newest === undefined || second === undefined || oldest === undefined) throw new Error('three were made');
    const [one, other] = [
      { ...newest, network: randomBytes(32) },
      { ...newest, network: randomBytes(32) },
    ];
    await whileLocked(oldest, () => add(one));
    expect(await networksOf(newest)).toEqual(named(one, newest, second, oldest));
    await add(other);
    expect(await networksOf(newest)).toEqual(named(other, one, newest));
  });
});
