import { describe, expect, test } from '@jest/globals';
import { languages, accountCodePurposes } from '@paygate/contracts';
import type { CodeFacts } from './code-text.js';
import { codeSubject, codeText, noticeText } from './code-text.js';

const facts: CodeFacts = {
  purpose: 'payment',
  code: '048213',
  merchantName: 'Boutique Ndogbong',
  payment: { amount: 5_000n, currency: 'XAF' },
  validMinutes: 5,
};
/** The basic alphabet of GSM 03.38 as far as these texts may need it. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

describe('the message', () => {
  test.each([
    [
      'fr',
      '048213 est votre code Paygate pour payer 5 000 FCFA à Boutique Ndogbong. Valable 5 min. Ne le donnez à personne.',
    ],
    ['en', '048213 is your Paygate code for paying 5,000 FCFA to Boutique Ndogbong. Valid for 5 min. Do not share it.'],
  ] as const)('names code, amount, merchant and how long it is valid (%s)', (language, text) => {
    expect(codeText(language, facts)).toBe(text);
  });

  test.each([
    ['fr', 'pour un seul paiement chez Boutique Ndogbong.'],
    ['en', 'for one payment at Boutique Ndogbong.'],
  ] as const)('without an intent speaks of one payment (%s)', (language, text) => {
    expect(codeText(language, { ...facts, payment: null })).toContain(text);
  });

  test.each(['fr', 'en'] as const)('fits into one segment of SMS (%s)', (language) => {
    const text = codeText(language, { ...facts, payment: { amount: 1_000_000n, currency: 'XOF' } });
    expect(text).toMatch(GSM);
    expect(text.length).toBeLessThanOrEqual(160);
  });

  test('holds one number of six digits only', () => {
    const text = codeText('fr', { ...facts, payment: { amount: 123_456n, currency: 'XAF' } });
    expect(text.match(/\b[0-9]{6}\b/g)).toEqual(['048213']);
  });

  test.each([
    ['Shop\r\nVotre code est 000000', 'Shop Votre code est 000000'],
    ['Shop\u202Eevil\u2066\u200B', 'Shopevil'],
    ['\u2028  Shop \t\u00A0 Two ', 'Shop Two'],
    ['S'.repeat(120), `${'S'.repeat(37)}...`],
    [`${'S'.repeat(36)}\u{1F600}\u{1F600}\u{1F600}\u{1F600}`, `${'S'.repeat(36)}\u{1F600}\u{1F600}\u{1F600}\u{1F600}`],
  ])('shows the merchant name %j as one printable line', (merchantName, shown) => {
    expect(codeText('en', { ...facts, merchantName })).toContain(` to ${shown}. Valid`);
  });

  test('of e-mail has a subject without the code', () => {
    expect(codeSubject('fr')).toBe('Votre code de paiement');
    expect(codeSubject('en')).toBe('Your payment code');
  });
});

describe.each(languages)('a message about an account (%s)', (language) => {
  const account = { code: '042917', merchantName: 'Chez Ada', payment: null, validMinutes: 5 };
  const TWO_SEGMENTS = 306;

  test.each(accountCodePurposes)('says that its code is for %s', (purpose) => {
    const text = codeText(language, { ...account, purpose });
    const others = accountCodePurposes.filter((each) => each !== purpose);
    for (const other of others) expect(codeText(language, { ...account, purpose: other })).not.toBe(text);
    expect(text).toMatch(/^042917 .*Chez Ada.* 5 min\./);
    expect(text).toMatch(GSM);
  });

  test('holds no code when it is a notice', () => {
    const text = noticeText(language, 'Chez Ada');
    expect(text).toContain('Chez Ada');
    expect(text).not.toMatch(/[0-9]/);
    expect(text).toMatch(GSM);
  });

  test('with the longest name fits into two segments of SMS, and forges no line', () => {
    const merchantName = `${'x'.repeat(60)}\n\u202e`;
    for (const text of [
      noticeText(language, merchantName),
      ...accountCodePurposes.map((purpose) => codeText(language, { ...account, purpose, merchantName })),
    ]) {
      expect(text.length).toBeLessThanOrEqual(TWO_SEGMENTS);
      expect(text).not.toMatch(/[\n\u202e]/);
    }
  });
});

test('texts of account codes are worded for the customer', () => {
  const account = { code: '042917', merchantName: 'Chez Ada', payment: null, validMinutes: 5 };
  expect(codeText('fr', { ...account, purpose: 'registration' })).toBe(
    '042917 est votre code Paygate pour créer votre compte chez Chez Ada. Valable 5 min. Ne le donnez à personne.',
  );
  expect(codeText('en', { ...account, purpose: 'password_reset' })).toBe(
    '042917 is your Paygate code for changing your password at Chez Ada. Valid for 5 min. Do not share it.',
  );
});

test.each([
  [
    'fr',
    '042917 est votre code Paygate pour retirer 5 000 FCFA de votre portefeuille. Valable 5 min. Ne le donnez à personne.',
  ],
  ['en', '042917 is your Paygate code for withdrawing 5,000 FCFA from your wallet. Valid for 5 min. Do not share it.'],
] as const)(
  'the text of the code of a withdrawal names its amount, and fits into one segment of SMS (%s)',
  (language, text) => {
    const withdrawal = { ...facts, purpose: 'withdrawal' as const, code: '042917', merchantName: '' };
    expect(codeText(language, withdrawal)).toBe(text);
    expect(
      codeText(language, { ...withdrawal, payment: { amount: 1_000_000n, currency: 'XAF' } }).length,
    ).toBeLessThanOrEqual(160);
  },
);
