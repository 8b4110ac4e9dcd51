import { describe, expect, test } from '@jest/globals';
import { languages } from '@paygate/contracts';
import type { ReceiptTextFacts } from './receipt-text.js';
import { receiptMail, receiptSms } from './receipt-text.js';

const facts: ReceiptTextFacts = {
  intentId: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x',
  amount: 5_000n,
  refunded: 0n,
  currency: 'XAF',
  description: 'Commande 1042',
  method: 'mobile_money',
  completedAt: '2026-11-20T23:05:00.000Z',
  merchant: { name: 'Boutique Ndogbong', supportContact: { email: 'help@shop.example', phone: null, url: null } },
};
/** The basic alphabet of GSM 03.38 as far as these texts may need it. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

describe('the receipt', () => {
  test.each([
    ['fr', 'Paiement de 5 000 FCFA à Boutique Ndogbong le 21/11/2026 00:05. Référence : pi_01k8zq4a2nf8rb0v6d7jep5f9x'],
    ['en', 'Payment of 5,000 FCFA to Boutique Ndogbong on 21/11/2026 00:05. Reference: pi_01k8zq4a2nf8rb0v6d7jep5f9x'],
  ] as const)('by SMS names amount, merchant, time and payment (%s)', (language, text) => {
    expect(receiptSms(language, facts)).toBe(text);
  });

  test.each(languages)('by SMS fits into one segment (%s)', (language) => {
    const merchant = { ...facts.merchant, name: 'S'.repeat(120) };
    const text = receiptSms(language, { ...facts, amount: 1_000_000n, merchant });
    expect(text).toMatch(GSM);
    expect(text.length).toBeLessThanOrEqual(160);
  });

  test('by e-mail is in French', () => {
    expect(receiptMail('fr', facts)).toEqual({
      subject: 'Votre reçu de Boutique Ndogbong',
      text: [
        'Vous avez payé Boutique Ndogbong avec Paygate.',
        [
          'Marchand\u00a0: Boutique Ndogbong',
          'Montant\u00a0: 5\u202f000\u00a0FCFA',
          'Date\u00a0: 21 novembre 2026 à 00:05 (heure de Douala)',
          'Moyen de paiement\u00a0: mobile money',
          'Objet\u00a0: Commande 1042',
          'Référence\u00a0: pi_01k8zq4a2nf8rb0v6d7jep5f9x',
        ].join('\n'),
        'Une question\u00a0: help@shop.example',
        'Conservez ce message\u00a0: il prouve votre paiement.',
      ].join('\n\n'),
    });
  });

  test.each([
    ['fr', 'Montant\u00a0: 5\u202f000\u00a0FCFA\nRemboursé\u00a0: 1\u202f500\u00a0FCFA\nDate'],
    ['en', 'Amount: 5,000\u00a0FCFA\nRefunded: 1,500\u00a0FCFA\nDate'],
  ] as const)('by e-mail names what was refunded (%s)', (language, lines) => {
    expect(receiptMail(language, { ...facts, refunded: 1_500n }).text).toContain(lines);
  });

  test.each([
    [
      'fr',
      'Moyen de paiement\u00a0: Orange Money\nNuméro de transaction de l’opérateur\u00a0: MP261120.1101.A77929\nObjet',
    ],
    ['en', 'Payment method: Orange Money\nTransaction number of the operator: MP261120.1101.A77929\nDescription'],
  ] as const)('by e-mail names the operator and its number (%s)', (language, lines) => {
    const paid = {
      ...facts,
      reference: 'order\r\n1042',
      operator: 'orange_money',
      providerReference: 'MP261120.1101.A77929',
    } as const;
    const { text } = receiptMail(language, paid);
    expect(text).toContain(lines);
    expect(text).toMatch(/^(Order|Commande\u00a0): order 1042$/m);
  });

  test.each([
    ['fr', 'payé ou remboursé\u00a0:\nhttps://pay.example/checkout/rcp_1\n\nUne question'],
    ['en', 'paid or refunded:\nhttps://pay.example/checkout/rcp_1\n\nQuestions'],
  ] as const)('[3.23] by e-mail has the address that proves it, alone on its line (%s)', (language, lines) => {
    expect(receiptMail(language, { ...facts, url: 'https://pay.example/checkout/rcp_1' }).text).toContain(lines);
    expect(receiptSms(language, { ...facts, url: 'https://pay.example/checkout/rcp_1' })).not.toContain('rcp_');
  });

  test('by e-mail leaves out what there is not', () => {
    const merchant = { ...facts.merchant, supportContact: { email: null, phone: null, url: null } };
    const { text } = receiptMail('en', { ...facts, description: null, method: 'wallet', merchant });
    expect(text).not.toMatch(/Description|Questions|Refunded|null/);
    expect(text).toContain('Payment method: Paygate wallet');
  });

  test.each([
    ['one\r\nAmount: 9 FCFA', 'one Amount: 9 FCFA'],
    ['a\u202Eb\u200B', 'ab'],
    ['d'.repeat(500), `${'d'.repeat(117)}...`],
  ])('shows a description as one line', (description, shown) => {
    expect(receiptMail('en', { ...facts, description }).text.split('\n')).toContain(`Description: ${shown}`);
  });
});
