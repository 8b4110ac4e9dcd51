import { Injectable } from '@nestjs/common';
import type { Refusal, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Slots } from '@paygate/platform';
import { AuthConfig } from '../config.js';
import { backoffSchedule } from './backoff.js';
import { PasswordHashing } from '../passwords/password-hashing.js';
import type { Account } from './sign-in-attempts.repository.js';
import { SignInAttemptsRepository, UNTRUSTED_NETWORKS } from './sign-in-attempts.repository.js';
import { TrustedNetworksRepository } from './trusted-networks.repository.js';

export interface SignInAttempt extends Account {
  /** The client's IP address; undefined where a merchant's server signs its users in. */
  readonly address: string | undefined;
}

interface LocatedAttempt {
  readonly account: Account;
  readonly network: Buffer | undefined;
  readonly isTrusted: boolean;
}

/** An attempt that was admitted. */
export interface AdmittedAttempt {
  /** True when the account has signed in from the network before. */
  readonly isTrusted: boolean;
  /** Compares the password with the hash of the account; an account that does not exist has none. */
  readonly matches: (password: string, passwordHash: string | undefined) => Promise<boolean>;
  /** Resets the counter after the right password alone, which does not suffice. */
  readonly resetCounter: (tx: DatabaseTransaction) => Promise<void>;
  /** Resets the counter and trusts the network, in a transaction in which the password cannot change. */
  readonly recordSuccess: (tx: DatabaseTransaction) => Promise<void>;
}

const RETRY_AFTER_SECONDS = 1;
/** A flood fills the look-ups first, and each takes a few milliseconds: a trusted network must be recognized beside it. */
const LOOK_UPS_PER_SLOT = 2;

/** Protects sign-in from guessing and from floods (docs/adr/0018-sign-in-protection.md). */
@Injectable()
export class SignInThrottle {
  readonly #waitsSeconds: readonly number[];
  readonly #lookUps: Slots;
  readonly #queue: Slots;
  readonly #untrustedMax: number;

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
    const { SIGN_IN_QUEUE_SIZE: size } = config;
    this.#queue = new Slots(size);
    this.#untrustedMax = Math.ceil((size * 3) / 4);
    this.#lookUps = new Slots(size * LOOK_UPS_PER_SLOT);
  }

  /**
   * Lets one attempt through to `check`, or refuses it with `login_throttled`: before any SQL when the queue or its look-ups of
   * trusted networks are full, after the look-up when only the quarter for trusted networks is free, and while the account has
   * to wait.
   */
  async guard<Answer>(
    { mode, accountIndex, address }: SignInAttempt,
    check: (admitted: AdmittedAttempt) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    if (this.#queue.isFull) return throttled(RETRY_AFTER_SECONDS);
    const account = { mode, accountIndex };
    const network = address === undefined ? undefined : this.networks.indexOf(account, address);
    const isTrusted =
      network !== undefined && (await this.#lookUps.run(() => this.networks.isTrusted(account, network)));
    if (isTrusted === undefined) return throttled(RETRY_AFTER_SECONDS);
    const work = (): Promise<Reply<Answer>> => this.#try({ account, network, isTrusted }, check);
    const answer = isTrusted ? this.#queue.run(work) : this.#queue.run(work, this.#untrustedMax);
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
    { account, network, isTrusted }: LocatedAttempt,
    check: (admitted: AdmittedAttempt) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const counter = { ...account, network: (isTrusted ? network : undefined) ?? UNTRUSTED_NETWORKS };
    const waitSeconds = await this.attempts.admit(counter, this.#waitsSeconds);
    if (waitSeconds !== undefined) return throttled(waitSeconds);
    return check({
      isTrusted,
      matches: (password, passwordHash) => this.hashing.matches(password, passwordHash, isTrusted),
      resetCounter: (tx) => this.attempts.reset(tx, counter),
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
