import type { Membership, Mode, Operation } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { SpentQuota, StoredADay, Storing } from './budget.js';

/** An operation as far as it stores something. */
export type StoringOperation = Pick<Operation, 'stores'>;

/** Changes that a person makes in a day to how they sign in, beside what the account stores. */
const PERSON_QUOTA: StoredADay = { objects: 100, bytes: 1_000_000 };

/**
 * The part of an account's quota that its visitors may take, in percent: whoever has no more than the publishable key, or a link, which
 * are public. Of the four requests of a payment three are theirs, and the rest is always the merchant's own.
 */
const VISITOR_PERCENT = 75;

/** What test accounts may store in a day: requests that store something, whatever they store, and the bytes of their bodies. */
export class TestQuota {
  private readonly visitorQuota: StoredADay;

  constructor(private readonly quota: StoredADay) {
    this.visitorQuota = { objects: shareOf(quota.objects), bytes: shareOf(quota.bytes) };
  }

  /** The part of an account's quota that a request takes; undefined in live mode, and for an operation that does not count in it. */
  ofAccount(
    { stores }: StoringOperation,
    { merchantId, mode }: { readonly merchantId: string; readonly mode: Mode },
    bytes: number,
  ): Storing | undefined {
    if (mode !== 'test' || stores?.bound !== 'account') return undefined;
    return { account: merchantId, quota: this.quota, bytes };
  }

  /** The same of a request of a visitor. */
  ofVisitor(...request: Parameters<TestQuota['ofAccount']>): Storing | undefined {
    const storing = this.ofAccount(...request);
    return storing === undefined ? undefined : { ...storing, visitorQuota: this.visitorQuota };
  }

  /** The same of a person none of whose accounts is active in live mode. Another person, and the account, keep their quotas. */
  ofPerson(
    { stores }: StoringOperation,
    memberships: readonly Pick<Membership, 'memberId' | 'liveActive'>[],
    bytes: number,
  ): Storing | undefined {
    if (stores?.bound !== 'person' || memberships.some(({ liveActive }) => liveActive)) return undefined;
    const [memberId] = memberships.map((each) => each.memberId).toSorted();
    return memberId === undefined ? undefined : { account: memberId, quota: PERSON_QUOTA, bytes };
  }
}

/** The refusal of a request for which a quota does not suffice. `intentsLeft`: the requests that may still store something today. */
export function quotaSpent({ objectsLeft: intentsLeft, bytesLeft, renewsAt, waitMs }: SpentQuota): PaygateError {
  const fields = { intentsLeft, bytesLeft, renewsAt: renewsAt.toISOString(), retryAfter: waitMs / 1_000 };
  return new PaygateError('quota_spent', {
    detail: `Today ${intentsLeft} more requests in test mode may store something, with ${bytesLeft} bytes in all.`,
    fields,
  });
}

const shareOf = (quota: number): number => Math.max(1, Math.floor((quota * VISITOR_PERCENT) / 100));
