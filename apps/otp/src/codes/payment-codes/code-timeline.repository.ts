import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, OtpChannel, TimelineEntry } from '@paygate/contracts';
import { TIMELINE_MAX_ENTRIES } from '@paygate/contracts';
import { Database } from '@paygate/platform';

interface Row {
  readonly channel: OtpChannel;
  readonly sends: number;
  readonly createdAt: Date;
  readonly sentAt: Date;
  readonly consumedAt: Date | null;
}

/** The codes of payments, as their merchants see them: when they were sent and verified. */
@Injectable()
export class CodeTimelineRepository {
  constructor(private readonly database: Database) {}

  /** The codes of an intent: the first and the latest send of each challenge are known. */
  async ofIntent({ intentId, merchantId, mode }: IntentOfMerchant): Promise<readonly TimelineEntry[]> {
    const rows = await this.database.query<Row>({
      name: 'otp-of-intent',
      text: `SELECT channel, sends, created_at AS "createdAt", sent_at AS "sentAt", consumed_at AS "consumedAt"
        FROM (SELECT * FROM otp_challenge WHERE intent_id = $1 OFFSET 0) AS challenge
        WHERE merchant_id = $2 AND mode = $3 ORDER BY created_at DESC LIMIT $4`,
      values: [intentId, merchantId, mode, TIMELINE_MAX_ENTRIES],
    });
    return rows.flatMap(entriesOf);
  }
}

/** Without the id of the challenge: whoever knows it may check and renew its code. */
function entriesOf({ channel, sends, createdAt, sentAt, consumedAt }: Row): readonly TimelineEntry[] {
  const sent = { type: 'otp.sent', channel } as const;
  return [
    { ...sent, at: createdAt.toISOString(), attempt: 1 },
    ...(sends > 1 ? [{ ...sent, at: sentAt.toISOString(), attempt: sends }] : []),
    ...(consumedAt === null ? [] : [{ type: 'otp.verified' as const, at: consumedAt.toISOString() }]),
  ];
}
