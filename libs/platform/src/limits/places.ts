import type { OfMerchant } from '@paygate/contracts';

type Account = Pick<OfMerchant, 'merchantId' | 'mode'>;

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

  /** Places that an account may take now. */
  room(account: Account): number {
    const most = this.#total >= this.most / 2 ? 1 : this.mostOfAccount;
    const ofAccount = most - (this.#taken.get(nameOf(account)) ?? 0);
    return Math.max(0, Math.min(ofAccount, this.most - this.#total));
  }

  /** Takes a place, free or not: what is under way already takes one even if there is none. */
  take(account: Account): void {
    const name = nameOf(account);
    this.#total += 1;
    this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
  }

  leave(account: Account): void {
    const name = nameOf(account);
    this.#total -= 1;
    const left = (this.#taken.get(name) ?? 0) - 1;
    if (left > 0) this.#taken.set(name, left);
    else this.#taken.delete(name);
  }

  /** Does work if there is a place for it; undefined when there is none. */
  async within<Answer>(account: Account, work: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.room(account) === 0) return undefined;
    this.take(account);
    try {
      return await work();
    } finally {
      this.leave(account);
    }
  }
}

function nameOf({ merchantId, mode }: Account): string {
  return `${mode} ${merchantId}`;
}
