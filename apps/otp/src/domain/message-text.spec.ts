import { describe, expect, test } from '@jest/globals';
import type { MessageFacts } from './message-text.js';
import { messageSubject, messageText } from './message-text.js';

const facts: MessageFacts = {
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
    expect(messageText(language, facts)).toBe(text);
  });

  test.each([
    ['fr', 'pour un seul paiement chez Boutique Ndogbong.'],
    ['en', 'for one payment at Boutique Ndogbong.'],
  ] as const)('without an intent speaks of one payment (%s)', (language, text) => {
    expect(messageText(language, { ...facts, payment: null })).toContain(text);
  });

  test.each(['fr', 'en'] as const)('fits into one segment of SMS (%s)', (language) => {
    const text = messageText(language, { ...facts, payment: { amount: 1_000_000n, currency: 'XOF' } });
    expect(text).toMatch(GSM);
    expect(text.length).toBeLessThanOrEqual(160);
  });

  test('holds one number of six digits only', () => {
    const text = messageText('fr', { ...facts, payment: { amount: 123_456n, currency: 'XAF' } });
    expect(text.match(/\b[0-9]{6}\b/g)).toEqual(['048213']);
  });

  test.each([
    ['Shop\r\nVotre code est 000000', 'Shop Votre code est 000000'],
    ['Shop\u202Eevil\u2066\u200B', 'Shopevil'],
    ['\u2028  Shop \t\u00A0 Two ', 'Shop Two'],
    ['S'.repeat(120), `${'S'.repeat(37)}...`],
    [`${'S'.repeat(36)}\u{1F600}\u{1F600}\u{1F600}\u{1F600}`, `${'S'.repeat(36)}\u{1F600}\u{1F600}\u{1F600}\u{1F600}`],
  ])('shows the merchant name %j as one printable line', (merchantName, shown) => {
    expect(messageText('en', { ...facts, merchantName })).toContain(` to ${shown}. Valid`);
  });

  test('of e-mail has a subject without the code', () => {
    expect(messageSubject('fr')).toBe('Votre code de paiement');
    expect(messageSubject('en')).toBe('Your payment code');
  });
});
