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

test.each(['fr', 'en'] as const)('a mail for a new password in %s names no account', (language) => {
  const { subject, text } = memberMailText(language, { ...facts, mail: 'password_reset' });
  expect(`${subject}${text}`).not.toContain('Boutique');
  expect(text.split('\n')).toContain('inv_0123456789');
});
