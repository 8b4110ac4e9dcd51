import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import { GatewayConfig } from '../config.js';
import type { Caller } from '../credentials/caller.js';
import type { Acting } from '../credentials/dashboard-caller.js';
import type { Budget } from './shared-buckets.js';
import type { Verdict } from './token-buckets.js';
import { TokenBuckets } from './token-buckets.js';

/** Headers that tell a caller where its budget stands, and whether it is spent. */
export interface Allowance {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: PaygateError | undefined;
}

/**
 * Requests a second: of a merchant's servers and of its pages in one mode, of one visitor of these pages, of one session, one
 * member and one merchant at the dashboard, and of an address whose credentials are not good or who is at the dashboard. And
 * sign-ins of one address in a longer window.
 */
@Injectable()
export class RateLimits {
  private readonly quotas: Readonly<Record<Mode, number>>;
  private readonly refusedPerSecond: number;
  private readonly addressShare: number;
  private readonly signIns: Budget;
  private readonly dashboardPerSecond: Readonly<Record<'address' | 'session' | 'member' | 'merchant', number>>;

  constructor(
    private readonly buckets: TokenBuckets,
    config: GatewayConfig,
  ) {
    this.quotas = { live: config.RATE_LIMIT_LIVE_PER_SECOND, test: config.RATE_LIMIT_TEST_PER_SECOND };
    this.refusedPerSecond = config.RATE_LIMIT_REFUSED_PER_SECOND;
    this.dashboardPerSecond = {
      address: config.RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND,
      session: config.RATE_LIMIT_DASHBOARD_PER_SECOND,
      member: config.RATE_LIMIT_DASHBOARD_MEMBER_PER_SECOND,
      merchant: config.RATE_LIMIT_DASHBOARD_MERCHANT_PER_SECOND,
    };
    this.signIns = { quota: config.RATE_LIMIT_SIGN_INS, windowSeconds: config.RATE_LIMIT_SIGN_IN_WINDOW_SECONDS };
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
    const quota = this.quotas[mode];
    if (type !== 'publishable') return this.allowance('merchant', holder, perSecond(quota));
    // the address's part first, whatever is left for all: who asks on and on spends that, and does not wait at an empty bucket
    // for every token that flows into it
    const ofAddress = perSecond(Math.ceil(quota * this.addressShare));
    const own = await this.allowance('publishable-address', `${holder}:${addressOf()}`, ofAddress);
    return own.refusal === undefined ? this.allowance('publishable', holder, perSecond(quota)) : own;
  }

  /** Counts a request whose credential was refused, against the address it came from. */
  ofAddress(address: string): Promise<Allowance> {
    return this.allowance('address', address, perSecond(this.refusedPerSecond));
  }

  /** What an address is told whose credentials were refused too often a moment ago; undefined of others. Counts nothing. */
  ofRefusedAddress(address: string): Allowance | undefined {
    return this.emptiness('address', address, perSecond(this.refusedPerSecond));
  }

  /**
   * Counts a sign-in against the address it came from, at whichever merchant: whoever floods sign-in from a few addresses is
   * refused here, at little cost, and not by the service that checks passwords.
   */
  ofSignIn(address: string): Promise<Allowance> {
    return this.allowance('sign-in', address, this.signIns);
  }

  /** What an address is told that has no sign-in left, as this gateway knows; undefined of others. Counts nothing. */
  ofRefusedSignIn(address: string): Allowance | undefined {
    return this.emptiness('sign-in', address, this.signIns);
  }

  /** Counts a request of the dashboard against the address it came from, whatever it carries. */
  ofDashboardAddress(address: string): Promise<Allowance> {
    return this.allowance('dashboard', address, perSecond(this.dashboardPerSecond.address));
  }

  /** Counts a request of a session of the dashboard. */
  ofDashboardSession(sessionId: string): Promise<Allowance> {
    return this.allowance('session', sessionId, perSecond(this.dashboardPerSecond.session));
  }

  /** Counts a request of a member, in whichever session; what the member is refused takes nothing of the merchant's others'. */
  async ofMember({ memberId, merchantId }: Pick<Acting, 'memberId' | 'merchantId'>): Promise<Allowance> {
    const { member, merchant } = this.dashboardPerSecond;
    const own = await this.allowance('member', memberId, perSecond(member));
    return own.refusal === undefined ? this.allowance('dashboard-merchant', merchantId, perSecond(merchant)) : own;
  }

  private async allowance(policy: string, holder: string, budget: Budget): Promise<Allowance> {
    return allowanceOf(policy, budget, await this.buckets.take(`${policy}:${holder}`, budget));
  }

  private emptiness(policy: string, holder: string, budget: Budget): Allowance | undefined {
    const verdict = this.buckets.emptiness(`${policy}:${holder}`);
    return verdict && allowanceOf(policy, budget, verdict);
  }
}

const perSecond = (quota: number): Budget => ({ quota, windowSeconds: 1 });

/** The fields of draft-ietf-httpapi-ratelimit-headers: quota `q` in a window of `w` s; `r` remain, all again in `t` s. */
function allowanceOf(
  policy: string,
  { quota, windowSeconds }: Budget,
  { isAllowed, left, waitMs }: Verdict,
): Allowance {
  return {
    headers: {
      [headers.rateLimitPolicy]: `"${policy}";q=${quota};w=${windowSeconds}`,
      [headers.rateLimit]: `"${policy}";r=${left};t=${left < quota ? windowSeconds : 0}`,
    },
    refusal: isAllowed ? undefined : new PaygateError('rate_limited', { fields: { retryAfter: waitMs / 1_000 } }),
  };
}
