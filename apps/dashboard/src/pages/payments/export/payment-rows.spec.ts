import { expect, test } from '@jest/globals';
import type { PaymentIntent } from '@paygate/api-types';
import { fr } from '../../../i18n/fr.js';
import { paymentSheet } from './payment-rows.js';

const created = {
  ...{
    id: 'pi_1',
    status: 'PENDING',
    amount: '5',
    amountRefunded: '0',
    fee: null,
    net: null,
    currency: 'EUR',
    currencyExponent: 2,
  },
  ...{ reference: null, description: null, paymentMethod: null, failure: null },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', completedAt: null },
} as PaymentIntent;
const paid = {
  ...{
    ...created,
    status: 'COMPLETED',
    amount: '90071992547409931',
    fee: '1',
    net: '90071992547409930',
    amountRefunded: '1500',
  },
  ...{ currency: 'XAF', currencyExponent: 0, reference: 'order-7', description: 'Café' },
  ...{ paymentMethod: { type: 'mobile_money', operator: 'mtn_momo' }, completedAt: '2026-11-20T10:01:00.000Z' },
} as PaymentIntent;
const failed = { ...created, status: 'FAILED', failure: { code: 'payer_rejected' } } as PaymentIntent;

test('a row has the words of the page, decimal amounts and times in UTC', () => {
  const {
    rows: [headings, ...rows],
    decimals,
  } = paymentSheet([created, paid, failed], fr);
  expect(decimals).toEqual(['Montant', 'Frais', 'Montant net', 'Remboursé']);
  expect(headings).toEqual([
    ...['Paiement', 'Création', 'Terminé', 'État', 'Montant', 'Frais', 'Montant net', 'Remboursé', 'Devise'],
    ...['Moyen', 'Référence', 'Description', 'Cause de l’échec'],
  ]);
  expect(rows).toEqual([
    ['pi_1', '2026-11-20T10:00:00.000Z', '', 'En attente', '0.05', '', '', '0.00', 'EUR', '', '', '', ''],
    [
      ...['pi_1', '2026-11-20T10:00:00.000Z', '2026-11-20T10:01:00.000Z', 'Réussi'],
      ...['90071992547409931', '1', '90071992547409930', '1500', 'XAF', 'MTN MoMo', 'order-7', 'Café', ''],
    ],
    [
      'pi_1',
      '2026-11-20T10:00:00.000Z',
      '',
      'Échoué',
      '0.05',
      '',
      '',
      '0.00',
      'EUR',
      '',
      '',
      '',
      fr.failure.payer_rejected,
    ],
  ]);
});
