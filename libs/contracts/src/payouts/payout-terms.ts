import { declineCodes } from '../payments/payment-intent.js';

/** Unicode characters of the reason of a payout, and of the name that an owner gives a destination. */
export const PAYOUT_REASON_MAX_CHARACTERS = 500;
export const DESTINATION_LABEL_MAX_CHARACTERS = 80;

/** Most payouts of one page. */
export const PAGE_MAX_PAYOUTS = 100;
/** Most destinations that a merchant has in a mode and has not revoked. */
export const DESTINATIONS_MAX = 10;
/** Most destinations that a list holds: the newest, those that were revoked included. */
export const DESTINATIONS_LISTED_MAX = 50;
/** The number of look-ups of number owners that a merchant may make in a day of Africa/Douala. */
export const OWNER_LOOKUPS_PER_DAY = 20;
/** The wait of a destination of live mode before its first payout. Hours. */
export const DESTINATION_WAIT_HOURS = 48;

export const payoutStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED'] as const;
/** The status of a payout: PENDING until it is sent to the operator. COMPLETED, FAILED and CANCELED are terminal. */
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payoutFailureCodes = [...declineCodes, 'destination_revoked'] as const;
/** The reason of a failed payout: one of its rail, or a destination that was revoked before the payout was sent. */
export type PayoutFailureCode = (typeof payoutFailureCodes)[number];

export const payoutSources = ['request', 'schedule', 'batch'] as const;
/** The origin of a payout. */
export type PayoutSource = (typeof payoutSources)[number];

export const destinationStatuses = ['waiting', 'usable', 'revoked'] as const;
export type DestinationStatus = (typeof destinationStatuses)[number];

export const payoutFrequencies = ['off', 'daily', 'weekly', 'amount'] as const;
/** The frequency of a schedule: `amount` as soon as there is enough, at most once a day. */
export type PayoutFrequency = (typeof payoutFrequencies)[number];
