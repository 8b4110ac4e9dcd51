import type { Currency, Language, Mode, NoticeKind, PushUrgency } from '@paygate/contracts';
import type { NoticeToMember } from '../notices/notice.js';

/** The content of a notice in a browser: little, and no secret. Its words are those of the dashboard's worker. */
export interface PushPayload {
  /** The same in each copy of a notice: the browser shows one of them. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly merchantId: string;
  readonly mode: Mode;
  /** The object to which the notice leads. */
  readonly subject?: string;
  readonly amount?: string;
  readonly currency?: Currency;
  readonly phoneMasked?: string;
  /** The number of payments in a sum of several. */
  readonly payments?: number;
  /** Present in the last one of its kind today. */
  readonly isLast?: true;
}

/** The payload of a notice: of a sum in several currencies the first one, as the page has them all. */
export function payloadOf({ noticeId: id, kind, merchantId, mode, facts, isLastOfDay }: NoticeToMember): PushPayload {
  const { subject, phoneMasked, sums, payout } = facts;
  const [sum] = sums ?? [];
  const money = facts.money ?? payout ?? (sum && { amount: sum.paid, currency: sum.currency });
  const phone = phoneMasked ?? payout?.phoneMasked;
  return {
    ...{ id, kind, merchantId, mode },
    ...(subject === undefined ? {} : { subject }),
    ...(money === undefined ? {} : { amount: money.amount, currency: money.currency }),
    ...(phone === undefined ? {} : { phoneMasked: phone }),
    ...(sum === undefined ? {} : { payments: sum.payments }),
    ...(isLastOfDay ? { isLast: true } : {}),
  };
}

/** The text that is encrypted for a browser. */
export function messageText(payload: PushPayload, language: Language): string {
  return JSON.stringify({ ...payload, language });
}

/** A payment is waited for at a counter; the others have time until the device wakes. */
export function urgencyOf({ kind }: PushPayload): PushUrgency {
  return kind === 'payment' ? 'high' : 'normal';
}
