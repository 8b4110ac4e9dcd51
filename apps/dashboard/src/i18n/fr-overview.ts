import type { enOverview } from './en-overview.js';

/** French texts of the overview. */
export const frOverview: typeof enOverview = {
  overview: {
    title: 'Vue d’ensemble',
    periods: { today: 'Aujourd’hui', week: '7 derniers jours', month: '30 derniers jours' },
    choose: 'Période',
    volume: 'Volume',
    completed: 'Paiements réussis',
    successRate: 'Taux de réussite',
    failures: 'Pourquoi des paiements ont échoué',
    payments: 'Paiements',
    earlier: 'Période précédente',
    before: (value: string) => `Période précédente : ${value}`,
    day: 'Jour',
    hour: 'Heure',
    reason: 'Raison',
    asTable: 'En tableau',
    noFailures: 'Aucun paiement n’a échoué.',
    empty: 'Il n’y a pas eu de paiement pendant cette période.',
    start: 'Premiers pas',
    codeFlood: 'Beaucoup de demandes de code ont été refusées pendant la dernière heure.',
    codeFloodWhy:
      'Quelqu’un utilise peut-être vos pages de paiement pour faire envoyer des codes aux téléphones d’autres personnes. Une fois les limites atteintes, plus aucun code n’est envoyé.',
    codeFloodShow: 'Voir les demandes',
  },
};
