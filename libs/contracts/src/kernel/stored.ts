/** What requests leave in storage, with the days after which it is deleted at most in test mode; null: it stays. */
export const storedFor = {
  api_key: null,
  audit_record: null,
  charge: null,
  code: 30,
  event: 30,
  idempotency_record: 30,
  live_request: null,
  logo: null,
  mail_token: 30,
  member: null,
  message: 30,
  metadata: 30,
  payment_intent: 30,
  payment_link: null,
  payout: null,
  payout_destination: null,
  refund: null,
  session: 30,
  setting: null,
  till: null,
  top_up: null,
  user: null,
  webhook_endpoint: null,
  withdrawal: null,
} as const satisfies Readonly<Record<string, number | null>>;

export type StoredThing = keyof typeof storedFor;

/**
 * What an operation stores, and what bounds it in test mode: the quota of the account (`account`), a quota of the person beside it
 * (`person`), the network of a caller who has no account yet (`address`), or nothing, because it ends what was counted when it was made
 * (`ended`) or stores nothing at all (`nothing`).
 */
export interface Stores {
  readonly bound: 'account' | 'person' | 'address' | 'ended' | 'nothing';
  readonly things: readonly StoredThing[];
}

const boundBy =
  (bound: Stores['bound']) =>
  (...things: readonly StoredThing[]): Stores => ({ bound, things });

/** An operation that stores something for an account: it counts in the account's quota of test mode, and is refused when that is spent. */
export const counted = boundBy('account');

/** A change of how a person signs in, which no spent quota of an account prevents. */
export const ofPerson = boundBy('person');

/** A request of somebody who has no account or session yet. */
export const ofAddress = boundBy('address');

/**
 * An operation that ends one thing, once: a repetition stores nothing. It is never refused for a quota, so that a leaked key can be revoked
 * after it has spent the quota.
 */
export const ending = boundBy('ended');

/** An operation that stores nothing, although it has a body or is no GET. */
export const storesNothing: Stores = { bound: 'nothing', things: [] };
