import { Injectable } from '@nestjs/common';
import type { Mode, Sealed } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { SecretSealer } from '../secret-sealer.js';

/**
 * A POST begins with what was read of its endpoint so long ago at most, or with a read made for it. A change of an endpoint is answered after
 * that time, so that it applies to every POST that begins after the answer.
 */
export const TARGET_FRESH_MS = 200;

/** An enabled endpoint, as its deliveries need it. */
export interface Target {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly url: string;
  /** Every live secret, oldest first: each one signs. */
  readonly secrets: readonly string[];
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

interface TargetRow extends Omit<Target, 'secrets' | 'readAtMs'> {
  readonly sealed: readonly Sealed[];
}

@Injectable()
export class TargetsRepository {
  constructor(
    private readonly database: Database,
    private readonly sealer: SecretSealer,
  ) {}

  /** An endpoint, if it is enabled and has secrets, which are deleted with it. */
  async find(endpointId: string): Promise<Target | undefined> {
    const readAtMs = performance.now();
    const [row] = await this.database.query<TargetRow>({
      name: 'target-find',
      text: `SELECT endpoint_id AS "endpointId", merchant_id AS "merchantId", mode, url, ordered, retry_schedule AS "retrySchedule",
          failures > 0 AS "isFailing", extract(epoch FROM clock_timestamp() - updated_at)::float8 AS "unchangedSeconds",
          CASE WHEN breaker_until IS NOT NULL THEN greatest(0, extract(epoch FROM breaker_until - clock_timestamp()))::float8 END
            AS "breakerSeconds",
          ARRAY(SELECT sealed_secret FROM webhook_secret s
            WHERE s.endpoint_id = e.endpoint_id AND (expires_at IS NULL OR expires_at > clock_timestamp())
            ORDER BY s.created_at, slot) AS sealed
        FROM webhook_endpoint e WHERE endpoint_id = $1 AND state = 'enabled'`,
      values: [endpointId],
    });
    if (row === undefined || row.sealed.length === 0) return undefined;
    const { sealed, ...target } = row;
    return {
      ...target,
      readAtMs,
      secrets: sealed.map((secret) => this.sealer.open(secret, 'webhook_secret.sealed_secret', endpointId)),
    };
  }

  /** An endpoint as it is, but with its failures as they were: these are read when a slice begins. */
  async current(target: Target): Promise<Target | undefined> {
    const { endpointId, isFailing, breakerSeconds } = target;
    if (performance.now() - target.readAtMs < TARGET_FRESH_MS) return target;
    const found = await this.find(endpointId);
    return found && { ...found, isFailing, breakerSeconds };
  }

  /**
   * Takes the right to probe an endpoint whose breaker was open: one worker has it until the pause given ends.
   * @returns false when another worker has it, or nothing is due
   */
  async takeProbe(endpointId: string, seconds: number): Promise<boolean> {
    const taken = await this.database.execute({
      name: 'probe-take',
      text: `UPDATE webhook_endpoint e SET breaker_until = clock_timestamp() + make_interval(secs => $2)
        WHERE endpoint_id = $1 AND breaker_until <= clock_timestamp() AND EXISTS (
          SELECT FROM webhook_delivery d WHERE d.endpoint_id = $1 AND d.state = 'pending' AND d.next_at <= clock_timestamp())`,
      values: [endpointId, seconds],
    });
    return taken > 0;
  }
}
