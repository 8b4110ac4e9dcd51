import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel } from '@paygate/contracts';
import { TEST_INBOX_HOURS, TEST_INBOX_MAX } from '@paygate/contracts';
import { Database, inBatches } from '@paygate/platform';
import { DataSealer } from '../../data-sealer.js';
import type { Message } from './send-job.js';

/** A message of test mode that was recorded to be sent. */
export interface TestMessage {
  readonly id: string;
  readonly channel: OtpChannel;
  readonly message: Message;
  readonly sentAt: Date;
}

interface Row extends Omit<TestMessage, 'message'> {
  readonly sealedMessage: string;
}

/** Beyond the bound there are the few that were recorded at the same time, or more after a change of the bound. */
const PRUNED_AT_ONCE = 200;
const BATCH = 10_000;

/** The merchant in whose test inbox a message is kept; null for a message of live mode. */
export function inboxOf({ merchantId, mode }: { readonly merchantId: string; readonly mode: Mode }): string | null {
  return mode === 'test' ? merchantId : null;
}

/** The newest messages of test mode by merchant, sealed as they wait to be sent. {@link testMessageSql} records them. */
@Injectable()
export class TestMessagesRepository {
  constructor(
    private readonly database: Database,
    private readonly sealer: DataSealer,
  ) {}

  /** Newest first. Messages without a recipient are among them. */
  async newest(merchantId: string): Promise<readonly TestMessage[]> {
    const rows = await this.database.query<Row>({
      name: 'otp-test-messages',
      text: `SELECT id, channel, sealed_message AS "sealedMessage", sent_at AS "sentAt" FROM otp_test_message
        WHERE merchant_id = $1 AND sent_at > clock_timestamp() - make_interval(hours => $2) ORDER BY id DESC LIMIT $3`,
      values: [merchantId, TEST_INBOX_HOURS, TEST_INBOX_MAX],
    });
    return rows.map(({ sealedMessage, ...row }) => ({
      ...row,
      message: JSON.parse(this.sealer.open(sealedMessage, 'otp_send.message', row.id)) as Message,
    }));
  }

  /** Deletes messages after their time. */
  async deleteExpired(): Promise<void> {
    await inBatches(BATCH, (most) =>
      this.database.execute({
        name: 'otp-delete-test-messages',
        text: `DELETE FROM otp_test_message WHERE ctid = ANY (ARRAY (SELECT ctid FROM otp_test_message
          WHERE sent_at < (SELECT clock_timestamp()) - make_interval(hours => $1) LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [TEST_INBOX_HOURS, most],
      }),
    );
  }
}

/** Table expressions that keep the messages of `rows` in the test inboxes of merchants, in the place of the oldest ones. */
export function testMessageSql(rows: string): string {
  const ofMerchant = 'FROM otp_test_message WHERE merchant_id = inbox_of';
  return `kept_for_test AS (
      INSERT INTO otp_test_message (merchant_id, id, mode, channel, sealed_message)
      SELECT inbox_of, send_id, mode, channel, sealed_message FROM ${rows} WHERE inbox_of IS NOT NULL),
    inbox AS (SELECT DISTINCT inbox_of FROM ${rows} WHERE inbox_of IS NOT NULL),
    pruned AS (DELETE FROM otp_test_message
      WHERE merchant_id = ANY (ARRAY (SELECT inbox_of FROM inbox)) AND id = ANY (ARRAY (
        SELECT oldest.id FROM inbox CROSS JOIN LATERAL (
          SELECT id ${ofMerchant} AND id <= (SELECT id ${ofMerchant} ORDER BY id DESC OFFSET ${TEST_INBOX_MAX - 1} LIMIT 1)
          LIMIT ${PRUNED_AT_ONCE} FOR UPDATE SKIP LOCKED) AS oldest)))`;
}
