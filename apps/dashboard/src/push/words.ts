import type { PaperLanguage } from '@paygate/paper';

interface PushWords {
  readonly kinds: Readonly<Record<string, string>>;
  readonly payments: (count: number) => string;
  readonly other: string;
  readonly test: string;
  /** In the last notice of its kind on a day. */
  readonly last: string;
}

/** The words of notices in a browser. The worker has no page whose language it could read. */
export const pushWords: Readonly<Record<PaperLanguage, PushWords>> = {
  en: {
    kinds: {
      payment: 'Payment received',
      daily_sum: 'Sum of the day',
      payout_failed: 'A payout has failed',
      endpoint_failing: 'A webhook endpoint is failing',
      budget_spent: 'A payment link has no uses left',
      key_created: 'An API key was created',
      destination_added: 'A payout destination was added',
    },
    payments: (count) => `Payments received: ${String(count)}`,
    other: 'Notice from Paygate',
    test: 'TEST',
    last: 'no more of these today',
  },
  fr: {
    kinds: {
      payment: 'Paiement reçu',
      daily_sum: 'Somme de la journée',
      payout_failed: 'Un versement a échoué',
      endpoint_failing: 'Un point de réception de webhooks est en échec',
      budget_spent: 'Un lien de paiement n’a plus d’utilisations',
      key_created: 'Une clé d’API a été créée',
      destination_added: 'Une destination de versement a été ajoutée',
    },
    payments: (count) => `Paiements reçus\u00a0: ${String(count)}`,
    other: 'Avis de Paygate',
    test: 'TEST',
    last: 'plus d’autre aujourd’hui',
  },
};
