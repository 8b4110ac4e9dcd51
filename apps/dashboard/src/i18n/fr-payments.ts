import type { enPayments } from './en-payments.js';

/** French texts of the course of payments. */
export const frPayments: typeof enPayments = {
  timeline: {
    title: 'Chronologie',
    cut: 'Seules les entrées les plus récentes sont montrées.',
    missing: 'Une partie n’est pas lisible pour l’instant.',
    attempt: (number: string) => `essai ${number}`,
    channels: { sms: 'SMS', email: 'e-mail' },
    types: {
      'payment.created': 'Paiement créé',
      'otp.sent': 'Mot de passe à usage unique envoyé',
      'otp.verified': 'Mot de passe à usage unique vérifié',
      'charge.accepted': 'Débit accepté',
      'charge.submitted': 'Transmis à l’opérateur',
      'charge.prompted': 'L’opérateur interroge le payeur',
      'charge.succeeded': 'Débit réussi',
      'charge.failed': 'Débit échoué',
      'payment.completed': 'Paiement réussi',
      'payment.failed': 'Paiement échoué',
      'payment.expired': 'Paiement expiré',
      'payment.canceled': 'Paiement annulé',
      'event.created': 'Événement',
      'delivery.attempted': 'Livraison',
    },
  },
};
