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
  ['invitation', 'accept-invitation'],
  ['password_reset', 'reset-password'],
  ['account_confirmation', 'confirm-account'],
] as const)('a mail for %s leads to the page %s, which keeps the token from every server', (mail, page) => {
  const dashboardUrl = 'https://pay.example/dashboard';
  for (const language of ['fr', 'en'] as const) {
    const { text } = memberMailText(language, { ...facts, mail, dashboardUrl });
    expect(text.split('\n')).toContain(`${dashboardUrl}/${page}#token=inv_0123456789`);
    expect(memberMailText(language, { ...facts, mail }).text).not.toContain('#');
  }
});

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
  ['fr', 'Invitation à un compte Paygate', 'Vous êtes invité à gérer un compte Paygate.'],
  ['en', 'Invitation to a Paygate account', 'You are invited to manage a Paygate account.'],
] as const)('an invitation in %s of an account that is not named is whole sentences', (language, subject, why) => {
  const mail = memberMailText(language, { ...facts, mail: 'invitation', merchantName: '' });
  expect([mail.subject, mail.text.split('\n', 1)[0]]).toEqual([subject, why]);
});

test.each([
  [
    'fr',
    'payout_destination_added',
    'test',
    'du compte Paygate de Boutique',
    'en mode test',
    'révoquez la destination',
  ],
  ['en', 'payout_destination_added', 'live', 'of the Paygate account of Boutique', 'in live mode', 'revoke the destin'],
  ['fr', 'payout_destination_revoked', 'live', 'du compte Paygate de Boutique', 'en mode réel', 'changez votre mot'],
  [
    'en',
    'payout_destination_revoked',
    'test',
    'of the Paygate account of Boutique',
    'in test mode',
    'change your pass',
  ],
] as const)(
  '[12.3] a notice in %s of %s says what to do, and leads to the destinations',
  (language, mail, about, ...parts) => {
    const dashboardUrl = 'https://pay.example/dashboard';
    const destination = { phoneMasked: '********01', usableAt: '2026-11-22T23:30:00.000Z' };
    const notice = { ...facts, token: '', mail, about, dashboardUrl, destination };
    const { subject, text } = memberMailText(language, notice);
    expect(subject).toMatch(/Paygate/);
    for (const part of [...parts, '********01']) expect(text).toContain(part);
    // 23:30 in UTC is the next day in Douala
    expect(/23 [Nn]ovembe?re? 2026 (at|à) 00:30/.test(text)).toBe(mail === 'payout_destination_added');
    expect(text.split('\n')).toContain(`${dashboardUrl}/payouts/destinations`);
    expect(text).not.toContain('#token');
  },
);

test.each([
  [
    'fr',
    'secret_key_created',
    'settings/api-keys',
    'du compte Paygate de Boutique',
    'en mode test',
    'révoquez-la tout de suite',
  ],
  [
    'en',
    'secret_key_created',
    'settings/api-keys',
    'of the Paygate account of Boutique',
    'in test mode',
    'revoke it in the',
  ],
  [
    'fr',
    'key_origins_loosened',
    'settings/api-keys',
    'du compte Paygate de Boutique',
    'en mode test',
    'rétablissez les pages de la clé',
  ],
  [
    'en',
    'key_origins_loosened',
    'settings/api-keys',
    'of the Paygate account of Boutique',
    'in test mode',
    'set the pages of the key back',
  ],
  [
    'fr',
    'settings_loosened',
    'settings/profile',
    'du compte Paygate de Boutique',
    '- les remboursements par caissier et par jour',
  ],
  [
    'en',
    'settings_loosened',
    'settings/profile',
    'of the Paygate account of Boutique',
    '- the refunds of each cashier in a day',
  ],
  [
    'fr',
    'payout_batch_approved',
    'payouts/batches',
    'du compte Paygate de Boutique',
    'en mode test',
    'annulez la liste',
  ],
  [
    'en',
    'payout_batch_approved',
    'payouts/batches',
    'of the Paygate account of Boutique',
    'in test mode',
    'cancel the list',
  ],
  ['fr', 'manager_invited', 'settings/members', 'du compte Paygate de Boutique', 'administrateur', 'retirez ce membre'],
  ['en', 'manager_invited', 'settings/members', 'of the Paygate account of Boutique', 'admin', 'remove the member'],
  ['fr', 'role_changed', 'settings/members', 'du compte Paygate de Boutique', 'administrateur', 'son rôle'],
  ['en', 'role_changed', 'settings/members', 'of the Paygate account of Boutique', 'admin', 'former role'],
] as const)('[1.62] a notice in %s of %s leads to %s, where it is undone', (language, mail, page, ...parts) => {
  const dashboardUrl = 'https://pay.example/dashboard';
  const about = { about: 'test', role: 'admin', loosened: ['cashierRefundsPerDay'] } as const;
  const { subject, text } = memberMailText(language, { ...facts, ...about, token: '', mail, dashboardUrl });
  expect(subject).toMatch(/Paygate/);
  for (const part of parts) expect(text).toContain(part);
  expect(text.split('\n')).toContain(`${dashboardUrl}/${page}`);
  // nothing that opening could do: no token, no query, no other link
  expect(text.match(/https?:/g)).toHaveLength(1);
  expect(text).not.toMatch(/[#?]/);
});

test.each([
  [
    'fr',
    1,
    'il y a eu 1 autre changement de ce genre',
    'à propos du compte Paygate de Boutique',
    'en mode test',
    'révoquez-la',
  ],
  [
    'fr',
    7,
    'il y a eu 7 autres changements de ce genre',
    'à propos du compte Paygate de Boutique',
    'en mode test',
    'révoquez-la',
  ],
  ['en', 1, 'there was 1 further change', 'to the Paygate account of Boutique', 'in test mode', 'revoke it'],
  ['en', 7, 'there were 7 further changes', 'to the Paygate account of Boutique', 'in test mode', 'revoke it'],
] as const)(
  '[1.62] a notice in %s of %i further acts names their number and where they are',
  (language, further, ...parts) => {
    const dashboardUrl = 'https://pay.example/dashboard';
    const notice = { ...facts, token: '', mail: 'secret_key_created', about: 'test', further, dashboardUrl } as const;
    const { subject, text } = memberMailText(language, notice);
    expect(subject).toContain(`(+${further})`);
    for (const part of parts) expect(text).toContain(part);
    expect(text.split('\n')).toContain(`${dashboardUrl}/settings/api-keys`);
  },
);

test.each([
  ['fr', 'du compte Paygate de Boutique', 'en mode réel', 'fixez une limite de remboursements'],
  ['en', 'of the Paygate account of Boutique', 'in live mode', 'set a limit of refunds'],
] as const)('[10.7] an alert in %s about refunds says what to do, and leads to the settings', (language, ...parts) => {
  const dashboardUrl = 'https://pay.example/dashboard';
  const notice = { ...facts, token: '', mail: 'refunds_half_of_balance', about: 'live', dashboardUrl } as const;
  const { subject, text } = memberMailText(language, notice);
  expect(subject).toMatch(/Paygate/);
  for (const part of parts) expect(text).toContain(part);
  expect(text.split('\n')).toContain(`${dashboardUrl}/settings/profile`);
});

test.each([
  ['fr', 'payment_reversed', 'du compte Paygate de Boutique', 'en mode réel', 'retenez ce qui'],
  ['en', 'payment_reversed', 'of the Paygate account of Boutique', 'in live mode', 'hold back what'],
  ['fr', 'payment_matched', 'du compte Paygate de Boutique', 'en mode réel', 'Le paiement reste échoué'],
  ['en', 'payment_matched', 'of the Paygate account of Boutique', 'in live mode', 'The payment stays failed'],
] as const)('[10.10] a notice in %s of %s says what to do, and leads to the balance', (language, mail, ...parts) => {
  const dashboardUrl = 'https://pay.example/dashboard';
  const notice = { ...facts, token: '', mail, about: 'live', dashboardUrl } as const;
  const { subject, text } = memberMailText(language, notice);
  expect(subject).toMatch(/Paygate/);
  for (const part of parts) expect(text).toContain(part);
  expect(text.split('\n')).toContain(`${dashboardUrl}/balance/transactions`);
});

test.each([
  ['fr', 'le compte Paygate de Boutique', '50 000 FCFA vers ********01', 'décochez-les'],
  ['en', 'of the Paygate account of Boutique', '50,000 FCFA to ********01', 'switch them off'],
] as const)(
  '[12.14] a notice in %s of a payout that failed says what failed, and leads to what stops it',
  (language, ...parts) => {
    const dashboardUrl = 'https://pay.example/dashboard';
    const payout = { amount: '50000', currency: 'XAF', phoneMasked: '********01' } as const;
    const notice = { ...facts, token: '', mail: 'payout_failed', about: 'live' } as const;
    const { subject, text } = memberMailText(language, { ...notice, facts: { payout }, dashboardUrl });
    expect(subject).toMatch(/Paygate/);
    for (const part of parts) expect(text).toContain(part);
    const links = text.split('\n').filter((line) => line.startsWith('https:'));
    expect(links).toEqual([`${dashboardUrl}/payouts`, `${dashboardUrl}/settings/security`]);
    // nothing that opening could do
    expect(text).not.toMatch(/[#?]/);
    const bare = memberMailText(language, notice).text;
    expect(bare).toContain(parts[2]);
    expect(bare).not.toMatch(/https:|undefined|,,/);
  },
);

const sums = [{ currency: 'XAF', payments: 30, paid: '150000', refunds: 1, refunded: '2500' }] as const;
test.each([
  ['fr', 'payment', '5 000 FCFA payés', '********01', 'TABLE-7'],
  ['en', 'payment', '5,000 FCFA paid', '********01', 'TABLE-7'],
  ['fr', 'daily_sum', '30 paiements', '150 000 FCFA', '1 remboursement', '2 500 FCFA'],
  ['en', 'daily_sum', '30 payments', '150,000 FCFA', '1 refund', '2,500 FCFA'],
  ['fr', 'endpoint_failing', 'désactivé'],
  ['en', 'endpoint_failing', 'was disabled'],
  ['fr', 'key_created', 'créée ou renouvelée'],
  ['en', 'key_created', 'created or rotated'],
  ['fr', 'destination_added', '********02'],
  ['en', 'destination_added', '********02'],
] as const)('[12.16] a notice in %s of %s says what there is, and what stops it', (language, mail, ...parts) => {
  const dashboardUrl = 'https://pay.example/dashboard';
  const times = { at: '2026-11-22T17:30:00.000Z', from: '2026-11-21T20:00:00.000Z', until: '2026-11-22T20:00:00.000Z' };
  const money = { amount: '5000', currency: 'XAF' } as const;
  const destination = { phoneMasked: '********02', usableAt: '2026-11-22T23:30:00.000Z' };
  const about = { money, phoneMasked: '********01', reference: 'TABLE-7\r\nBcc: x', destination, isDisabled: true };
  const chosen = { ...times, ...about, ...(mail === 'daily_sum' ? { sums: [...sums] } : {}) };
  const notice = { ...facts, token: '', mail, dashboardUrl, facts: chosen };
  const { subject, text } = memberMailText(language, notice);
  expect(subject).not.toMatch(/[\r\n]/);
  for (const part of parts) expect(text.replace(/[\u00a0\u202f]/g, ' ')).toContain(part);
  expect(text.split('\n')).toContain(`${dashboardUrl}/settings/security`);
  expect(text).not.toMatch(/^Bcc/m);
  const last = memberMailText(language, { ...notice, isLastOfDay: true }).text;
  expect(last).toMatch(
    language === 'fr' ? /dernier message de ce genre aujourd'hui/ : /last message of this kind today/,
  );
  // without facts it is whole sentences
  expect(memberMailText(language, { ...facts, token: '', mail }).text).not.toMatch(/undefined|https:/);
});

test.each(['fr', 'en'] as const)('[12.16] a notice in %s of several payments has their sum', (language) => {
  const chosen = { sums: [...sums], from: '2026-11-22T17:00:00.000Z', until: '2026-11-22T18:00:00.000Z' };
  const { subject, text } = memberMailText(language, { ...facts, token: '', mail: 'payment', facts: chosen });
  expect(subject).toMatch(/30$/);
  expect(text).toMatch(/150[  ,]000 FCFA/);
});
