import { expect, test } from '@jest/globals';
import { accept } from '@paygate/contracts';
import { Logger } from '@paygate/platform';
import { AuthConfig } from './config.js';
import { HashProcess } from './hash-process.js';
import type { NewPasswordAsker } from './new-passwords.js';
import { NewPasswords } from './new-passwords.js';

const live = (merchantId: string): NewPasswordAsker => ({ merchantId, mode: 'live' });
const inTest = (merchantId: string): NewPasswordAsker => ({ merchantId, mode: 'test' });

test.each([
  ['one merchant', [live('a'), live('a'), live('a'), live('b'), live('b')]],
  ['all test keys together', [inTest('a'), inTest('b'), inTest('c'), live('a'), live('b')]],
])('of four places %s may have two, and others the rest', async (_, askers) => {
  const hashes = new HashProcess({
    logger: new Logger({ service: 'auth', instance: 'spec', level: 'error' }),
    timeoutMs: 1,
  });
  const passwords = new NewPasswords(Object.assign(new AuthConfig(), { NEW_PASSWORD_PLACES: 4 }), hashes);
  const gate = Promise.withResolvers<undefined>();
  const replies = askers.map((asker) => passwords.admit(asker, () => gate.promise.then(() => accept({}))));
  gate.resolve(undefined);
  const refused = { ok: false, code: 'rate_limited' };
  expect(await Promise.all(replies)).toMatchObject([{ ok: true }, { ok: true }, refused, { ok: true }, { ok: true }]);
});
