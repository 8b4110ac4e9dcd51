import { expect, test } from '@jest/globals';
import { accept } from '@paygate/contracts';
import { Logger } from '@paygate/platform';
import { AuthConfig } from './config.js';
import { HashProcess } from './hash-process.js';
import type { NewPasswordAsker } from './new-passwords.js';
import { NewPasswords } from './new-passwords.js';

const live = (merchantId: string, address?: string): NewPasswordAsker => ({ merchantId, mode: 'live', address });
const inTest = (merchantId: string): NewPasswordAsker => ({ merchantId, mode: 'test', address: undefined });
const [near, alsoNear, far, elsewhere] = ['2001:db8::1', '2001:db8::2', '192.0.2.1', '198.51.100.1'] as const;

/** Which of those who ask at one time find one of four places. */
async function admitted(askers: readonly NewPasswordAsker[]): Promise<boolean[]> {
  const hashes = new HashProcess({
    logger: new Logger({ service: 'auth', instance: 'spec', level: 'error' }),
    concurrency: 1,
    timeoutMs: 1,
  });
  const passwords = new NewPasswords(Object.assign(new AuthConfig(), { NEW_PASSWORD_PLACES: 4 }), hashes);
  const gate = Promise.withResolvers<undefined>();
  const replies = askers.map((asker) => passwords.admit(asker, () => gate.promise.then(() => accept({}))));
  gate.resolve(undefined);
  const answers = await Promise.all(replies);
  expect(answers.every((answer) => answer.ok || answer.code === 'rate_limited')).toBe(true);
  return answers.map(({ ok }) => ok);
}

test.each([
  ['one merchant', [live('a'), live('a'), live('a'), live('b'), live('b')]],
  ['all test keys together', [inTest('a'), inTest('b'), inTest('c'), live('a'), live('b')]],
  [
    'one address, at whichever merchants,',
    [live('a', near), live('b', alsoNear), live('c', near), live('c', far), live('d', elsewhere)],
  ],
])('of four places %s may have two, and others the rest', async (_, askers) => {
  expect(await admitted(askers)).toEqual([true, true, false, true, true]);
});

test('two addresses leave the last place to a third one', async () => {
  const askers = [live('a', near), live('b', near), live('c', far), live('d', far), live('d', elsewhere)];
  expect(await admitted(askers)).toEqual([true, true, true, false, true]);
});
