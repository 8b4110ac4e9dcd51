import { expect, test } from '@jest/globals';
import { hashPassword } from './passwords.js';

const password = 'correct horse battery staple';

test('a password is hashed with argon2id at the fixed cost', async () => {
  expect(await hashPassword(password)).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  );
});

test('is salted: one password never has one hash twice', async () => {
  expect(await hashPassword(password)).not.toBe(await hashPassword(password));
});
