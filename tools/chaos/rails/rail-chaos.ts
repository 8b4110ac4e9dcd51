import { setTimeout as delay } from 'node:timers/promises';
import type { EndedCharge, LedgerSource, PaygateHttp, RailControl } from '@paygate/testing';
import { railDifferences } from '@paygate/testing';
import type { Payment } from '../history.js';
import { payoutAfter, read } from '../outgoing.js';
import { newPayment } from '../payer.js';
import type { Random } from '../random.js';
import { withRetries } from '../retries.js';
import type { WalletOwner } from '../wallet-moves.js';
import { moveDifferences, movesAfter } from '../wallet-moves.js';
import type { Batches } from './batches.js';
import { TAKEN_BACK } from './taken-back.js';

/** The rates at which the simulated operators fail: 20 % of requests time out, and the answers to 10 % are lost. */
const FAULTS = {
  ...{ no_answer: 0.2, lost_answer: 0.1 },
  ...{ duplicate_callback: 0.1, lost_callback: 0.2, forged_callback: 0.1 },
};

const PREFIXES = ['+23767', '+23769'] as const;
/** The last two digits of a number select what its operator does: docs/rails.md. */
const APPROVED = '01';
const DECLINED = ['10', '11', '12'] as const;
const DECLINED_SHARE = 0.1;
/** Of the charges of a long run, half of which are by mobile money, this is one in fifty. */
const TAKEN_BACK_SHARE = 0.04;

const AT_ONCE = 16;
const READ_MS = 30_000;
const SETTLED_MS = 60_000;
const PAUSE_MS = 1_000;

export function injectFaults(control: RailControl): Promise<unknown> {
  return control.put('faults', FAULTS);
}

/** The phone of the shop, to which its payouts go. */
export interface ShopPhone {
  readonly phoneNumber: string;
  readonly destinationId: string;
}

/** A number of MTN that approves, and that no payment of a run has, nor the one with which a stack begins. */
export const SHOP_PHONE = '+237678999901';

/** Numbers below are those of customers, who fill their wallets by them. */
const FIRST_NUMBER = 1_000;

/** A payment from a wallet, the merchant's payout after it, and what the customer moves through the wallet. */
export function newWalletPayment(
  random: Random,
  number: number,
  { destinationId }: Pick<ShopPhone, 'destinationId'>,
): Payment {
  const payment = newPayment(random, number);
  const outgoing = [...payment.outgoing, ...payoutAfter(random, number, destinationId)];
  return { ...payment, outgoing, moves: movesAfter(random, number) };
}

/** A payment by mobile money, from a phone that pays nothing else, and the merchant's payout after it. */
export function newRailPayment(
  random: Random,
  number: number,
  { destinationId }: Pick<ShopPhone, 'destinationId'>,
): Payment {
  const own = random.of(`phone ${number}`);
  const digits = own.happens(DECLINED_SHARE) ? own.pick(DECLINED) : APPROVED;
  const phoneWith = (last: string): string =>
    `${own.pick(PREFIXES)}${String(FIRST_NUMBER + number).padStart(5, '0')}${last}`;
  const payment = newWalletPayment(random, number, { destinationId });
  return random.of(`taken back ${number}`).happens(TAKEN_BACK_SHARE)
    ? { ...payment, phoneNumber: phoneWith(TAKEN_BACK), takenBack: true }
    : { ...payment, phoneNumber: phoneWith(digits) };
}

export interface RailEvidence {
  readonly payments: readonly Payment[];
  readonly api: PaygateHttp;
  readonly control: RailControl;
  readonly databases: LedgerSource;
  readonly random: Random;
  readonly shop: ShopPhone;
  /** The customers, each with a phone that fills and empties one wallet. */
  readonly owners: readonly WalletOwner[];
  /** The payouts of the merchant by lists. */
  readonly batches?: Batches | undefined;
}

export interface RailReport {
  readonly completed: number;
  readonly declined: number;
  /** Refunds that were completed. */
  readonly refunded: number;
  /** Reversals that were booked. */
  readonly reversed: number;
  /** Top-ups and withdrawals that were completed. */
  readonly topUps: number;
  readonly withdrawals: number;
  readonly differences: readonly string[];
}

/** Compares every charge with the books of the operators. What is still on its way has a minute to end. */
export async function compareWithRails(evidence: RailEvidence): Promise<RailReport> {
  const deadline = performance.now() + SETTLED_MS;
  for (;;) {
    const charges = await readCharges(evidence);
    const count = (wanted: string): number => charges.filter(({ status }) => status === wanted).length;
    const moved = await moveDifferences({ ...evidence, moves: evidence.payments.flatMap(({ moves = [] }) => moves) });
    const differences = [
      ...(await railDifferences(charges, evidence.control, evidence.databases)),
      ...(await payoutDifferences(evidence)),
      ...((await evidence.batches?.differences(evidence.control)) ?? []),
      ...moved.differences,
    ];
    if (differences.length === 0 || performance.now() > deadline)
      return {
        ...{ ...moved, completed: count('COMPLETED'), declined: count('FAILED'), differences },
        refunded: charges.flatMap(({ refunded = [] }) => refunded).length,
        reversed: charges.flatMap(({ reversed = [] }) => reversed).length,
      };
    await delay(PAUSE_MS);
  }
}

/** The shop's phone was paid the net of each payout that is complete, once, and nothing else. */
async function payoutDifferences({ payments, api, control, random, shop }: RailEvidence): Promise<readonly string[]> {
  const asked = payments.flatMap(({ outgoing }) => outgoing).filter((one) => one.destinationId !== undefined);
  const nets: string[] = [];
  for (const one of asked.filter(({ id }) => id !== undefined)) {
    const { answer } = await withRetries('read', () => read(api, one), { random, withinMs: READ_MS });
    const { status, net } = answer.body as { readonly status: string; readonly net: string };
    if (status === 'COMPLETED') nets.push(net);
  }
  const lines = await control.statement('mtn_momo');
  const paid = lines.filter(({ msisdn }) => shop.phoneNumber.endsWith(msisdn)).map(({ amount }) => amount);
  if (paid.toSorted().join() === nets.toSorted().join()) return [];
  return [
    `payouts of ${nets.join(', ') || 'nothing'} are complete, and the shop's phone got ${paid.join(', ') || 'nothing'}`,
  ];
}

async function readCharges({ payments, ...reader }: RailEvidence): Promise<readonly EndedCharge[]> {
  const charges: EndedCharge[] = [];
  const charged = payments.filter(({ chargeSent, phoneNumber }) => chargeSent && phoneNumber !== undefined);
  for (let start = 0; start < charged.length; start += AT_ONCE) {
    const group = charged.slice(start, start + AT_ONCE);
    charges.push(...(await Promise.all(group.map((payment) => readCharge(payment, reader)))));
  }
  return charges;
}

/** A charge that was sent and never acknowledged may or may not exist: its intent shows it. */
async function readCharge(
  { intentId = '', phoneNumber = '', amount }: Payment,
  { api, random }: Pick<RailEvidence, 'api' | 'random'>,
) {
  const within = { random, withinMs: READ_MS };
  const { answer } = await withRetries('read', () => api.readIntent(intentId), within);
  const { status, chargeId, failure } = answer.body as {
    readonly status: string;
    readonly chargeId: string | null;
    readonly failure: { readonly code: string } | null;
  };
  const { answer: listed } = await withRetries('read', () => api.refundsOf(intentId), within);
  const { answer: taken } = await withRetries('read', () => api.reversalsOf(intentId), within);
  const { data: reversals } = taken.body as { readonly data: readonly { readonly amount: string }[] };
  const { data } = listed.body as { readonly data: readonly { readonly status: string; readonly amount: string }[] };
  // what is pending shows as a difference until it has ended
  const refunded = data.filter((refund) => refund.status !== 'FAILED').map((refund) => refund.amount);
  const reversed = reversals.map((reversal) => reversal.amount);
  return {
    chargeId: chargeId ?? intentId,
    phoneNumber,
    amount,
    status,
    refunded,
    reversed,
    failureCode: failure?.code,
  };
}
