/** The descriptions of the moments at which events are sent, in French. */
export const frenchEvents: Readonly<Record<string, string>> = {
  'payment.created': 'Une intention de paiement a été créée',
  'payment.processing': 'Un débit a été accepté',
  'payment.delayed': 'Le résultat d’un débit se fait attendre',
  'payment.completed': 'Le paiement a réussi',
  'payment.failed': 'Le paiement n’a pas pu être effectué',
  'payment.expired': 'L’intention de paiement a expiré',
  'payment.canceled': 'L’intention de paiement a été annulée',
  'payment.reversed': 'L’opérateur a repris l’argent d’un paiement',
  'payment.reversal_returned': 'L’opérateur a rendu l’argent qu’il avait repris',
  'refund.completed': 'Le client a reçu un remboursement',
  'refund.failed': 'Un remboursement n’a pas pu être effectué',
  'payout.completed': 'Un versement est arrivé',
  'payout.failed': 'Un versement n’a pas pu être effectué',
  'endpoint.failing': 'Les livraisons à un autre point de réception échouent',
  'endpoint.disabled': 'Un autre point de réception a été désactivé',
  'endpoint.ping': 'Un événement de test a été demandé',
};
