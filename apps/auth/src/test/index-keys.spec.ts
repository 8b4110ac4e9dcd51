import { randomBytes, randomUUID } from 'node:crypto';
import { ModuleRef } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importUsers, verifyAuditTrail } from '@paygate/contracts';
import type { JobScheduler, ScheduledJob } from '@paygate/platform';
import { Database, hashPassword, newId, Secret } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { inParallel, receivedOf } from '@paygate/testing';
import { AuthConfig } from '../config.js';
import { IndexRotation } from '../index-rotation.js';
import { PersonsRepository } from '../merchants/members/persons.repository.js';
import { PersonalData } from '../personal-data.js';
import { reindex } from '../reindex-all.js';
import { ScheduledJobs } from '../scheduled-jobs.js';
import { RotateSigningKeys } from '../customers/sessions/rotate-signing-keys.js';
import { ImportUsers } from '../customers/users/import-users.js';
import { UsersRepository } from '../customers/users/users.repository.js';
import { AccountRequests } from './fixtures/account-requests.js';
import { freshPhone } from './fixtures/auth-under-test.js';
import type { KnownMember } from './fixtures/members-under-test.js';
import { freshEmail, MembersUnderTest, okay, password } from './fixtures/members-under-test.js';
import { Registering } from './fixtures/registering.js';

/* The keys of indexes and of data are replaced while the service runs: a rolling restart for each step. */

const key = (): string => randomBytes(32).toString('base64');
const [older, newer] = [key(), key()];
const [olderData, newerData] = [`auth:d1:${key()}`, `auth:d2:${key()}`];
const USERS = 600;
const CONTESTED = 40;

interface SealedUser {
  readonly id: string;
  readonly sealed_phone: string;
}

let world: MembersUnderTest;
let asking: AccountRequests;
let passwordHash: string;
let owner: KnownMember;
let current: RunningApp;
const phones = Array.from({ length: USERS }, freshPhone);
const repeated = { phone: freshPhone(), key: randomUUID() };

const { register } = new Registering(() => ({ auth: world.auth, asking }));
const start = (PHONE_INDEX_KEY: string, AUTH_DATA_KEYS: string): Promise<RunningApp> =>
  world.auth.startInstance({ PHONE_INDEX_KEY, AUTH_DATA_KEYS });
const imported = (instance: RunningApp, phone: string, userId = newId('user')) => {
  const message = receivedOf(importUsers, { mode: 'test', users: [] }, 'operator');
  const user = { userId, phoneNumber: phone, email: undefined, passwordHash };
  return instance.get(ImportUsers).import('test', [user], message);
};
const personAt = (instance: RunningApp, email: string): Promise<string> =>
  instance.get(Database).transaction(async (tx) => (await instance.get(PersonsRepository).findOrCreate(tx, email)).id);
/** Everybody signs in, and a request that is repeated with its key is answered as the first time. */
const allIsWell = async (): Promise<void> => {
  const { merchantId } = asking;
  for (const phone of [phones.at(0), phones.at(-1)])
    expect(await world.auth.signIn({ merchantId, phone: phone ?? '', password })).toMatchObject({ ok: true });
  expect(await world.signIn(owner.email)).toMatchObject({ ok: true });
  expect(await register(repeated.phone, password, { key: repeated.key })).toMatchObject({ ok: true, replayed: true });
  expect(await world.auth.get(verifyAuditTrail, { merchantId: owner.merchantId })).toMatchObject({ intact: true });
};
const withIndexKeys = (list: string): AuthConfig =>
  Object.assign(new AuthConfig(), current.get(AuthConfig), { PHONE_INDEX_KEY: new Secret(list) });
const rotationWith = (list: string): IndexRotation =>
  new IndexRotation(
    current.get(UsersRepository),
    current.get(PersonsRepository),
    new PersonalData(withIndexKeys(list)),
  );
/** The work of an instance with these keys every minute. */
const everyMinute = async (list: string): Promise<void> => {
  const jobs: ScheduledJob[] = [];
  const scheduler = { repeat: (job: ScheduledJob) => jobs.push(job) } as unknown as JobScheduler;
  const [modules, signingKeys] = [current.get(ModuleRef), current.get(RotateSigningKeys)];
  new ScheduledJobs(scheduler, modules, signingKeys, rotationWith(list)).onApplicationBootstrap();
  for (const { work } of jobs) await work();
};
const rowsNotUnder = async (instance: RunningApp): Promise<number> => {
  const { notInUse } = instance.get(PersonalData).indexKeys;
  const users = await instance.get(UsersRepository).indexedIn(notInUse, 2 * USERS);
  return users.length + (await instance.get(PersonsRepository).indexedIn(notInUse, 2 * USERS)).length;
};

beforeAll(async () => {
  world = await MembersUnderTest.start({ PHONE_INDEX_KEY: older, AUTH_DATA_KEYS: olderData });
  asking = new AccountRequests(world.auth);
  passwordHash = await hashPassword(password);
  current = world.auth.app;
  owner = await world.newOwner();
  for (let at = 0; at < USERS; at += 100)
    await inParallel(phones.slice(at, at + 100), (phone) => imported(current, phone));
  okay(await register(repeated.phone, password, { key: repeated.key }));
});
afterAll(() => world.stop());

describe('while index keys are replaced', () => {
  test('every instance learns the newer key first, and accounts are found', async () => {
    const next = await start(`${older},${newer}`, `${olderData},${newerData}`);
    await allIsWell();
    await current.stop();
    current = next;
    await allIsWell();
    expect(await rowsNotUnder(current)).toBe(0);
  });

  test('one number has one user and one address one person, although two instances index under different keys', async () => {
    const next = await start(`${newer},${older}`, `${newerData},${olderData}`);
    const instances = [current, next];
    const contested = Array.from({ length: CONTESTED }, freshPhone);
    const emails = Array.from({ length: CONTESTED }, freshEmail);
    const turns = contested.flatMap((phone, index) => instances.map((instance) => ({ instance, phone, index })));
    const users = await inParallel(
      turns,
      async ({ instance, phone }) => okay(await imported(instance, phone)).userIds[0],
    );
    const persons = await inParallel(turns, ({ instance, index }) => personAt(instance, emails[index] ?? ''));
    // both instances name the same user, and each user belongs to one number
    for (const [place] of contested.entries()) {
      expect(users[2 * place]).toBe(users[2 * place + 1]);
      expect(persons[2 * place]).toBe(persons[2 * place + 1]);
    }
    expect([new Set(users).size, new Set(persons).size]).toEqual([CONTESTED, CONTESTED]);
    // an older user's number is taken too
    const userId = newId('user');
    expect(okay(await imported(next, phones[1] ?? '', userId)).userIds).not.toEqual([userId]);
    await allIsWell();
    await current.stop();
    current = next;
  });

  test('instances that put different keys first leave each other’s rows alone', async () => {
    const before = await rowsNotUnder(current);
    expect(before).toBeGreaterThanOrEqual(USERS);
    for (const list of [`${older},${newer}`, `${newer},${older}`]) await everyMinute(list);
    expect(await rowsNotUnder(current)).toBe(before);
    // one that knows the newer key alone ends, also when it runs already
    await expect(everyMinute(newer)).rejects.toThrow('PHONE_INDEX_KEY lacks a key');
  });

  test('a claim has one id in all instances', () => {
    const claimHash = (PHONE_INDEX_KEY: string, AUTH_DATA_KEYS: string): string => {
      const lists = { PHONE_INDEX_KEY: new Secret(PHONE_INDEX_KEY), AUTH_DATA_KEYS: new Secret(AUTH_DATA_KEYS) };
      const config = Object.assign(new AuthConfig(), current.get(AuthConfig), lists);
      return new PersonalData(config).claimHash('request').toString('hex');
    };
    const hashes = [`${older},${newer}`, `${newer},${older}`, newer].flatMap((list) =>
      [olderData, `${olderData},${newerData}`, `${newerData},${olderData}`].map((data) => claimHash(list, data)),
    );
    expect(new Set(hashes).size).toBe(1);
  });

  test('rows are indexed under the newer key when the operator says so, except one that does not open', async () => {
    const config = current.get(AuthConfig);
    const before = await rowsNotUnder(current);
    const [user] = await world.auth.sql<SealedUser>(`SELECT id, sealed_phone FROM end_user ORDER BY id LIMIT 1`);
    const [person] = await world.auth.sql<{ id: string }>(`SELECT id FROM person ORDER BY id LIMIT 1`);
    const setPhone = (sealed: string) =>
      world.auth.sql('UPDATE end_user SET sealed_phone = $2 WHERE id = $1', user?.id, sealed);
    // sealed for another row
    const moved = current.get(PersonalData).seal(freshPhone(), 'end_user.phone', person?.id ?? '');
    await setPhone(moved);
    const runs = await Promise.all([reindex(config), reindex(config)]);
    for (const { unreadable } of runs) expect(unreadable).toEqual([user?.id]);
    // each row changed once, although both runs found it
    expect(runs.reduce((sum, { users, persons }) => sum + users + persons, 0)).toBe(before - 1);
    expect(await rowsNotUnder(current)).toBe(1);
    await setPhone(user?.sealed_phone ?? '');
    expect(await reindex(config)).toEqual({ users: 1, persons: 0, unreadable: [] });
    expect(await rowsNotUnder(current)).toBe(0);
  });

  test('then the older key may go', async () => {
    const next = await start(newer, `${newerData},${olderData}`);
    await current.stop();
    current = next;
    // a repeated request is recognised only as long as the key is there under which it was recorded
    const { merchantId } = asking;
    for (const phone of phones.slice(0, 3))
      expect(await world.auth.signIn({ merchantId, phone, password })).toMatchObject({ ok: true });
    expect(await world.signIn(owner.email)).toMatchObject({ ok: true });
    expect(await world.auth.get(verifyAuditTrail, { merchantId: owner.merchantId })).toMatchObject({ intact: true });
  });

  test('a list without the key of rows that exist is refused', async () => {
    await expect(rotationWith(older).requireKeys()).rejects.toThrow('PHONE_INDEX_KEY lacks a key');
    await expect(rotationWith(`${older},${key()}`).requireKeys()).rejects.toThrow('PHONE_INDEX_KEY lacks a key');
    await expect(rotationWith(`${older},${newer}`).requireKeys()).resolves.toBeUndefined();
    await expect(rotationWith(older).reindex()).rejects.toThrow('PHONE_INDEX_KEY lacks a key');
  });
});
