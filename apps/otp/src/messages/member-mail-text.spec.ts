import { expect, test } from '@jest/globals';
import { memberMailText } from './member-mail-text.js';

const facts = { token: 'inv_0123456789', merchantName: 'Boutique\r\nBcc: x', validHours: 72 };

test.each(['fr', 'en'] as const)(
  'an invitation in %s names the account, and has the token in a line of its own',
  (language) => {
    const { subject, text } = memberMailText(language, { ...facts, mail: 'invitation' });
    expect(subject).toMatch(/Paygate .*Boutique/);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text.split('\n')).toContain('inv_0123456789');
    expect(text).toContain('72 h');
  },
);

test.each([
  ['fr', 'password_reset'],
  ['en', 'password_reset'],
  ['fr', 'account_confirmation'],
  ['en', 'account_confirmation'],
] as const)(
  'a mail in %s for %s names no account, so that nobody sends texts of their own with it',
  (language, mail) => {
    const { subject, text } = memberMailText(language, { ...facts, mail });
    expect(`${subject}${text}`).not.toContain('Boutique');
    expect(text.split('\n')).toContain('inv_0123456789');
  },
);

test.each([
  ['fr', 'Invitation à un compte Paygate', 'Vous pouvez désormais gérer un compte Paygate.'],
  ['en', 'Invitation to a Paygate account', 'You can manage a Paygate account from now on.'],
] as const)('an invitation in %s of an account that is not named is whole sentences', (language, subject, why) => {
  const mail = memberMailText(language, { ...facts, mail: 'invitation', merchantName: '' });
  expect([mail.subject, mail.text.split('\n', 1)[0]]).toEqual([subject, why]);
});
