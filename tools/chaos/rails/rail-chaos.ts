import { setTimeout as delay } from 'node:timers/promises';
import type { EndedCharge, LedgerSource, PaygateHttp, RailControl } from '@paygate/testing';
import { railDifferences } from '@paygate/testing';
import type { Payment } from '../history.js';
import { newPayment } from '../payer.js';
import type { Random } from '../random.js';
import { withRetries } from '../retries.js';
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
const TAKEN_BACK_SHARE = 0.02;

const AT_ONCE = 16;
const READ_MS = 30_000;
const SETTLED_MS = 60_000;
const PAUSE_MS = 1_000;

export function injectFaults(control: RailControl): Promise<unknown> {
  return control.put('faults', FAULTS);
}

/** A payment by mobile money. Its phone pays nothing else. */
export function newRailPayment(random: Random, number: number): Payment {
  const own = random.of(`phone ${number}`);
  const digits = own.happens(DECLINED_SHARE) ? own.pick(DECLINED) : APPROVED;
  const phoneWith = (last: string): string => `${own.pick(PREFIXES)}${String(number).padStart(5, '0')}${last}`;
  const payment = newPayment(random, number);
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
}

export interface RailReport {
  readonly completed: number;
  readonly declined: number;
  /** Refunds that were completed. */
  readonly refunded: number;
  /** Reversals that were booked. */
  readonly reversed: number;
  readonly differences: readonly string[];
}

/** Compares every charge with the books of the operators. What is still on its way has a minute to end. */
export async function compareWithRails(evidence: RailEvidence): Promise<RailReport> {
  const deadline = performance.now() + SETTLED_MS;
  for (;;) {
    const charges = await readCharges(evidence);
    const count = (wanted: string): number => charges.filter(({ status }) => status === wanted).length;
    const differences = await railDifferences(charges, evidence.control, evidence.databases);
    if (differences.length === 0 || performance.now() > deadline)
      return {
        ...{ completed: count('COMPLETED'), declined: count('FAILED'), differences },
        refunded: charges.flatMap(({ refunded = [] }) => refunded).length,
        reversed: charges.flatMap(({ reversed = [] }) => reversed).length,
      };
    await delay(PAUSE_MS);
  }
}

async function readCharges({ payments, ...reader }: RailEvidence): Promise<readonly EndedCharge[]> {
  const charges: EndedCharge[] = [];
  const charged = payments.filter(({ chargeSent }) => chargeSent);
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
