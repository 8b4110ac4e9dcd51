/** The traces of one payment, with its ids as the letters of the model. */
import type {
  ChargeFailed,
  ChargeSucceeded,
  IntentChanged,
  IntentProcessing,
  IntentRefundEnded,
  Refund,
  RefundEnded,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { Observed } from '../model/observed.js';

/** The messages and rows of one payment. Each message is in it once. */
export interface Trace {
  readonly intents: readonly Received<object>[];
  readonly otp: readonly Received<object>[];
  readonly charging: readonly Received<object>[];
  /** The types of the events about its end that webhooks has stored. */
  readonly stored: readonly string[];
  /** True when it was charged after its end. */
  readonly isLate: boolean;
}

/** Of one payment: a search for more has too many states. */
const MOST_REFUNDS = 3;
/** Hundredths of a payment. */
const WHOLE = 100;
/** Says something about time alone, or about the way to an outcome; or of reversals, which the model does not have. */
const UNTOLD = new Set([
  ...['intent.delayed', 'charge.prompted'],
  ...['reversal.booked', 'reversal.returned', 'intent.reversed', 'intent.reversal-returned'],
]);

/** The payment with its refunds, each by its letter; of more than {@link MOST_REFUNDS} with the first of them. */
export function observedOf({ intents, otp, charging, stored, isLate }: Trace): Observed {
  const settled = charging.filter(isTold).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ordered = intents.filter(isTold).toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
  const refunds = refundsAmong([...settled, ...ordered]);
  const isLookedAt = (message: Received<object>): boolean =>
    [undefined, ...refunds.keys()].includes(refundOf(message)?.id);
  const request = ordered
    .map((message) => (message.payload as IntentProcessing).request)
    .find((one) => one !== undefined);
  const ref = (chargeId: string | undefined): string => (chargeId === request?.chargeId ? 'A/A1' : String(chargeId));
  const letterOf = ({ id }: Refund): string => `r${[...refunds.keys()].indexOf(id) + 1}`;
  const told = ordered.filter(isLookedAt).map((message): string => {
    const { type } = message;
    if (type === 'intent.created') return 'created A';
    if (type === 'intent.processing') return `${type} ${ref((message.payload as IntentProcessing).request?.chargeId)}`;
    const refund = refundOf(message);
    return refund === undefined ? `${type} A` : `intent.refunded ${letterOf(refund)}`;
  });
  const charged = told.findIndex((fact) => fact.startsWith('intent.processing '));
  const ends = settled.filter(isLookedAt).map((message) => {
    const { type, payload } = message;
    const refund = refundOf(message);
    return refund === undefined
      ? `${type} ${ref((payload as ChargeSucceeded | ChargeFailed).chargeId)}`
      : `${type} ${letterOf(refund)}`;
  });
  const rows = stored.map((type) => type.replace('payment.', 'intent.'));
  return {
    method: request?.method ?? 'wallet',
    refunds: partsOf([...refunds.values()], request?.amount),
    places: {
      intents: isLate ? told.toSpliced(charged, 0, 'lapsed A') : told,
      // any later code opens the same challenge
      otp: otp.length === 0 ? [] : ['otp.sent A'],
      charging: ends,
      ...Object.fromEntries(
        [...Map.groupBy(rows, (kind) => kind)].map(([kind, all]) => [
          `webhooks ${kind} A`,
          all.map(() => `stored ${kind} A`),
        ]),
      ),
    },
  };
}

const isTold = ({ type }: Received<object>): boolean => !UNTOLD.has(type);
const sequenceOf = ({ payload }: Received<object>): number => (payload as IntentChanged).sequence;
function refundOf({ type, payload }: Received<object>): Refund | undefined {
  if (type.startsWith('refund.')) return (payload as RefundEnded).refund;
  return type.startsWith('intent.refund') ? (payload as IntentRefundEnded).refund : undefined;
}

/** The first of the refunds that these messages tell of, by id. */
function refundsAmong(messages: readonly Received<object>[]): ReadonlyMap<string, Refund> {
  const refunds = messages.map(refundOf).filter((refund) => refund !== undefined);
  return new Map([...new Map(refunds.map((refund) => [refund.id, refund]))].slice(0, MOST_REFUNDS));
}

/** In hundredths of the payment, rounded down. Those that fit it together are all alike, so that their payments are of one kind. */
function partsOf(refunds: readonly Refund[], paid = '0'): Observed['refunds'] {
  const sum = refunds.reduce((total, { amount }) => total + BigInt(amount), 0n);
  const doFit = sum <= BigInt(paid);
  const partOf = ({ amount }: Refund): number =>
    doFit ? Math.floor(WHOLE / refunds.length) : Number((BigInt(amount) * BigInt(WHOLE)) / BigInt(paid));
  return Object.fromEntries(refunds.map((refund, at) => [`r${at + 1}`, partOf(refund)]));
}
