import type { enRefunds } from './en-refunds.js';

/** French texts of refunds. */
export const frRefunds: typeof enRefunds = {
  statuses: { PENDING: 'En cours', COMPLETED: 'Remboursé', FAILED: 'Échoué' },
  transmissions: {
    not_sent: 'pas encore transmis à l’opérateur',
    sent: 'transmis, l’opérateur n’a pas encore répondu',
    in_doubt: 'nous demandons à l’opérateur s’il l’a reçu',
  },
  inFull: 'Remboursé',
  inPart: 'Remboursé en partie',
  reversedInFull: 'Repris par l’opérateur',
  reversedInPart: 'Repris en partie par l’opérateur',
  reversed: 'Dont repris par l’opérateur',
  reversals: {
    title: 'Repris par l’opérateur',
    statuses: { BOOKED: 'Repris', RETURNED: 'Rendu' },
    booked: 'Repris',
    returned: 'Rendu',
    id: 'Reprise',
  },
  title: 'Remboursements',
  empty: 'Rien n’a été remboursé.',
  action: 'Rembourser',
  of: (id: string) => `Rembourser le paiement ${id}`,
  amount: 'Montant',
  amountHint: (most: string) =>
    `Jusqu’à ${most}. Vous pouvez n’en rembourser qu’une partie, et rembourser plusieurs fois.`,
  tooMuch: (most: string) => `Au plus ${most} peuvent être remboursés.`,
  reason: 'Motif',
  reasonHint: 'Pour vos dossiers. Le client ne le voit pas.',
  goOn: 'Continuer',
  back: 'Retour',
  confirm: (amount: string) => `Rembourser ${amount}`,
  toWallet: (amount: string) => `${amount} reviennent aussitôt sur le portefeuille du client.`,
  toPhone: (amount: string, phone: string, operator: string) =>
    `${amount} reviennent au téléphone qui a payé, ${phone}, par ${operator}. C’est définitif.`,
  toPayer: (amount: string) => `${amount} reviennent à la personne qui a payé. C’est définitif.`,
  feeKept: (fee: string) =>
    `Les frais du paiement, ${fee}, ne vous sont pas rendus. Le remboursement est pris sur votre solde.`,
  noFee: 'Le remboursement est pris sur votre solde.',
  id: 'Remboursement',
  status: 'État',
  created: 'Création',
};
