import { Injectable } from '@nestjs/common';
import type { Refusal, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { AuthConfig } from '../config.js';
import { backoffSchedule } from './backoff.js';
import { PasswordHashing } from '../passwords/password-hashing.js';
import type { Account, AttemptCounter } from './sign-in-attempts.repository.js';
import { SignInAttemptsRepository, UNTRUSTED_NETWORKS } from './sign-in-attempts.repository.js';
import { Slots } from '../passwords/slots.js';
import { TrustedNetworksRepository } from './trusted-networks.repository.js';

export interface SignInAttempt extends Account {
  /** The client's IP address; undefined where a merchant's server signs its users in. */
  readonly address: string | undefined;
}

/** An attempt that was admitted. */
export interface AdmittedAttempt {
  /** Compares the password with the hash of the account; an account that does not exist has none. */
  readonly matches: (password: string, passwordHash: string | undefined) => Promise<boolean>;
  /** Resets the counter and trusts the network, in a transaction in which the password cannot change. */
  readonly recordSuccess: (tx: DatabaseTransaction) => Promise<void>;
}

const RETRY_AFTER_SECONDS = 1;

/** Protects sign-in from guessing and from floods (docs/adr/0018-sign-in-protection.md). */
@Injectable()
export class SignInThrottle {
  readonly #waitsSeconds: readonly number[];
  readonly #slots: Slots;
  readonly #unreserved: number;

  constructor(
    private readonly hashing: PasswordHashing,
    private readonly networks: TrustedNetworksRepository,
    private readonly attempts: SignInAttemptsRepository,
    config: AuthConfig,
  ) {
    this.#waitsSeconds = backoffSchedule({
      freeAttempts: config.SIGN_IN_FREE_ATTEMPTS,
      firstWaitSeconds: config.SIGN_IN_FIRST_WAIT_SECONDS,
      longestWaitSeconds: config.SIGN_IN_LONGEST_WAIT_SECONDS,
    });
    this.#slots = new Slots(config.SIGN_IN_QUEUE_SIZE);
    this.#unreserved = Math.ceil((config.SIGN_IN_QUEUE_SIZE * 3) / 4);
  }

  /**
   * Lets one attempt through to `check`, or refuses it with `login_throttled`: before any SQL when the queue is full, after
   * the look-up of its network when only the quarter for trusted networks is free, or while the account has to wait.
   */
  async guard<Answer>(
    attempt: SignInAttempt,
    check: (admitted: AdmittedAttempt) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const answer = this.#slots.run((taken) => this.#try(attempt, taken > this.#unreserved, check));
    return answer ?? throttled(RETRY_AFTER_SECONDS);
  }

  /** The password of the account was chosen at this address, so its network is trusted. */
  async trust(tx: DatabaseTransaction, account: Account, address: string): Promise<void> {
    await this.networks.add(tx, account, this.networks.indexOf(account, address));
  }

  /** Resets all counters of an account with a new password, and removes its trusted networks. */
  async resetAttempts(tx: DatabaseTransaction, account: Account): Promise<void> {
    await this.attempts.resetAll(tx, account);
    await this.networks.removeAll(tx, account);
  }

  async #try<Answer>(
    { mode, accountIndex, address }: SignInAttempt,
    isReservedSlot: boolean,
    check: (admitted: AdmittedAttempt) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const account = { mode, accountIndex };
    const network = address === undefined ? undefined : this.networks.indexOf(account, address);
    const isTrusted = network !== undefined && (await this.networks.isTrusted(account, network));
    if (isReservedSlot && !isTrusted) return throttled(RETRY_AFTER_SECONDS);
    const counter: AttemptCounter = { ...account, network: isTrusted ? network : UNTRUSTED_NETWORKS };
    const waitSeconds = await this.attempts.admit(counter, this.#waitsSeconds);
    if (waitSeconds !== undefined) return throttled(waitSeconds);
    return check({
      matches: (password, passwordHash) => this.hashing.matches(password, passwordHash, isTrusted),
      recordSuccess: async (tx) => {
        await this.attempts.reset(tx, counter);
        if (network !== undefined) await this.networks.add(tx, account, network);
      },
    });
  }
}

function throttled(retryAfter: number): Refusal {
  return refuse('login_throttled', { fields: { retryAfter } });
}
