import { Injectable } from '@nestjs/common';
import type { CappedSource } from '@paygate/platform';
import { SourceUsesRepository } from '@paygate/platform';
import { AuthConfig } from './config.js';
import type { Claimant } from './hash-pool.js';
import type { SignInCaller } from './sign-in-caller.js';
import type { LanedAttempt } from './sign-in-lanes.js';

/** What one address, one API key and one merchant may have of sign-in. */
@Injectable()
export class SignInCaps {
  constructor(
    private readonly config: AuthConfig,
    private readonly sources: SourceUsesRepository<'sign-in'>,
  ) {}

  /**
   * On whose behalf a sign-in takes a place. Test keys together have no more than one merchant: they cost nothing. All
   * strangers together leave some for who is at home.
   */
  claimants(caller: SignInCaller): readonly Claimant[] {
    const { config } = this;
    const { apiKeyId, merchantId, mode } = caller;
    const sharePercent = config.SIGN_IN_MERCHANT_SHARE_PERCENT;
    return [
      ...this.claimantsAtHome(caller),
      { name: apiKeyId, sharePercent: config.SIGN_IN_KEY_SHARE_PERCENT },
      { name: merchantId, sharePercent },
      ...(mode === 'test' ? [{ name: mode, sharePercent }] : []),
      { name: 'strangers', sharePercent: config.SIGN_IN_STRANGERS_SHARE_PERCENT },
    ];
  }

  /**
   * The same for who signed in from where they are: strangers can take what a key, a merchant, the test mode or they have. A
   * few addresses at which many are at home leave the last places to others.
   */
  claimantsAtHome({ source }: SignInCaller): readonly Claimant[] {
    const sharePercent = this.config.SIGN_IN_ADDRESS_SHARE_PERCENT;
    return source === undefined ? [] : [{ name: source, sharePercent, givesWay: true }];
  }

  /**
   * Counts a sign-in; the seconds to wait when its address or its key has tried too often. What is refused for its address
   * does not count for the key, which is public; and nothing does that comes from where its number signed in before: no
   * stranger spends what those customers need.
   */
  async waitSeconds({ apiKeyId, source }: SignInCaller, { isAtHome }: LanedAttempt): Promise<number | undefined> {
    const { config } = this;
    const address = source === undefined ? [] : [{ source, limit: config.SIGN_INS_PER_ADDRESS }];
    const key = isAtHome ? [] : [{ source: apiKeyId, limit: config.SIGN_INS_PER_KEY }];
    const [first, second]: CappedSource[] = [...address, ...key].filter(({ limit }) => limit > 0);
    return first === undefined ? undefined : this.sources.count('sign-in', [first, second]);
  }
}
