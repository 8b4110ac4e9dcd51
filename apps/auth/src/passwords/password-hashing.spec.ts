import { describe, expect, test } from '@jest/globals';
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

  test('is compared as its bytes: what only looks the same is another password', async () => {
    const hash = await hashing.hash('caf\u00e9');
    expect(await hashing.matches('cafe\u0301', hash)).toBe(false);
    expect(await hashing.matches('caf\u00e9', hash)).toBe(true);
  });

  test('matches nothing for a user who does not exist, after the same work', async () => {
    const work = async (phc: string | undefined): Promise<number> => {
      const before = process.cpuUsage();
      for (let round = 0; round < 5; round += 1) expect(await hashing.matches('wrong', phc)).toBe(false);
      return process.cpuUsage(before).user;
    };
    const known = await work(await hashing.hash(password));
    const unknown = await work(undefined);
    // processor time, not elapsed time: without its hash the second would be a hundredth of the first
    expect(unknown / known).toBeGreaterThan(0.3);
    expect(unknown / known).toBeLessThan(3);
  });
});

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
