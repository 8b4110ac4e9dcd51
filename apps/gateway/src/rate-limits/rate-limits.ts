import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import { GatewayConfig } from '../config.js';
import type { Caller } from '../credentials/caller.js';
import type { Acting } from '../credentials/dashboard-caller.js';
import type { Verdict } from './token-buckets.js';
import { TokenBuckets } from './token-buckets.js';

/** Headers that tell a caller where its budget stands, and whether it is spent. */
export interface Allowance {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: PaygateError | undefined;
}

/**
 * Requests a second: of a merchant's servers and of its pages in one mode, of one visitor of these pages, of one session, one
 * member and one merchant at the dashboard, and of an address whose credentials are not good or who is at the dashboard.
 */
@Injectable()
export class RateLimits {
  private readonly perSecond: Readonly<Record<Mode, number>>;
  private readonly refusedPerSecond: number;
  private readonly addressShare: number;
  private readonly dashboardPerSecond: Readonly<Record<'address' | 'session' | 'member' | 'merchant', number>>;

  constructor(
    private readonly buckets: TokenBuckets,
    config: GatewayConfig,
  ) {
    this.perSecond = { live: config.RATE_LIMIT_LIVE_PER_SECOND, test: config.RATE_LIMIT_TEST_PER_SECOND };
    this.refusedPerSecond = config.RATE_LIMIT_REFUSED_PER_SECOND;
    this.dashboardPerSecond = {
      address: config.RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND,
      session: config.RATE_LIMIT_DASHBOARD_PER_SECOND,
      member: config.RATE_LIMIT_DASHBOARD_MEMBER_PER_SECOND,
      merchant: config.RATE_LIMIT_DASHBOARD_MERCHANT_PER_SECOND,
    };
    this.addressShare = config.RATE_LIMIT_ADDRESS_PERCENT / 100;
  }

  /**
   * Counts a request of a merchant. Publishable keys, which any visitor of the merchant's pages has, share a budget that is
   * not that of the merchant's servers: whoever spends it stops no server. One address has a part of it, and what it is
   * refused takes nothing of the others': whoever spends that stops no other visitor.
   */
  async ofCaller(
    { merchantId, mode, type }: Pick<Caller, 'merchantId' | 'mode' | 'type'>,
    addressOf: () => string,
  ): Promise<Allowance> {
    const holder = `${merchantId}:${mode}`;
    const perSecond = this.perSecond[mode];
    if (type !== 'publishable') return this.allowance('merchant', holder, perSecond);
    const ofAddress = Math.ceil(perSecond * this.addressShare);
    const own = await this.allowance('publishable-address', `${holder}:${addressOf()}`, ofAddress);
    return own.refusal === undefined ? this.allowance('publishable', holder, perSecond) : own;
  }

  /** Counts a request whose credential was refused, against the address it came from. */
  ofAddress(address: string): Promise<Allowance> {
    return this.allowance('address', address, this.refusedPerSecond);
  }

  /** What an address is told whose credentials were refused too often a moment ago; undefined of others. Counts nothing. */
  ofRefusedAddress(address: string): Allowance | undefined {
    const verdict = this.buckets.emptiness(`address:${address}`);
    return verdict && allowanceOf('address', this.refusedPerSecond, verdict);
  }

  /** Counts a request of the dashboard against the address it came from, whatever it carries. */
  ofDashboardAddress(address: string): Promise<Allowance> {
    return this.allowance('dashboard', address, this.dashboardPerSecond.address);
  }

  /** Counts a request of a session of the dashboard. */
  ofDashboardSession(sessionId: string): Promise<Allowance> {
    return this.allowance('session', sessionId, this.dashboardPerSecond.session);
  }

  /** Counts a request of a member, in whichever session; what the member is refused takes nothing of the merchant's others'. */
  async ofMember({ memberId, merchantId }: Pick<Acting, 'memberId' | 'merchantId'>): Promise<Allowance> {
    const { member, merchant } = this.dashboardPerSecond;
    const own = await this.allowance('member', memberId, member);
    return own.refusal === undefined ? this.allowance('dashboard-merchant', merchantId, merchant) : own;
  }

  private async allowance(policy: string, holder: string, perSecond: number): Promise<Allowance> {
    return allowanceOf(policy, perSecond, await this.buckets.take(`${policy}:${holder}`, perSecond));
  }
}

/** The fields of draft-ietf-httpapi-ratelimit-headers: quota `q` in a window of `w` s; `r` remain, all again in `t` s. */
function allowanceOf(policy: string, perSecond: number, { isAllowed, left, waitMs }: Verdict): Allowance {
  return {
    headers: {
      [headers.rateLimitPolicy]: `"${policy}";q=${perSecond};w=1`,
      [headers.rateLimit]: `"${policy}";r=${left};t=${left < perSecond ? 1 : 0}`,
    },
    refusal: isAllowed ? undefined : new PaygateError('rate_limited', { fields: { retryAfter: waitMs / 1_000 } }),
  };
}
