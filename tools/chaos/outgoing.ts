import type { Answer, PaygateHttp } from '@paygate/testing';
import type { Random } from './random.js';

/** Money that a merchant asks to leave its balance once a payment is complete: a refund of the payment, or a payout. */
export interface Outgoing {
  /** Of a payout; absent for a refund. */
  readonly destinationId?: string;
  /** Absent: all that is left to refund. */
  readonly amount?: string;
  readonly idempotencyKey: string;
  /** From the 202 that the merchant read. */
  id?: string;
  /** The amount, as the 202 stated it. */
  granted?: string;
  /** The time at which its event arrived. */
  eventAt?: number;
}

/** The shares of payments that are given back, half of them in part, and after which something is paid out. */
const REFUNDED = 0.05;
const PAID_OUT = 0.02;
const IN_PART = 0.5;
/** XAF, above the least that a payout may be. */
const PAYOUT = [600, 1_000] as const;

/** A merchant repeats such a request under the same key until it is answered. */
export function refundOf(random: Random, number: number, amount: number): readonly Outgoing[] {
  if (!random.of(`refund ${number}`).happens(REFUNDED)) return [];
  const own = random.of(`refund of ${number}`);
  const part = own.happens(IN_PART) ? { amount: String(own.between(1, amount)) } : {};
  return [{ ...part, idempotencyKey: `refund-${number}-${own.between(0, 1_000_000)}` }];
}

/** A payout to this destination after a payment with this number, if it has one. */
export function payoutAfter(random: Random, number: number, destinationId: string): readonly Outgoing[] {
  const own = random.of(`payout ${number}`);
  if (!own.happens(PAID_OUT)) return [];
  return [{ destinationId, amount: String(own.between(...PAYOUT)), idempotencyKey: `payout-${number}` }];
}

/** Asks for it after the payment of an intent, the same each time. */
export function request(api: PaygateHttp, intentId: string, outgoing: Outgoing): Promise<Answer> {
  const { destinationId, amount, idempotencyKey } = outgoing;
  return destinationId === undefined
    ? api.refund(intentId, amount === undefined ? {} : { amount }, idempotencyKey)
    : api.payOut({ destinationId, ...(amount !== undefined && { amount }) }, idempotencyKey);
}

/** A refund or payout as the API returns it after the run. */
export interface OutgoingRead {
  readonly httpStatus: number;
  readonly status?: string;
  readonly amount?: string;
}

/** Reads one that was acknowledged. */
export function read(api: PaygateHttp, { destinationId, id = '' }: Outgoing): Promise<Answer> {
  return api.read(`/${destinationId === undefined ? 'refunds' : 'payouts'}/${id}`);
}

/** The violation of the promise of one that was acknowledged, or undefined. */
export function brokenOutgoing({ id = '', granted }: Outgoing, found: OutgoingRead): string | undefined {
  if (found.httpStatus !== 200) return `${id} was acknowledged and reads ${found.httpStatus}`;
  if (found.amount !== granted) return `${id} is of ${String(granted)} and reads ${String(found.amount)}`;
  if (found.status !== 'COMPLETED' && found.status !== 'FAILED') return `${id} has not ended: ${String(found.status)}`;
  return undefined;
}
