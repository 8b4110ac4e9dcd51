import { exponentOf, moneyText } from '@paygate/paper';
import type { PaperLanguage } from '@paygate/paper';
import { pushWords } from './words.js';

/** The content of a message, as auth writes it. That of a newer version may have more. */
interface PushPayload {
  readonly id: string;
  readonly kind: string;
  readonly language: PaperLanguage;
  readonly merchantId: string;
  readonly mode: 'test' | 'live';
  readonly subject?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly phoneMasked?: string;
  readonly payments?: number;
  readonly isLast?: boolean;
}

/** A notification as the browser shows it, and the path that it opens. */
export interface ShownNotice {
  readonly title: string;
  readonly options: {
    readonly body: string;
    readonly lang: PaperLanguage;
    /** A notice that comes again replaces the one that is shown. */
    readonly tag: string;
    readonly icon: string;
    readonly data: { readonly path: string };
  };
}

const ROOT = '/dashboard';
const ICON = `${ROOT}/icon-192.png`;

/** The pages of the kinds; with a subject, that of the object. */
const pages: Readonly<Record<string, (subject: string | undefined) => string>> = {
  payment: (subject) => (subject === undefined ? '/payments' : `/payments/${subject}`),
  daily_sum: () => '/balance/day',
  payout_failed: (subject) => (subject === undefined ? '/payouts' : `/payouts/${subject}`),
  endpoint_failing: (subject) => (subject === undefined ? '/webhooks' : `/webhooks/${subject}`),
  budget_spent: (subject) => (subject === undefined ? '/payment-links' : `/payment-links/${subject}`),
  key_created: () => '/settings/api-keys',
  destination_added: () => '/payouts/destinations',
};

/** The notification of a message: a general one for a kind that this version does not know. */
export function noticeOf(text: string): ShownNotice {
  const payload = JSON.parse(text) as PushPayload;
  const { id, kind, language, merchantId, mode, subject, payments } = payload;
  const words = pushWords[language];
  const title =
    kind === 'payment' && payments !== undefined ? words.payments(payments) : (words.kinds[kind] ?? words.other);
  const page = pages[kind]?.(subject === undefined ? undefined : encodeURIComponent(subject)) ?? '/';
  return {
    title: mode === 'test' ? `${words.test} · ${title}` : title,
    options: {
      ...{ body: bodyOf(payload), lang: language, tag: id, icon: ICON },
      // the tab shows the account and mode of the notice
      data: { path: `${ROOT}${page}#as=${encodeURIComponent(merchantId)}.${mode}` },
    },
  };
}

function bodyOf({ amount, currency, phoneMasked, language, isLast }: PushPayload): string {
  const money =
    amount === undefined || currency === undefined
      ? []
      : [moneyText({ amount, currency, exponent: exponentOf(currency) }, language)];
  const last = isLast === true ? [pushWords[language].last] : [];
  return [...money, ...(phoneMasked === undefined ? [] : [phoneMasked]), ...last].join(' · ');
}
