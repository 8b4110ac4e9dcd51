import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { AuthConfig } from './config.js';
import { backoffSchedule } from './domain/sign-in-backoff.js';
import type { HashLane } from './hash-pool.js';
import { HomeLookUps } from './home-look-ups.js';
import type { NumberAttempt, NumberInNetwork } from './known-networks.repository.js';
import { KnownNetworksRepository } from './known-networks.repository.js';
import type { Admission, SignInAttempt } from './sign-in-attempts.repository.js';
import { ELSEWHERE, SignInAttemptsRepository } from './sign-in-attempts.repository.js';

/** An attempt, and whether it comes from a network that the number has signed in from. */
export interface LanedAttempt extends SignInAttempt, NumberAttempt {
  readonly isAtHome: boolean;
}

/**
 * Wrong passwords for a number, counted apart in each network that the number has signed in from, and together in all
 * others: strangers elsewhere lock out strangers, and not the user at home.
 */
@Injectable()
export class SignInLanes {
  readonly #waitsSeconds: readonly number[];

  constructor(
    private readonly networks: KnownNetworksRepository,
    private readonly homes: HomeLookUps,
    private readonly attempts: SignInAttemptsRepository,
    private readonly config: AuthConfig,
  ) {
    this.#waitsSeconds = backoffSchedule({
      freeAttempts: config.SIGN_IN_FREE_ATTEMPTS,
      firstWaitSeconds: config.SIGN_IN_FIRST_WAIT_SECONDS,
      longestWaitSeconds: config.SIGN_IN_LONGEST_WAIT_SECONDS,
    });
  }

  /** Finds where an attempt is counted. */
  async of(attempt: NumberAttempt): Promise<LanedAttempt> {
    // the first sign-in from a network makes it known, and a new password unknown: its message, delivered again, is still the
    // same attempt
    const lane = (await this.networks.laneOf(attempt)) ?? ELSEWHERE;
    return { ...attempt, isAtHome: lane.length > 0, lane };
  }

  /** Whether an attempt that found no place comes from where its number signed in before; no, when too many wait to be told. */
  async isFromHome(attempt: NumberAttempt): Promise<boolean> {
    const number = numberOf(attempt);
    return number !== undefined && (await this.homes.isAtHome(number));
  }

  /** Counts an attempt as wrong, or says how long its lane has to wait. */
  admit(attempt: LanedAttempt): Promise<Admission> {
    const { SIGN_IN_WRONG_PER_DAY: elsewhere, SIGN_IN_WRONG_PER_DAY_AT_HOME: atHome } = this.config;
    const wrongPerDay = attempt.isAtHome ? atHome : elsewhere;
    return this.attempts.admit(attempt, { waitsSeconds: this.#waitsSeconds, wrongPerDay });
  }

  /** The password was right: the lane starts afresh, and the network is known from now on. */
  welcome(attempt: LanedAttempt): Promise<void> {
    const number = numberOf(attempt);
    return this.attempts.forgive(attempt, async (tx) => {
      if (number !== undefined) await this.networks.remember(tx, number);
    });
  }

  /** Nobody looked at the password: the attempt was none. */
  withdraw(attempt: LanedAttempt): Promise<void> {
    return this.attempts.withdraw(attempt);
  }

  /** A password of the number was chosen in a network, which is known from now on. */
  settle(tx: DatabaseTransaction, number: NumberInNetwork): Promise<void> {
    return this.networks.remember(tx, number);
  }

  /** The number has another password: every lane starts afresh, and no network is known. */
  async clear(tx: DatabaseTransaction, number: Pick<NumberAttempt, 'mode' | 'phoneIndex'>): Promise<void> {
    await this.attempts.clear(tx, number);
    await this.networks.clear(tx, number);
  }
}

/** When the hash of an attempt that was admitted has its turn. */
export function turnOf({ isAtHome }: LanedAttempt, { earlierFailures }: Admission): HashLane {
  if (isAtHome) return 'known';
  return earlierFailures === 0 ? 'untried' : 'tried';
}

function numberOf({ mode, phoneIndex, network }: NumberAttempt): NumberInNetwork | undefined {
  return network === undefined ? undefined : { mode, phoneIndex, network };
}
