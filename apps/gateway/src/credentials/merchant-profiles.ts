import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, MerchantProfile } from '@paygate/contracts';
import { getMerchantProfile } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { PaygateError } from '@paygate/platform';
import { GatewayConfig } from '../config.js';
import { accepted } from '../edge/answers.js';
import { DashboardSessionCheck } from './dashboard/dashboard-session-check.js';

const MERCHANTS_MAX = 1_000;

interface Held {
  readonly profile: Promise<MerchantProfile>;
  /** On the clock of this process, which never goes back. */
  readonly untilMs: number;
}

/** Profiles of merchants for payment pages. Each is held for a moment, because every open of a page reads it and it seldom changes. */
@Injectable()
export class MerchantProfiles {
  readonly #held = new Map<string, Held>();

  constructor(
    private readonly bus: CommandBus,
    private readonly reachable: DashboardSessionCheck,
    private readonly config: GatewayConfig,
  ) {}

  /**
   * The profile of a merchant who is active in the mode, as it was at most the configured age ago. Throws `merchant_inactive`; what could not
   * be read is asked for again at the next call.
   */
  async active(
    { merchantId, mode }: Pick<IntentOfMerchant, 'merchantId' | 'mode'>,
    requestId: string,
  ): Promise<MerchantProfile> {
    this.reachable.checkReachable();
    const merchant = await this.#of(merchantId, requestId);
    if (!merchant.active || (mode === 'live' && !merchant.liveActive)) throw new PaygateError('merchant_inactive');
    return merchant;
  }

  /** The name of a merchant, active or not, for customers who have paid it. */
  async nameOf(merchantId: string, requestId: string): Promise<string> {
    return (await this.#of(merchantId, requestId)).name;
  }

  #of(merchantId: string, requestId: string): Promise<MerchantProfile> {
    const held = this.#held.get(merchantId);
    if (held !== undefined && performance.now() < held.untilMs) return held.profile;
    const profile = this.#read(merchantId, requestId);
    this.#keep(merchantId, profile);
    return profile;
  }

  async #read(merchantId: string, requestId: string): Promise<MerchantProfile> {
    return accepted(await this.bus.send(getMerchantProfile, { merchantId }, { requestId })).data;
  }

  #keep(merchantId: string, profile: Promise<MerchantProfile>): void {
    this.#held.delete(merchantId);
    const held = { profile, untilMs: performance.now() + this.config.MERCHANT_PROFILE_MAX_AGE_MS };
    this.#held.set(merchantId, held);
    profile.catch(() => {
      if (this.#held.get(merchantId) === held) this.#held.delete(merchantId);
    });
    const [oldest] = this.#held.keys();
    if (this.#held.size > MERCHANTS_MAX && oldest !== undefined) this.#held.delete(oldest);
  }
}
