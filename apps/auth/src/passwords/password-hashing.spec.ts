import { describe, expect, test } from '@jest/globals';
import { differentPasswords, samePasswords } from '@paygate/contracts/test';
import { hashPassword } from '@paygate/platform';
import { AuthConfig } from '../config.js';
import { PasswordHashing } from './password-hashing.js';

const password = 'correct horse battery staple';
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
    const [known, unknown] = [
      await work('wro\u0301ng', await hashing.hash(password)),
      await work('wro\u0301ng', undefined),
    ];
    expect(unknown / known).toBeGreaterThan(0.3);
    expect(unknown / known).toBeLessThan(3);
  });

  test('matches nothing for a user who does not exist, after the same work', async () => {
    const [known, unknown] = [await work('wrong', await hashing.hash(password)), await work('wrong', undefined)];
    // without its hash the second would be a hundredth of the first
    expect(unknown / known).toBeGreaterThan(0.3);
    expect(unknown / known).toBeLessThan(3);
  });
});

/** Processor time of a comparison that fails, the least of several: what else the process does adds to some of them. Microseconds. */
async function work(typed: string, phc: string | undefined): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const before = process.cpuUsage();
    expect(await hashing.matches(typed, phc)).toBe(false);
    // which of the two an accounting tick falls into is chance
    const { user, system } = process.cpuUsage(before);
    samples.push(user + system);
  }
  return Math.min(...samples);
}

test('hashes are computed one at a time, those of trusted networks first, the others in order of arrival', async () => {
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
