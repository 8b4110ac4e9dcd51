import { Injectable } from '@nestjs/common';
import type { Queryable, RowColumn } from '@paygate/platform';
import { Database, RowColumns } from '@paygate/platform';
import { OtpConfig } from '../../config.js';
import type { SendJob } from './send-job.js';
import { testMessageSql } from './test-messages.repository.js';

/** A message to record. */
export interface RecordedSend {
  readonly job: SendJob;
  readonly expiresAt: Date;
  /** The merchant in whose test inbox the message is kept; null for none. */
  readonly inboxOf: string | null;
}

/** Messages that were taken over. */
export interface LeasedSends {
  readonly jobs: readonly SendJob[];
  /** The time until the first lease ends, as it was before; undefined when no message waits. Seconds. */
  readonly dueSeconds: number | undefined;
}

const REMOVED_AT_ONCE = 2_000;
/** Providers that one hand-over may try in turn. */
const PROVIDERS_IN_TURN = 2;
/** Beyond their time-outs, so that two instances never hand over one message at one time. */
const LEASE_MARGIN_SECONDS = 5;

/** Messages that wait. The instance that records one holds it for the length of a lease, then any instance may take it over. */
@Injectable()
export class SendsRepository {
  readonly #leaseSeconds: number;
  readonly #columns = new RowColumns<RecordedSend>(this.columns((send: RecordedSend) => send));

  constructor(
    private readonly database: Database,
    config: OtpConfig,
  ) {
    this.#leaseSeconds = Math.ceil((PROVIDERS_IN_TURN * config.OTP_SEND_TIMEOUT_MS) / 1000) + LEASE_MARGIN_SECONDS;
  }

  /**
   * Records a message, in the place of others with earlier codes of its challenge, and keeps it in the test inbox of the merchant
   * `inboxOf`, if there is one.
   */
  async record(queryable: Queryable, job: SendJob, expiresAt: Date, inboxOf: string | null): Promise<void> {
    await queryable.execute({
      name: 'otp-record-send',
      text: `WITH ${this.#columns.sql('message')}, ${sendSql('message')} SELECT`,
      values: this.#columns.values([{ job, expiresAt, inboxOf }]),
    });
  }

  /** The columns of {@link sendSql}. */
  columns<Row>(of: (row: Row) => RecordedSend): readonly RowColumn<Row>[] {
    return [
      ['send_id', 'uuid', (row) => of(row).job.id],
      ['challenge_id', 'text', (row) => of(row).job.challengeId],
      ['mode', 'text', (row) => of(row).job.mode],
      ['channel', 'text', (row) => of(row).job.channel],
      ['sealed_message', 'text', (row) => of(row).job.sealedMessage],
      ['attempt', 'smallint', (row) => of(row).job.attempt],
      ['lease_seconds', 'integer', () => this.#leaseSeconds],
      ['expires_at', 'timestamptz', (row) => of(row).expiresAt],
      ['inbox_of', 'text', (row) => of(row).inboxOf],
    ];
  }

  /** Takes over messages that are due and whose lease has ended. */
  async lease(limit: number): Promise<LeasedSends> {
    const rows = await this.database.query<(SendJob | { id: null }) & { readonly dueSeconds: number | null }>({
      name: 'otp-lease-sends',
      text: `WITH leased AS (UPDATE otp_send SET attempt = attempt + 1, leased_until = clock_timestamp() + make_interval(secs => $1)
        WHERE id = ANY (ARRAY (SELECT id FROM otp_send WHERE leased_until < clock_timestamp() AND expires_at > clock_timestamp()
          ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
        RETURNING id, challenge_id AS "challengeId", mode, channel, sealed_message AS "sealedMessage", attempt)
        SELECT leased.*, (SELECT extract(epoch FROM min(leased_until) - clock_timestamp())::float8 FROM otp_send
          WHERE expires_at > clock_timestamp()) AS "dueSeconds"
        FROM (SELECT) AS always LEFT JOIN leased ON true`,
      values: [this.#leaseSeconds, limit],
    });
    return { jobs: rows.filter((row) => row.id !== null), dueSeconds: rows[0]?.dueSeconds ?? undefined };
  }

  /** Begins the lease of a message anew; false when another instance has it. */
  async renew(job: SendJob): Promise<boolean> {
    const renewed = await this.database.execute({
      name: 'otp-renew-send',
      text: `UPDATE otp_send SET leased_until = clock_timestamp() + make_interval(secs => $3)
        WHERE id = $1 AND attempt = $2 AND expires_at > clock_timestamp()`,
      values: [job.id, job.attempt, this.#leaseSeconds],
    });
    return renewed === 1;
  }

  /** Removes a message that was delivered or given up. */
  async remove(job: SendJob): Promise<void> {
    await this.database.execute({
      name: 'otp-remove-send',
      text: 'DELETE FROM otp_send WHERE id = $1',
      values: [job.id],
    });
  }

  /** Releases a message, to be tried again after a while. */
  async retryAfter(job: SendJob, seconds: number): Promise<void> {
    await this.database.execute({
      name: 'otp-retry-send',
      text: `UPDATE otp_send SET leased_until = clock_timestamp() + make_interval(secs => $3) WHERE id = $1 AND attempt = $2`,
      values: [job.id, job.attempt, seconds],
    });
  }

  /** Removes messages whose code no longer works, a bounded number; returns how many. */
  removeExpired(): Promise<number> {
    return this.database.execute({
      name: 'otp-remove-expired-sends',
      text: `DELETE FROM otp_send WHERE id = ANY (ARRAY (SELECT id FROM otp_send
        WHERE expires_at <= clock_timestamp() LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED))`,
    });
  }
}

/**
 * Table expressions that record the messages of `rows` in the place of others with earlier codes of their challenges, and keep them in
 * test inboxes. `rows` has the columns of {@link SendsRepository.columns}.
 */
export function sendSql(rows: string): string {
  return `replaced AS (
      DELETE FROM otp_send WHERE id = ANY (ARRAY (
        SELECT id FROM otp_send WHERE challenge_id = ANY (ARRAY (SELECT challenge_id FROM ${rows})) ORDER BY id FOR UPDATE))),
    queued AS (
      INSERT INTO otp_send (id, challenge_id, mode, channel, sealed_message, attempt, leased_until, expires_at)
      SELECT send_id, challenge_id, mode, channel, sealed_message, attempt,
        clock_timestamp() + make_interval(secs => lease_seconds), expires_at FROM ${rows}),
    ${testMessageSql(rows)}`;
}
