import { Injectable } from '@nestjs/common';
import { Logger, ShutdownCoordinator } from '@paygate/platform';
import type { AppendAccountName } from './domain/ledger.js';
import { accountKey } from './domain/ledger.js';
import { AccountsRepository } from './accounts.repository.js';

/** Postings of this process to one account that make its roll-up due. */
const TAIL_POSTINGS = 500;
/** Delay of a roll-up, so that transactions under way end and several accounts are rolled up together. Milliseconds. */
const DELAY_MS = 1_000;
/** Transfers that one transaction rolls up. */
const TRANSFERS_AT_A_TIME = 10_000;
/** Size of the table of counters. A lost counter costs one early roll-up. */
const REMEMBERED_ACCOUNTS = 50_000;

/**
 * Keeps the tails of append-only accounts short, so that reading a balance stays cheap however many transfers there are.
 * Each instance rolls up the accounts it posts to, so idle accounts cost nothing. A process that ended may have left a long
 * tail, so the first posting to an account makes its roll-up due.
 */
@Injectable()
export class RollUpAccounts {
  /** Postings of this process since the account was last due. */
  readonly #postings = new Map<string, number>();
  readonly #due = new Map<string, AppendAccountName>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly logger: Logger,
    shutdown: ShutdownCoordinator,
  ) {
    shutdown.on('finish', 'roll-ups', () => {
      this.#stopping.abort();
      clearTimeout(this.#timer);
      return this.#running;
    });
  }

  /** A transfer was posted to `account`. */
  posted(account: AppendAccountName): void {
    const key = accountKey(account);
    const postings = (this.#postings.get(key) ?? TAIL_POSTINGS) + 1;
    if (this.#postings.size >= REMEMBERED_ACCOUNTS) this.#postings.clear();
    this.#postings.set(key, postings < TAIL_POSTINGS ? postings : 0);
    if (postings < TAIL_POSTINGS) return;
    this.#due.set(key, account);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#rollUpDue().finally(() => {
        this.#timer = undefined;
        if (this.#due.size > 0) this.#schedule();
      });
    }, DELAY_MS);
    this.#timer.unref();
  }

  /** A roll-up that fails is due again. */
  async #rollUpDue(): Promise<void> {
    for (const [key, account] of [...this.#due]) {
      this.#due.delete(key);
      try {
        await this.#rollUp(account);
      } catch (error) {
        this.#due.set(key, account);
        this.logger.warn('a roll-up failed and will be tried again', { reason: String(error) });
      }
    }
  }

  async #rollUp(account: AppendAccountName): Promise<void> {
    let more = true;
    while (more && !this.#stopping.signal.aborted)
      ({ more } = await this.accounts.rollUp(account, TRANSFERS_AT_A_TIME));
  }
}
