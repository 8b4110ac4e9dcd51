import { Injectable } from '@nestjs/common';
import type { ApiKeyRow, Membership, Mode, Operation, PaymentLink } from '@paygate/contracts';
import { headers, operations } from '@paygate/contracts';
import { addressGroup, PaygateError } from '@paygate/platform';
import type { FastifyReply } from 'fastify';
import { GatewayConfig } from '../config.js';
import type { Budget, Storing } from './budget.js';
import type { StoringOperation } from './test-quota.js';
import { quotaSpent, TestQuota } from './test-quota.js';
import { TokenBuckets } from './token-buckets.js';

/** An address may visit the payment page at once as often as in so many seconds in the long run. */
const VISIT_BURST_SECONDS = 6;

/** The holder of an API key, as far as its budgets depend on it. */
type KeyHolder = Pick<ApiKeyRow, 'merchantId' | 'mode' | 'type' | 'apiKeyId'>;

/** A member who is signed in, as far as budgets depend on it. */
interface SignedIn {
  readonly acting: (Pick<Membership, 'memberId' | 'merchantId'> & { readonly mode: Mode }) | null;
  readonly session: { readonly memberships: readonly Membership[] };
}

/** A request of a caller who is known. */
interface KnownRequest {
  readonly operation: StoringOperation & Pick<Operation, 'id'>;
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
  private readonly testQuota: TestQuota;

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
    const windowSeconds = VISIT_BURST_SECONDS;
    this.visits = { quota: config.RATE_LIMIT_CHECKOUT_ADDRESS_PER_SECOND * windowSeconds, windowSeconds };
    this.members = perSecond(config.RATE_LIMIT_DASHBOARD_MEMBER_PER_SECOND);
    const { QUOTA_TEST_INTENTS_PER_DAY: objects, QUOTA_TEST_BYTES_PER_DAY: bytes } = config;
    this.testQuota = new TestQuota({ objects, bytes });
  }

  /**
   * Publishable keys, which every visitor of the merchant's pages has, share a budget apart from that of the merchant's
   * servers, so that a flood of visitors stops no server. One address gets a part of it. Sign-ins with these keys have a
   * budget for each address and key instead: a flood of guesses takes nothing from the customers who pay. What a test account stores
   * in a day has a quota, of which visitors take a part; beyond it the request throws `quota_spent`.
   */
  async ofCaller(
    { merchantId, mode, type, apiKeyId }: KeyHolder,
    { operation, address, reply }: KnownRequest,
  ): Promise<void> {
    const holder = `${merchantId}:${mode}`;
    const network = addressGroup(address);
    const by = type === 'publishable' ? 'ofVisitor' : 'ofAccount';
    const counted = { reply, storing: this.testQuota[by](operation, { merchantId, mode }, bodyBytes(reply)) };
    if (type !== 'publishable') await this.count('merchant', holder, this.merchants[mode], counted);
    else if (operation.id === 'signIn') await this.count('sign-in', `${apiKeyId}:${network}`, this.signIns, counted);
    else {
      // first the address, so that what is refused to it takes nothing from other visitors
      await this.count('publishable-address', `${holder}:${network}`, this.visitors[mode], { reply });
      await this.count('publishable', holder, this.merchants[mode], counted);
    }
  }

  /** A request to the dashboard's operations, whatever credential it carries. */
  ofDashboard(address: string, reply: FastifyReply): Promise<void> {
    return this.count('dashboard', addressGroup(address), this.dashboardAddresses, { reply });
  }

  /** Images, which need no credential: logos and QR codes. */
  ofLogos(address: string, reply: FastifyReply): Promise<void> {
    return this.count('logo', addressGroup(address), this.dashboardAddresses, { reply });
  }

  /** Files of the gateway itself: the docs, the API document, the pages of the dashboard. */
  ofFiles(address: string, reply: FastifyReply): Promise<void> {
    return this.count('file', addressGroup(address), this.dashboardAddresses, { reply });
  }

  ofDashboardSignIn(address: string, reply: FastifyReply): Promise<void> {
    return this.count('sign-in', addressGroup(address), this.signIns, { reply });
  }

  /** A payer who begins a payment by any link: counted before the link, so that what is refused takes nothing from other payers. */
  ofLinkPayer(address: string, reply: FastifyReply): Promise<void> {
    return this.count('link-address', addressGroup(address), this.linkPayers, { reply });
  }

  /** A payment that begins by a link, with what it stores. */
  ofLinkPayments(link: PaymentLink, reply: FastifyReply): Promise<void> {
    const storing = this.testQuota.ofVisitor(operations.payLink, link, Buffer.byteLength(JSON.stringify(link)));
    return this.count('link', link.linkId, this.links, { reply, storing });
  }

  /** A request of a member, in any session: one that names no account of several counts for the first one. */
  async ofMember(
    { acting, session: { memberships } }: SignedIn,
    { operation, reply }: Omit<KnownRequest, 'address'>,
  ): Promise<void> {
    const bytes = bodyBytes(reply);
    const storing =
      this.testQuota.ofPerson(operation, memberships, bytes) ??
      (acting === null ? undefined : this.testQuota.ofAccount(operation, acting, bytes));
    const memberId = acting?.memberId ?? memberships[0]?.memberId;
    if (memberId !== undefined) await this.count('member', memberId, this.members, { reply, storing });
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
  private async count(policy: string, holder: string, budget: Budget, { reply, storing }: Counted): Promise<void> {
    const { quota, windowSeconds } = budget;
    const { isAllowed, left, waitMs, spent } = await this.buckets.take(`${policy}:${holder}`, budget, storing);
    const window = Math.ceil(windowSeconds);
    void reply
      .header(headers.rateLimitPolicy, `"${policy}";q=${quota};w=${window}`)
      .header(headers.rateLimit, `"${policy}";r=${left};t=${left < quota ? window : 0}`);
    if (spent !== undefined) throw quotaSpent(spent);
    if (!isAllowed) throw new PaygateError('rate_limited', { fields: { retryAfter: waitMs / 1_000 } });
  }
}

interface Counted {
  readonly reply: FastifyReply;
  readonly storing?: Storing | undefined;
}

/** An operation stores about as much as its body. */
function bodyBytes({ request: { body } }: FastifyReply): number {
  return ArrayBuffer.isView(body) ? body.byteLength : 0;
}

const perSecond = (quota: number): Budget => ({ quota, windowSeconds: 1 });
const perMinute = (quota: number): Budget => ({ quota, windowSeconds: 60 });
