import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import { pay, withPayments } from './payments.js';
import type { Figure } from './report.js';
import { atLeast, atMost } from './report.js';

const DURATIONS_MS: Readonly<Record<Length, number>> = { full: 120_000, smoke: 2_000 };
const CAPACITY_PAYERS = 32;
const OVERLOAD = 2;
/** The least share of the capacity that is still completed. */
const COMPLETED = 0.8;
const PATIENCE_MS = 120_000;

/**
 * Payments at twice the rate that payers in a closed loop reach, by clients that obey Retry-After. Each user of the stack is one of them;
 * what is due while all are paying does not begin.
 */
export function overloadBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  const durationMs = DURATIONS_MS[length];
  return withPayments(stack, async (load) => {
    const pace = { kind: 'closed-loop', durationMs: durationMs / 4 } as const;
    const { perSecond: capacity } = await pay(stack, load, { payers: CAPACITY_PAYERS, pace });
    const payers = stack.facts.users.filter(({ walletBalance }) => walletBalance !== '0').length;
    const { result } = await pay(stack, load, {
      ...{ payers, patienceMs: PATIENCE_MS },
      pace: { kind: 'open-loop', perSecond: OVERLOAD * capacity, durationMs },
    });
    const { created, inTime, payments, withoutPayer, firstFailure } = result;
    const note = firstFailure === undefined ? {} : { note: firstFailure };
    return [
      { what: `capacity, ${CAPACITY_PAYERS} payers in a closed loop`, unit: 'per second', value: capacity },
      atLeast(COMPLETED, {
        what: `payments completed at ${OVERLOAD} times the capacity, to the capacity`,
        unit: 'ratio',
        value: (inTime * 1_000) / durationMs / capacity,
        note: `${inTime} of ${created} created; ${withoutPayer} found no free payer of ${payers}`,
      }),
      atMost(0, {
        ...{ what: 'payments that were created under overload and not completed', unit: 'errors' },
        ...{ value: created - payments, ...note },
      }),
    ];
  });
}
