import type { Mode, Sealed } from '@paygate/contracts';

/** An enabled endpoint as it was read, with its secrets sealed. */
export interface SealedTarget {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly url: string;
  /** Every live secret, oldest first; none when the endpoint is deleted. */
  readonly sealed: readonly Sealed[];
  readonly ordered: boolean;
  /** Seconds before each retry; null for the usual schedule. */
  readonly retrySchedule: readonly number[] | null;
  /** Since its merchant has changed, paused or resumed it. */
  readonly unchangedSeconds: number;
  /** True when the last attempt has failed. */
  readonly isFailing: boolean;
  /** The time for which nothing may be sent; 0 when a probe may be sent, null when the breaker is closed. Seconds. */
  readonly breakerSeconds: number | null;
  /** The earliest time at which it was read, by `performance.now()`. */
  readonly readAtMs: number;
}

/** A SELECT of enabled endpoints `e`, as rows of {@link SealedTarget} without the time, which a condition may follow. */
export const SELECT_TARGETS = `
SELECT endpoint_id AS "endpointId", merchant_id AS "merchantId", mode, url, ordered, retry_schedule AS "retrySchedule",
  failures > 0 AS "isFailing", extract(epoch FROM clock_timestamp() - updated_at)::float8 AS "unchangedSeconds",
  CASE WHEN breaker_until IS NOT NULL THEN greatest(0, extract(epoch FROM breaker_until - clock_timestamp()))::float8 END
    AS "breakerSeconds",
  ARRAY(SELECT sealed_secret FROM webhook_secret s
    WHERE s.endpoint_id = e.endpoint_id AND (expires_at IS NULL OR expires_at > clock_timestamp())
    ORDER BY s.created_at, slot) AS sealed
FROM webhook_endpoint e WHERE state = 'enabled'`;
