import { serviceNames } from '@paygate/contracts';
import type { Random } from './random.js';

const engineTargets = ['kafka', 'postgres', 'redis'] as const;
/** The process of a stack whose services share one. */
const ONE_PROCESS = 'services';
/** The targets of a stack with a process for each service, and of one with a process for all. */
export const targetsApart = [...serviceNames, ...engineTargets];
export const targetsTogether = [ONE_PROCESS, ...engineTargets] as const;
export const targets = [...targetsApart, ONE_PROCESS] as const;
export type Target = (typeof targets)[number];

/**
 * kill: SIGKILL; Redis loses its data too. freeze: SIGSTOP, and SIGCONT after a while. restart: SIGTERM, a graceful shutdown. cut: all
 * connections of the process are reset, which takes root.
 */
export const faultKinds = ['kill', 'freeze', 'restart', 'cut'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One fault of one process. */
export interface Fault {
  readonly kind: FaultKind;
  readonly target: Target;
  /** The instance of a service, from 1. */
  readonly instance: number;
  /** The time for which a frozen process stays frozen. Milliseconds. */
  readonly frozenMs: number;
}

/** Faults that are injected together, after a number of finished payments since the last recovery. */
export interface Strike {
  readonly number: number;
  readonly afterPayments: number;
  readonly faults: readonly Fault[];
}

export interface FaultPlanOptions {
  readonly random: Random;
  /** The number of faults of each target. */
  readonly rounds: number;
  readonly targets: readonly Target[];
  readonly kinds: readonly FaultKind[];
  readonly instances: number;
  /** The number of targets that are hit at once. */
  readonly atOnce: number;
  /** The least and the greatest number of payments from one strike to the next. */
  readonly paymentsBetween?: readonly [number, number];
}

const PAYMENTS_BETWEEN = [10, 40] as const;
/** From less than a heartbeat to more than every lease and session. */
const FROZEN_MS = [500, 18_000] as const;

/** The plan of a run: each target equally often, in an order and at times that follow from the seed. */
export function planStrikes({ random, rounds, atOnce, ...choice }: FaultPlanOptions): readonly Strike[] {
  const { paymentsBetween = PAYMENTS_BETWEEN } = choice;
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
      afterPayments: own.between(...paymentsBetween),
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

/** The name of the process that a fault hits. */
export function processOf({ target, instance }: Fault): string {
  return instance === 1 ? target : `${target}-${instance}`;
}
