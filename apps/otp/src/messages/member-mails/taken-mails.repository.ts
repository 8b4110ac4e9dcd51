import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@paygate/platform';
import type { SendJob } from '../sending/send-job.js';
import { SendsRepository } from '../sending/sends.repository.js';

const BATCH = 10_000;
/** Longer than auth tries to have a notice taken, which is seven days. */
const KEPT_DAYS = 10;

const HOUR_MS = 3_600_000;

/** Mails to members that were taken. auth asks again for one when it did not get the answer. */
@Injectable()
export class TakenMailsRepository {
  constructor(
    private readonly database: Database,
    private readonly sends: SendsRepository,
  ) {}

  /** Records a mail, to be sent within some hours; false when it was taken before. */
  record(mailId: string, job: SendJob, validHours: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [taken] = await tx.query<{ at: Date }>({
        name: 'taken-mail-add',
        text: `INSERT INTO taken_mail (mail_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING taken_at AS at`,
        values: [mailId],
      });
      if (taken === undefined) return false;
      await this.sends.record(tx, job, new Date(taken.at.getTime() + validHours * HOUR_MS), null);
      return true;
    });
  }

  async deleteExpired(): Promise<void> {
    await inBatches(BATCH, (most) =>
      this.database.execute({
        name: 'taken-mail-forget',
        text: `DELETE FROM taken_mail WHERE mail_id = ANY (ARRAY (SELECT mail_id FROM taken_mail
          WHERE taken_at < clock_timestamp() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [KEPT_DAYS, most],
      }),
    );
  }
}
