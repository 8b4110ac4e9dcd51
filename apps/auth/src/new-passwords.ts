import { Injectable } from '@nestjs/common';
import type { Mode, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { addressGroup, hashPassword } from '@paygate/platform';
import { AuthConfig } from './config.js';
import type { Claimant, RunHash } from './hash-pool.js';
import { HashPool } from './hash-pool.js';
import { HashProcess } from './hash-process.js';

/** Hashes a new password when its turn has come. */
export type HashNewPassword = (password: string) => Promise<string>;

/** At whose merchant somebody asks for a new password, and from where. */
export interface NewPasswordAsker {
  readonly merchantId: string;
  readonly mode: Mode;
  /** The customer's IP address; undefined where a merchant's server asks for all its customers. */
  readonly address: string | undefined;
}

/** Of the places; all test keys together have no more than one merchant, as in sign-in. */
const MERCHANT_SHARE_PERCENT = 50;
/** Of the places, for one address at whichever merchants; a few addresses leave the last place to others. */
const ADDRESS_SHARE_PERCENT = 50;

/**
 * Hashes new passwords, one at a time, in places and at a pace of their own: who registers again and again keeps nobody from
 * signing in.
 */
@Injectable()
export class NewPasswords {
  readonly #pool: HashPool;

  constructor(config: AuthConfig, hashes: HashProcess) {
    const places = config.NEW_PASSWORD_PLACES;
    const perSecond = config.NEW_PASSWORD_HASHES_PER_SECOND;
    this.#pool = new HashPool({ concurrency: 1, places, perSecond, burst: places }, hashes.derive);
  }

  /** Takes a place before anything is done; the refusal when every place is taken, or the merchant's share of them. */
  async admit<Answer>(
    asker: NewPasswordAsker,
    work: (hash: HashNewPassword) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const hashing = (run: RunHash): Promise<Reply<Answer>> =>
      work((password) => run((derive) => hashPassword(password, derive)));
    const answer = this.#pool.admit(hashing, claimantsOf(asker));
    return answer ?? refuse('rate_limited', { fields: { retryAfter: this.#pool.retryAfterSeconds } });
  }
}

function claimantsOf({ merchantId, mode, address }: NewPasswordAsker): readonly Claimant[] {
  const names = mode === 'test' ? [merchantId, mode] : [merchantId];
  const claimants = names.map((name) => ({ name, sharePercent: MERCHANT_SHARE_PERCENT }));
  if (address === undefined) return claimants;
  return [...claimants, { name: addressGroup(address), sharePercent: ADDRESS_SHARE_PERCENT, givesWay: true }];
}
