import type { OfMerchant } from '@paygate/contracts';

/**
 * Places for requests under way that may last. One merchant takes some in a mode, and only one of the last half, so that a few merchants
 * with slow ones leave room for others.
 */
export class Places {
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(
    private readonly most: number,
    private readonly mostOfAccount: number,
  ) {}

  /** Does work if there is a place for it; undefined when there is none. */
  async within<Answer>(account: OfMerchant, work: () => Promise<Answer>): Promise<Answer | undefined> {
    const name = `${account.mode} ${account.merchantId}`;
    const taken = this.#taken.get(name) ?? 0;
    const most = this.#total >= this.most / 2 ? 1 : this.mostOfAccount;
    if (this.#total >= this.most || taken >= most) return undefined;
    this.#total += 1;
    this.#taken.set(name, taken + 1);
    try {
      return await work();
    } finally {
      this.#total -= 1;
      const left = (this.#taken.get(name) ?? 0) - 1;
      if (left > 0) this.#taken.set(name, left);
      else this.#taken.delete(name);
    }
  }
}
