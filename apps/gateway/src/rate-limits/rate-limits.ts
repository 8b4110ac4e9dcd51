import { Injectable } from '@nestjs/common';
import type { ApiKeyRow, Mode, Operation } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import { addressGroup, PaygateError } from '@paygate/platform';
import type { FastifyReply } from 'fastify';
import { GatewayConfig } from '../config.js';
import type { Budget } from './budget.js';
import { TokenBuckets } from './token-buckets.js';

/** The holder of an API key, as far as its budgets depend on it. */
type KeyHolder = Pick<ApiKeyRow, 'merchantId' | 'mode' | 'type' | 'apiKeyId'>;

/** A request that carries a good API key. */
interface KeyedRequest {
  readonly operation: Pick<Operation, 'id'>;
  /** IP address of the client. */
  readonly address: string;
  readonly reply: FastifyReply;
}

/**
 * Counts requests. Every method of the API writes `RateLimit-Policy` and `RateLimit` to the answer, and throws `rate_limited` when the
 * budget is spent. Addresses are counted by IPv4 address or IPv6 network of /64.
 */
@Injectable()
export class RateLimits {
  private readonly merchants: Readonly<Record<Mode, Budget>>;
  private readonly visitors: Readonly<Record<Mode, Budget>>;
  private readonly signIns: Budget;
  private readonly dashboardAddresses: Budget;
  private readonly members: Budget;
  private readonly callbacks: Budget;
  private readonly visits: Budget;
  private readonly linkPayers: Budget;
  private readonly links: Budget;

  constructor(
    private readonly buckets: TokenBuckets,
    config: GatewayConfig,
  ) {
    const { RATE_LIMIT_LIVE_PER_SECOND: live, RATE_LIMIT_TEST_PER_SECOND: test } = config;
    const { RATE_LIMIT_SIGN_INS_PER_MINUTE: signIns, RATE_LIMIT_SIGN_IN_BURST: burst } = config;
    const share = config.RATE_LIMIT_ADDRESS_PERCENT / 100;
    this.merchants = { live: perSecond(live), test: perSecond(test) };
    this.visitors = { live: perSecond(Math.ceil(live * share)), test: perSecond(Math.ceil(test * share)) };
    this.signIns = { quota: burst, windowSeconds: (60 * burst) / signIns };
    this.dashboardAddresses = perSecond(config.RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND);
    this.callbacks = perSecond(config.RATE_LIMIT_RAIL_CALLBACKS_PER_SECOND);
    this.linkPayers = perMinute(config.RATE_LIMIT_LINK_ADDRESS_PER_MINUTE);
    this.links = perMinute(config.RATE_LIMIT_LINK_PER_MINUTE);
    this.visits = perSecond(config.RATE_LIMIT_CHECKOUT_ADDRESS_PER_SECOND);
    this.members = perSecond(config.RATE_LIMIT_DASHBOARD_MEMBER_PER_SECOND);
  }

  /**
   * Publishable keys, which every visitor of the merchant's pages has, share a budget apart from that of the merchant's
   * servers, so that a flood of visitors stops no server. One address gets a part of it. Sign-ins with these keys have a
   * budget for each address and key instead: a flood of guesses takes nothing from the customers who pay.
   */
  async ofCaller(
    { merchantId, mode, type, apiKeyId }: KeyHolder,
    { operation, address, reply }: KeyedRequest,
  ): Promise<void> {
    const holder = `${merchantId}:${mode}`;
    const network = addressGroup(address);
    if (type !== 'publishable') await this.count('merchant', holder, this.merchants[mode], reply);
    else if (operation.id === 'signIn') await this.count('sign-in', `${apiKeyId}:${network}`, this.signIns, reply);
    else {
      // first the address, so that what is refused to it takes nothing from other visitors
      await this.count('publishable-address', `${holder}:${network}`, this.visitors[mode], reply);
      await this.count('publishable', holder, this.merchants[mode], reply);
    }
  }

  /** A request to the dashboard's operations, whatever credential it carries. */
  ofDashboard(address: string, reply: FastifyReply): Promise<void> {
    return this.count('dashboard', addressGroup(address), this.dashboardAddresses, reply);
  }

  /** Images, which need no credential: logos and QR codes. */
  ofLogos(address: string, reply: FastifyReply): Promise<void> {
    return this.count('logo', addressGroup(address), this.dashboardAddresses, reply);
  }

  ofDashboardSignIn(address: string, reply: FastifyReply): Promise<void> {
    return this.count('sign-in', addressGroup(address), this.signIns, reply);
  }

  /** A payment that begins by a payment link: first the address, so that what is refused to it takes nothing from other payers. */
  async ofLinkPayments(linkId: string, address: string, reply: FastifyReply): Promise<void> {
    await this.count('link-address', addressGroup(address), this.linkPayers, reply);
    await this.count('link', linkId, this.links, reply);
  }

  /** A request of a member, in any session. */
  ofMember(memberId: string, reply: FastifyReply): Promise<void> {
    return this.count('member', memberId, this.members, reply);
  }

  /** True when a callback of a rail from this address is within the bound. */
  async mayReport(address: string): Promise<boolean> {
    return (await this.buckets.take(`rail-callback:${addressGroup(address)}`, this.callbacks)).isAllowed;
  }

  /** Counts a request of a browser to the payment page. The seconds until the next one is passed on, when it is beyond the bound. */
  async visitRefusedFor(address: string): Promise<number | undefined> {
    const { isAllowed, waitMs } = await this.buckets.take(`checkout:${addressGroup(address)}`, this.visits);
    return isAllowed ? undefined : Math.max(1, Math.ceil(waitMs / 1_000));
  }

  /** The header fields are those of draft-ietf-httpapi-ratelimit-headers: `r` requests remain, all of them again in `t` s. */
  private async count(policy: string, holder: string, budget: Budget, reply: FastifyReply): Promise<void> {
    const { quota, windowSeconds } = budget;
    const { isAllowed, left, waitMs } = await this.buckets.take(`${policy}:${holder}`, budget);
    const window = Math.ceil(windowSeconds);
    void reply
      .header(headers.rateLimitPolicy, `"${policy}";q=${quota};w=${window}`)
      .header(headers.rateLimit, `"${policy}";r=${left};t=${left < quota ? window : 0}`);
    if (!isAllowed) throw new PaygateError('rate_limited', { fields: { retryAfter: waitMs / 1_000 } });
  }
}

const perSecond = (quota: number): Budget => ({ quota, windowSeconds: 1 });
const perMinute = (quota: number): Budget => ({ quota, windowSeconds: 60 });
