import { readFileSync } from 'node:fs';
import type { Stack, StackUser } from '@paygate/testing';
import { readStack } from '@paygate/testing';

/** A person of the installation's team, with recovery codes that are left. */
export interface StackPerson {
  readonly personId: string;
  readonly email: string;
  readonly password: string;
  readonly recoveryCodes: string[];
}

/** A stack with the settings of a production: the demo merchant's keys are of live mode, and those of test mode apart. */
export interface ProductionStack extends Stack {
  /** The first two approvers. */
  readonly staff: readonly StackPerson[];
  readonly test: {
    readonly merchant: Omit<Stack['merchant'], 'owner'>;
    readonly users: readonly StackUser[];
  };
}

export function productionStack(): ProductionStack {
  return readStack() as ProductionStack;
}

/** The same account with its keys of test mode, its endpoint of test mode, and users who have wallets. */
export function inTestMode(stack: ProductionStack): Stack {
  const { merchant, users } = stack.test;
  return { ...stack, merchant: { ...stack.merchant, ...merchant }, users };
}

/** The variables with which a process of the stack runs. */
export function environmentOf(pid: number): ReadonlyMap<string, string> {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return new Map(entries.map((entry) => [entry.replace(/=.*/s, ''), entry.replace(/^[^=]*=/, '')]));
}
