import { Injectable } from '@nestjs/common';
import { DatabaseUnavailable, Logger } from '@paygate/platform';
import { AccountsRepository } from './accounts.repository.js';
import type { AppendAccountName } from './domain/ledger.js';
import { accountKey } from './domain/ledger.js';
import { RollUpAccounts } from './roll-up-accounts.js';

/** Size of the cache of open accounts. A missing entry costs one look-up. */
const REMEMBERED_ACCOUNTS = 50_000;

/** Wraps every statement that posts to append-only accounts. */
@Injectable()
export class Posting {
  readonly #open = new Set<string>();

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly rollUp: RollUpAccounts,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs `post`, which posts to `accounts` (one entry for each transfer). The accounts exist before it begins, so it looks
   * them up without locking them; their roll-ups are scheduled after it.
   */
  async to<Result>(accounts: readonly AppendAccountName[], post: () => Promise<Result>): Promise<Result> {
    await this.#ensureOpen(accounts);
    try {
      const result = await post();
      for (const account of accounts) this.rollUp.posted(account);
      return result;
    } catch (error) {
      this.#open.clear();
      if (!(error instanceof DatabaseUnavailable)) await this.#reanchor();
      throw error;
    }
  }

  /** The database may have been restored from an older copy, or into another cluster. */
  async #reanchor(): Promise<void> {
    try {
      if (await this.accounts.reanchor()) this.logger.warn('the clock of the ledger was behind and has been moved');
    } catch (error) {
      this.logger.error('the clock of the ledger could not be read', error);
    }
  }

  async #ensureOpen(accounts: readonly AppendAccountName[]): Promise<void> {
    const unknown = new Map(accounts.map((account) => [accountKey(account), account] as const));
    for (const key of unknown.keys()) if (this.#open.has(key)) unknown.delete(key);
    if (unknown.size === 0) return;
    await this.accounts.open([...unknown.values()]);
    if (this.#open.size + unknown.size > REMEMBERED_ACCOUNTS) this.#open.clear();
    for (const key of unknown.keys()) this.#open.add(key);
  }
}
