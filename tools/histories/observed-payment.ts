/** The traces of one payment, with its ids as the letters of the model. */
import type {
  ChargeFailed,
  ChargeSucceeded,
  IntentChanged,
  IntentProcessing,
  IntentRefundEnded,
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

/** Says something about time alone, or about the way to an outcome; or of reversals, which the model does not have. */
const UNTOLD = new Set([
  ...['intent.delayed', 'charge.prompted'],
  ...['reversal.booked', 'reversal.returned', 'intent.reversed', 'intent.reversal-returned'],
]);

/** The payment with each of its refunds alone, or without one. */
export function observedOf(trace: Trace): readonly Observed[] {
  const refunds = [
    ...new Set(
      [...trace.intents, ...trace.charging].flatMap((message) => {
        const id = refundOf(message);
        return id === undefined ? [] : [id];
      }),
    ),
  ];
  return refunds.length === 0 ? [observedWith(trace)] : refunds.map((refund) => observedWith(trace, refund));
}

function observedWith({ intents, otp, charging, stored, isLate }: Trace, refund?: string): Observed {
  const isTold = (message: Received<object>): boolean =>
    !UNTOLD.has(message.type) && [undefined, refund].includes(refundOf(message));
  const ordered = intents.filter(isTold).toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
  const request = ordered
    .map((message) => (message.payload as IntentProcessing).request)
    .find((one) => one !== undefined);
  const ref = (chargeId: string | undefined): string => (chargeId === request?.chargeId ? 'A/A1' : String(chargeId));
  const told = ordered.map((message): string => {
    const { type } = message;
    if (type === 'intent.created') return 'created A';
    if (type === 'intent.processing') return `${type} ${ref((message.payload as IntentProcessing).request?.chargeId)}`;
    return refundOf(message) === undefined ? `${type} A` : 'intent.refunded r1';
  });
  const charged = told.findIndex((fact) => fact.startsWith('intent.processing '));
  const settled = charging
    .filter(isTold)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((message) => {
      const { type, payload } = message;
      return refundOf(message) === undefined
        ? `${type} ${ref((payload as ChargeSucceeded | ChargeFailed).chargeId)}`
        : `${type} r1`;
    });
  const rows = stored.map((type) => type.replace('payment.', 'intent.'));
  return {
    method: request?.method ?? 'wallet',
    refunds: refund === undefined ? [] : ['r1'],
    places: {
      intents: isLate ? told.toSpliced(charged, 0, 'lapsed A') : told,
      // any later code opens the same challenge
      otp: otp.length === 0 ? [] : ['otp.sent A'],
      charging: settled,
      ...Object.fromEntries(
        [...Map.groupBy(rows, (kind) => kind)].map(([kind, all]) => [
          `webhooks ${kind} A`,
          all.map(() => `stored ${kind} A`),
        ]),
      ),
    },
  };
}

const sequenceOf = ({ payload }: Received<object>): number => (payload as IntentChanged).sequence;
function refundOf({ type, payload }: Received<object>): string | undefined {
  if (type.startsWith('refund.')) return (payload as RefundEnded).refund.id;
  return type.startsWith('intent.refund') ? (payload as IntentRefundEnded).refund.id : undefined;
}
