import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { OtpConfig } from '../config.js';
import { sendLeaseSeconds } from '../limits.js';
import type { SendJob } from './send-job.js';

const REMOVED_AT_ONCE = 2_000;

/** Messages that wait. Whoever records one holds it for the length of a lease, then any instance may take it over. */
@Injectable()
export class SendsRepository {
  readonly #leaseSeconds: number;

  constructor(
    private readonly database: Database,
    config: OtpConfig,
  ) {
    this.#leaseSeconds = sendLeaseSeconds(config);
  }

  /** Records a message, in the place of others with earlier codes of its challenge. */
  async record(tx: DatabaseTransaction, job: SendJob, expiresAt: Date): Promise<void> {
    await tx.execute({
      name: 'otp-record-send',
      text: `WITH replaced AS (DELETE FROM otp_send WHERE challenge_id = $2)
        INSERT INTO otp_send (id, challenge_id, mode, channel, sealed_message, attempt, leased_until, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, otp_now() + make_interval(secs => $7), $8)`,
      values: [
        ...[job.id, job.challengeId, job.mode, job.channel, job.sealedMessage, job.attempt],
        ...[this.#leaseSeconds, expiresAt],
      ],
    });
  }

  /** Takes over messages that are due and held by nobody. */
  lease(limit: number): Promise<SendJob[]> {
    return this.database.query<SendJob>({
      name: 'otp-lease-sends',
      text: `UPDATE otp_send SET attempt = attempt + 1, leased_until = otp_now() + make_interval(secs => $1)
        WHERE id = ANY (ARRAY (SELECT id FROM otp_send WHERE leased_until < clock_timestamp() AND expires_at > clock_timestamp()
          ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
        RETURNING id, challenge_id AS "challengeId", mode, channel, sealed_message AS "sealedMessage", attempt`,
      values: [this.#leaseSeconds, limit],
    });
  }

  /** The message has gone, or never will. */
  async remove(job: SendJob): Promise<void> {
    await this.database.execute({
      name: 'otp-remove-send',
      text: 'DELETE FROM otp_send WHERE id = $1',
      values: [job.id],
    });
  }

  /** Gives a message back, to be tried after a while. */
  async retryAfter(job: SendJob, seconds: number): Promise<void> {
    await this.database.execute({
      name: 'otp-retry-send',
      text: `UPDATE otp_send SET leased_until = otp_now() + make_interval(secs => $3) WHERE id = $1 AND attempt = $2`,
      values: [job.id, job.attempt, seconds],
    });
  }

  /** Removes messages whose code no longer works, a bounded number; answers how many. */
  removeExpired(): Promise<number> {
    return this.database.execute({
      name: 'otp-remove-expired-sends',
      text: `DELETE FROM otp_send WHERE id = ANY (ARRAY (SELECT id FROM otp_send
        WHERE expires_at <= clock_timestamp() LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED))`,
    });
  }
}
