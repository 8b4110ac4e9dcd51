import type { Mode } from '@paygate/contracts';

/** Whose code for what: in one scope the newest open challenge is met. */
export interface Scope {
  readonly merchantId: string;
  readonly mode: Mode;
  /** As the caller gave it: of what is no id at all there are challenges and budgets like of any other. */
  readonly userId: string;
  readonly intentId: string | null;
}

export function scopeOf(caller: Omit<Scope, 'intentId'>, intentId: string | null): Scope {
  const { merchantId, mode, userId } = caller;
  return { merchantId, mode, userId, intentId };
}
