import { expect, test } from '@jest/globals';
import type { PaymentIntent, Refund } from '@paygate/api-types';
import { maskedText } from '@paygate/typed-input';
import { en } from '../../../i18n/en.js';
import { fr } from '../../../i18n/fr.js';
import { paymentSheet } from './payment-rows.js';

const created = {
  ...{ id: 'pi_1', status: 'PENDING', amount: '5', amountRefunded: '0', fee: null, net: null, currency: 'EUR' },
  ...{ currencyExponent: 2, reference: null, description: null, paymentMethod: null, failure: null, payer: null },
  ...{ userId: null, metadata: {}, providerReference: null, createdAt: '2026-11-20T10:00:00.000Z', completedAt: null },
} as PaymentIntent;
const paid = {
  ...{ ...created, id: 'pi_2', status: 'COMPLETED', amount: '90071992547409931', fee: '1', net: '90071992547409930' },
  ...{ currency: 'XAF', currencyExponent: 0, reference: 'order-7', description: 'Café', amountRefunded: '1500' },
  ...{ paymentMethod: { type: 'mobile_money', operator: 'mtn_momo' }, completedAt: '2026-11-20T10:01:00.000Z' },
  ...{ payer: { userId: null, phoneMasked: '********01', operator: 'mtn_momo' }, metadata: { paymentLinkId: 'pl_1' } },
  providerReference: '8417205391',
} as PaymentIntent;
const failed = { ...created, id: 'pi_3', status: 'FAILED', userId: 'usr_1', failure: { code: 'payer_rejected' } };
const refund = (given: Partial<Refund>) =>
  ({
    ...{ id: 're_1', paymentIntentId: 'pi_2', status: 'COMPLETED', amount: '1500', currency: 'XAF', reason: 'Rendu' },
    ...{ failure: null, createdAt: '2026-11-20T23:30:00.000Z', completedAt: '2026-11-20T23:31:00.000Z' },
    ...{ providerReference: '8417205392', ...given },
  }) as Refund;
const refunds = [
  refund({}),
  refund({ id: 're_2', status: 'PENDING', amount: '7', completedAt: null, providerReference: null }),
];

test('a row has the words of the page, and each payment is followed by its refunds, with what they take', () => {
  const { columns, rows } = paymentSheet([created, paid, failed as PaymentIntent], refunds, fr);
  expect(columns.map(({ heading }) => heading)).toEqual([
    ...['Nature', 'Création (heure de Douala)', 'Terminé (heure de Douala)', 'État', 'Montant', 'Frais', 'Montant net'],
    ...['Devise', 'Moyen', fr.payments.payer, 'Référence', 'Description', 'Lien de paiement', 'Cause de l’échec'],
    ...['Paiement', 'Remboursement', 'Numéro de transaction de l’opérateur'],
  ]);
  const [first, second] = ['2026-11-20T10:00:00.000Z', '2026-11-20T23:30:00.000Z'];
  const payer = maskedText('********01');
  const of = [payer, 'order-7'];
  expect(rows).toEqual([
    ['Paiement', first, '', 'En attente', '0.05', '', '', 'EUR', '', '', '', '', '', '', 'pi_1', '', ''],
    [
      ...[
        'Paiement',
        first,
        '2026-11-20T10:01:00.000Z',
        'Remboursé en partie',
        '90071992547409931',
        '1',
        '90071992547409930',
      ],
      ...['XAF', 'MTN MoMo', ...of, 'Café', 'pl_1', '', 'pi_2', '', '8417205391'],
    ],
    [
      ...['Remboursement', second, '2026-11-20T23:31:00.000Z', 'Remboursé', '-1500', '', '-1500', 'XAF', 'MTN MoMo'],
      ...[...of, 'Rendu', 'pl_1', '', 'pi_2', 're_1', '8417205392'],
    ],
    [
      ...['Remboursement', second, '', 'En cours', '-7', '', '', 'XAF', 'MTN MoMo'],
      ...[...of, 'Rendu', 'pl_1', '', 'pi_2', 're_2', ''],
    ],
    [
      ...['Paiement', first, '', 'Échoué', '0.05', '', '', 'EUR', '', 'usr_1', '', '', ''],
      ...[fr.failure.payer_rejected, 'pi_3', '', ''],
    ],
    [...['Total', '', '', '', '90071992547408431', '1', '90071992547408430', 'XAF'], ...Array<string>(9).fill('')],
  ]);
});

test('kinds of columns are those of what they hold, in both languages alike', () => {
  const kinds = [en, fr].map((t) =>
    paymentSheet([], [], t)
      .columns.map(({ kind }) => kind)
      .join(),
  );
  expect(new Set(kinds).size).toBe(1);
  expect(kinds[0]).toBe('text,moment,moment,text,money,money,money,text,text,text,text,text,text,text,text,text,text');
});

test('a payment of which the operator has taken back some is followed by that, and the sums lack it', () => {
  const reversed = { ...paid, amountRefunded: '0', amountReversed: '90071992547409000' } as PaymentIntent;
  const { rows } = paymentSheet([reversed], [], en);
  const cells = rows.map(([kind, created_, completed, status, amount, fee, net]) => [
    ...[kind, created_, completed, status],
    ...[amount, fee, net],
  ]);
  expect(cells.slice(1)).toEqual([
    ['Taken back by the operator', '', '', '', '-90071992547409000', '', '-90071992547409000'],
    [en.exporting.total, '', '', '', '931', '1', '930'],
  ]);
  expect(cells[0]?.[3]).toBe('Partly taken back by the operator');
});
