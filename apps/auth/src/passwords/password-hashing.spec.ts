import { describe, expect, test } from '@jest/globals';
import { differentPasswords, samePasswords } from '@paygate/contracts/test';
import { hashPassword } from '@paygate/platform';
import { AuthConfig } from '../config.js';
import { PasswordHashing } from './password-hashing.js';

const password = 'correct horse battery staple';
const ARGON2ID = '$argon2id$v=19$m=19456,t=2,p=1$16$32';
const hashing = new PasswordHashing(new AuthConfig());

describe('a password', () => {
  test('matches its own hash only', async () => {
    const hash = await hashing.hash(password);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hashing.matches(password, hash)).toBe(true);
    expect(await hashing.matches(`${password} `, hash)).toBe(false);
    expect(await hashing.matches('', hash)).toBe(false);
  });

  test('matches the hash of another implementation', async () => {
    expect(await hashing.matches(password, await hashPassword(password))).toBe(true);
  });

  test.each(samePasswords)('is one in each way to write %s', async (_name, one, other) => {
    for (const [set, typed] of [
      [one, other],
      [other, one],
      [other, other],
    ] as const)
      expect(await hashing.matches(typed, await hashing.hash(set))).toBe(true);
  });

  test.each(differentPasswords)('is another where %s differ', async (_name, set, typed) => {
    expect(await hashing.matches(typed, await hashing.hash(set))).toBe(false);
  });

  test('that was set before there was one form is right as it was typed then, and only so', async () => {
    const hash = await hashPassword('cafe\u0301 noir');
    expect(await hashing.matches('cafe\u0301 noir', hash)).toBe(true);
    expect(await hashing.matches('caf\u00e9 noir', hash)).toBe(false);
  });

  test('that is typed in another form costs two turns of the pool, known or not', async () => {
    const known = await costs('wro\u0301ng', await hashing.hash(password));
    expect(known).toEqual([ARGON2ID, ARGON2ID]);
    expect(await costs('wro\u0301ng', undefined)).toEqual(known);
  });

  test('matches nothing for a user who does not exist, after the same work', async () => {
    const known = await costs('wrong', await hashing.hash(password));
    expect(known).toEqual([ARGON2ID]);
    expect(await costs('wrong', undefined)).toEqual(known);
  });
});

/** The cost of each computation of a comparison that fails, as the hash that it ran against names it, with the bytes of salt and tag. */
async function costs(typed: string, phc: string | undefined): Promise<readonly string[]> {
  const seen: string[] = [];
  const counted = new (class extends PasswordHashing {
    protected override async compare(against: string, form: string): Promise<boolean> {
      const matches = await super.compare(against, form);
      seen.push(against.replace(/[^$]{22}\$[^$]{43}$/, '16$32'));
      return matches;
    }
  })(new AuthConfig());
  expect(await counted.matches(typed, phc)).toBe(false);
  return seen;
}

test('[1.20] hashes are computed one at a time, those of trusted networks first, the others in order of arrival', async () => {
  const hash = await hashing.hash(password);
  const finished: string[] = [];
  const compare = async (name: string, isTrusted: boolean): Promise<void> => {
    await hashing.matches(password, hash, isTrusted);
    finished.push(name);
  };
  await Promise.all([
    ...['first', 'second', 'third'].map((name) => compare(name, false)),
    ...['trusted', 'trusted too'].map((name) => compare(name, true)),
  ]);
  expect(finished).toEqual(['first', 'trusted', 'trusted too', 'second', 'third']);
});
