import type { enPayments } from './en-payments.js';
import { frBatches } from './payouts/fr-batches.js';
import { frPayouts } from './payouts/fr-payouts.js';

/** French texts of the course of payments, of their export, and of customers. */
export const frPayments: typeof enPayments = {
  payouts: frPayouts,
  batches: frBatches,
  receipt: {
    action: 'Envoyer le reçu',
    title: 'Envoyer le reçu par e-mail',
    email: 'Adresse e-mail (facultative)',
    hint: 'Vide : l’adresse du compte qui a payé. Un invité n’en a pas.',
    send: 'Envoyer',
    sent: (left) => `Le reçu est en route. Il peut encore être envoyé ${left} fois.`,
  },
  orders: {
    refunded: (amount) => `dont ${amount} remboursés`,
    otherTries: (count) => (count === 1 ? 'un autre essai' : `${count} autres essais`),
    page: 'Page de paiement',
    pageHint: 'Qui ouvre cette adresse peut régler ce paiement, jusqu’à ce qu’il prenne fin.',
    address: 'Adresse de la page de paiement',
  },
  operatorNumber: {
    title: 'Numéro de transaction de l’opérateur',
    hint: 'Le numéro dans le message de l’opérateur, un téléphone ou ses quatre derniers chiffres, un montant, ou des mots du paiement.',
    hintOfEnds:
      'Le numéro dans le message de l’opérateur, les quatre derniers chiffres d’un téléphone, un montant, ou des mots du paiement.',
  },
  customers: {
    title: 'Clients',
    choose: 'Type de client',
    kinds: { guests: 'Invités', accounts: 'Avec un compte' },
    leads: {
      guests: 'Les téléphones dont un paiement sans compte a réussi, celui qui a payé en dernier d’abord.',
      accounts: 'Les utilisateurs dont un paiement a réussi, les derniers inscrits d’abord.',
    },
    empty: { guests: 'Aucun invité n’a encore payé.', accounts: 'Aucun client inscrit n’a encore payé.' },
    emptyPage: 'Aucun parmi les paiements de cette page : les plus anciens sont à la page suivante.',
    customer: 'Client',
    payments: 'Paiements',
    newest: (count: string) => `les ${count} derniers`,
    paid: 'Montant payé',
    refunded: (amount: string) => `dont ${amount} remboursés`,
    first: 'Premier paiement',
    last: 'Dernier paiement',
  },
  payerNumber: {
    show: 'Afficher le numéro',
    number: 'Numéro de téléphone',
    recorded: 'Le journal d’audit note qui le lit.',
    reasons: {
      not_charged: 'Personne n’a encore été invité à payer.',
      wallet: 'Payé depuis un portefeuille, dont le numéro n’est pas montré.',
      not_kept: 'Aucun numéro n’est gardé pour ce paiement.',
      period_over: 'Son numéro n’est plus montré, car le paiement ne peut plus être remboursé.',
    },
  },
  timeline: {
    title: 'Chronologie',
    cut: 'Seules les entrées les plus récentes sont montrées.',
    missing: 'Une partie de la chronologie ne peut pas être affichée pour l’instant.',
    attempt: (number: string) => `tentative ${number}`,
    channels: { sms: 'SMS', email: 'e-mail' },
    types: {
      'payment.created': 'Paiement créé',
      'otp.sent': 'Code à usage unique envoyé',
      'otp.verified': 'Code à usage unique vérifié',
      'charge.accepted': 'Débit accepté',
      'charge.submitted': 'Transmis à l’opérateur',
      'charge.prompted': 'L’opérateur a demandé au payeur de valider',
      'charge.succeeded': 'Débit réussi',
      'charge.failed': 'Débit échoué',
      'payment.completed': 'Paiement réussi',
      'payment.failed': 'Paiement échoué',
      'payment.expired': 'Paiement expiré',
      'payment.canceled': 'Paiement annulé',
      'refund.requested': 'Remboursement demandé',
      'refund.completed': 'Remboursé',
      'refund.failed': 'Remboursement échoué',
      'reversal.booked': 'Repris par l’opérateur',
      'reversal.returned': 'Rendu par l’opérateur',
      'event.created': 'Événement',
      'delivery.attempted': 'Livraison',
    },
  },
  exporting: {
    actions: { totals: 'Totaux', file: 'Exporter' },
    titles: { totals: 'Totaux des paiements', file: 'Exporter les paiements' },
    texts: {
      totals: (most: string) =>
        `Les totaux de ces paiements ; seuls ceux qui ont réussi comptent. Au plus les ${most} plus récents sont lus.`,
      file: (most: string) =>
        `Un fichier pour tableur avec ces paiements, les plus récents d’abord. Il en contient au plus ${most}.`,
    },
    everything: 'Tous les paiements : aucun filtre n’est choisi.',
    soFar: (count: string) => `Paiements lus jusqu’ici : ${count}`,
    done: (count: string) => `Paiements lus : ${count}`,
    cut: (count: string) =>
      `La limite est atteinte : ce ne sont que les ${count} paiements les plus récents, de plus anciens peuvent manquer. Pour ceux-ci, filtrez par une période qui finit plus tôt (« Autres dates ») et recommencez.`,
    format: 'Type de fichier',
    file: 'Enregistrer de nouveau le fichier',
    completed: 'Réussis',
    kind: 'Nature',
    total: 'Total',
    link: 'Lien de paiement',
    at: (heading: string) => `${heading} (heure de Douala)`,
    currency: 'Devise',
    fee: 'Frais',
    net: 'Montant net',
  },
};
