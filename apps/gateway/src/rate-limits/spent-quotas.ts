import type { SpentQuota, Storing } from './budget.js';

const ACCOUNTS_MAX = 50_000;

/** Quotas that this process has seen spent, until they renew: a Redis that is slow or away does not give them back. */
export class SpentQuotas {
  readonly #spent = new Map<string, { readonly spent: SpentQuota; readonly renewsMs: number }>();

  constructor(private readonly nowMs = () => performance.now()) {}

  note(storing: Storing, spent: SpentQuota): void {
    const name = nameOf(storing);
    this.#spent.delete(name);
    this.#spent.set(name, { spent, renewsMs: this.nowMs() + spent.waitMs });
    const [oldest] = this.#spent.keys();
    if (this.#spent.size > ACCOUNTS_MAX && oldest !== undefined) this.#spent.delete(oldest);
  }

  /** The quota as it was when it was spent; undefined when it has not been, or has renewed. */
  of(storing: Storing | undefined): SpentQuota | undefined {
    const known = storing === undefined ? undefined : this.#spent.get(nameOf(storing));
    if (known === undefined) return undefined;
    const waitMs = known.renewsMs - this.nowMs();
    return waitMs > 0 ? { ...known.spent, waitMs: Math.ceil(waitMs) } : undefined;
  }
}

/** Visitors may have spent their part while the account has not. */
const nameOf = ({ account, visitorQuota }: Storing): string =>
  `${account}:${visitorQuota === undefined ? '' : 'visitors'}`;
