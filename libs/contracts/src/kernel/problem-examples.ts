import type { ErrorCode } from '../errors/catalogue.js';
import { errorCatalogue } from '../errors/catalogue.js';

type Fields = Readonly<Record<string, string | number>>;

const bounds = { min: '100', max: '1000000', currencyExponent: 0 };
const ownFields: Partial<Record<ErrorCode, Fields>> = {
  amount_invalid: { currencyExponent: 0 },
  amount_too_small: bounds,
  amount_too_large: bounds,
  scope_missing: { scope: 'intents:read' },
  version_unknown: { knownVersions: '2026-11-20' },
  intent_unexpected_state: { currentStatus: 'COMPLETED' },
  intent_expired: { currentStatus: 'EXPIRED' },
  refund_exceeds_charge: { refundable: '3500' },
  refund_limit_reached: { max: '250000', usedAmount: '240000', renewsAt: '2026-11-20T23:00:00.000Z' },
  payout_limit_reached: { limit: 20, max: '10000000' },
  payout_destination_not_usable: { currentStatus: 'waiting', usableAt: '2026-11-22T10:00:00.000Z' },
  payout_destination_limit_reached: { limit: 10 },
  till_limit_reached: { limit: 50 },
  owner_lookup_limit_reached: { limit: 20, retryAfter: 30_600 },
  payout_batch_unexpected_state: { currentStatus: 'PROCESSING' },
  payout_batch_limit_reached: { limit: 2_000, max: '20000000' },
  payout_unexpected_state: { currentStatus: 'COMPLETED' },
  balance_insufficient: { available: '4900', pending: '0', owed: '0', missing: '100' },
  reference_exists: { intentId: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' },
  idempotency_key_in_use: { retryAfter: 1 },
  quota_spent: { intentsLeft: 0, bytesLeft: 61_204_330, renewsAt: '2026-11-21T00:00:00.000Z', retryAfter: 30_600 },
};

/** The fields that an error carries besides those of every problem document, with examples. */
export function exampleFields(code: ErrorCode): Fields {
  const { status } = errorCatalogue[code];
  return ownFields[code] ?? (status === 429 || status === 503 ? { retryAfter: status === 429 ? 30 : 1 } : {});
}
