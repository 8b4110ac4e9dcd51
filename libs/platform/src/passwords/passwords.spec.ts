import { describe, expect, test } from '@jest/globals';
import { hashPassword, passwordMatches } from './passwords.js';

const password = 'correct horse battery staple';

describe('a password', () => {
  test('matches its own hash only', async () => {
    const hash = await hashPassword(password);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    await expect(passwordMatches(password, hash)).resolves.toBe(true);
    await expect(passwordMatches(`${password} `, hash)).resolves.toBe(false);
    await expect(passwordMatches('', hash)).resolves.toBe(false);
  });

  test('is salted: one password never has one hash twice', async () => {
    expect(await hashPassword(password)).not.toBe(await hashPassword(password));
  });

  test('matches nothing for a user who does not exist, at the same work', async () => {
    const work = async (phc: string | undefined): Promise<number> => {
      const before = process.cpuUsage();
      for (let round = 0; round < 5; round += 1) await expect(passwordMatches(password, phc)).resolves.toBe(false);
      return process.cpuUsage(before).user;
    };
    const known = await work(await hashPassword('another password'));
    const unknown = await work(undefined);
    // processor time, not elapsed time: without its hash the second would be a hundredth of the first
    expect(unknown / known).toBeGreaterThan(0.3);
    expect(unknown / known).toBeLessThan(3);
  });

  test('is compared as its bytes: what only looks the same is another password', async () => {
    const hash = await hashPassword('caf\u00e9');
    await expect(passwordMatches('cafe\u0301', hash)).resolves.toBe(false);
    await expect(passwordMatches('caf\u00e9', hash)).resolves.toBe(true);
  });
});
