import { serviceNames } from '@paygate/contracts';
import type { Random } from './random.js';

export const engineTargets = ['kafka', 'postgres', 'redis'] as const;
export const targets = [...serviceNames, ...engineTargets];
export type Target = (typeof targets)[number];

/**
 * kill: SIGKILL; of Redis its data go too. freeze: SIGSTOP, and SIGCONT after a while. restart: SIGTERM, in order.
 */
export const faultKinds = ['kill', 'freeze', 'restart'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What is done to one process at one moment. */
export interface Fault {
  readonly kind: FaultKind;
  readonly target: Target;
  /** Which instance of a service, from 1. */
  readonly instance: number;
  /** How long a frozen process stays so. Milliseconds. */
  readonly frozenMs: number;
}

/** Faults that strike together, when so many payments have been finished since the last ones were healed. */
export interface Strike {
  readonly number: number;
  readonly afterPayments: number;
  readonly faults: readonly Fault[];
}

export interface FaultPlanOptions {
  readonly random: Random;
  /** How often each target is struck. */
  readonly rounds: number;
  readonly targets: readonly Target[];
  readonly kinds: readonly FaultKind[];
  readonly instances: number;
  /** How many targets are struck at once. */
  readonly atOnce: number;
}

const PAYMENTS_BETWEEN = [10, 40] as const;
/** From shorter than a heartbeat to past every lease and session. */
const FROZEN_MS = [500, 18_000] as const;

/** Every target as often as every other, in an order and at moments that follow from the seed. */
export function planStrikes({ random, rounds, atOnce, ...choice }: FaultPlanOptions): readonly Strike[] {
  const order = Array.from({ length: rounds }, (_, round) =>
    random.of(`round ${round}`).shuffled(choice.targets),
  ).flat();
  const strikes: Strike[] = [];
  for (let start = 0; start < order.length; start += atOnce) {
    const number = strikes.length + 1;
    const own = random.of(`strike ${number}`);
    const struck = [...new Set(order.slice(start, start + atOnce))];
    strikes.push({
      number,
      afterPayments: own.between(...PAYMENTS_BETWEEN),
      faults: struck.map((target) => ({
        kind: own.pick(choice.kinds),
        target,
        instance: (serviceNames as readonly Target[]).includes(target) ? own.between(1, choice.instances) : 1,
        frozenMs: own.between(...FROZEN_MS),
      })),
    });
  }
  return strikes;
}

/** The process of the stack that a fault strikes. */
export function processOf({ target, instance }: Fault): string {
  return instance === 1 ? target : `${target}-${instance}`;
}
