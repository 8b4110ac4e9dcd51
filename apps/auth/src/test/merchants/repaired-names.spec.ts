import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMerchant, getMerchantProfile, importOwner, setMerchant } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { QueryRunner } from 'typeorm';
import { RepairNames1795786801000 } from '../../migrations/1795786801000-repair-names.js';
import { AuthUnderTest } from '../fixtures/auth-under-test.js';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await AuthUnderTest.start();
});
afterAll(() => auth.stop());

/** Runs the migration as the owner of the database. */
const repair = () =>
  new RepairNames1795786801000().up({ query: (text: string) => auth.sql(text) } as unknown as QueryRunner);

test.each([
  ['joined emoji', 'Chez \u{1F469}\u200D\u{1F4BB}', 'Chez \u{1F469}\u{1F4BB}'],
  ['a soft hyphen', 'Bou\u00ADtique', 'Boutique'],
  ['a line break', 'Boutique\nGratuit', 'Boutique Gratuit'],
  ['a separator of lines', 'A\u2028B', 'A B'],
  ['a change of direction', '\u202EBoutique', 'Boutique'],
  ['tags beyond the basic plane', 'A\u{E0041}\u{E0042}', 'A'],
  ['nothing wrong', 'Boulangerie du Port \u{1F35E}', 'Boulangerie du Port \u{1F35E}'],
  ['nothing that shows', '\u200B\n', undefined],
  ['spaces of other kinds', '\u3000\u00A0', undefined],
])('an account whose name has %s from before is read by what its name shows', async (_, stored, shown) => {
  const merchantId = newId('merchant');
  await auth.get(createMerchant, { merchantId, name: 'Boutique' });
  await auth.sql('UPDATE merchant SET name = $2 WHERE id = $1', merchantId, stored);
  await repair();
  const { name } = await auth.get(getMerchantProfile, { merchantId });
  expect(name).toBe(shown ?? merchantId);
});

test('no operator command stores such a name', async () => {
  const merchantId = newId('merchant');
  const name = 'Bou\u00ADtique';
  const unchecked = (payload: object) => payload as never;
  expect(await auth.ask(createMerchant, unchecked({ merchantId, name }))).toMatchObject({ ok: false });
  await auth.get(createMerchant, { merchantId, name: 'Boutique' });
  expect(await auth.ask(setMerchant, unchecked({ merchantId, name }))).toMatchObject({ ok: false });
  const owner = {
    ...{ merchantId, memberId: newId('member') },
    email: auth.seal('ada@shop.example', 'import-owner.email'),
    passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${'c2FsdA'.repeat(4)}$${'A'.repeat(43)}`,
  };
  const named = (text: string) => auth.ask(importOwner, { ...owner, name: auth.seal(text, 'import-owner.name') });
  expect(await named('Ada\nLovelace')).toMatchObject({ ok: false, code: 'parameter_invalid', param: 'name' });
  expect(await named('Ada')).toMatchObject({ ok: true });
});
