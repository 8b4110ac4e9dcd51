import { Injectable } from '@nestjs/common';
import { Database, Logger, measureByQuery } from '@paygate/platform';
import { Counter, Registry } from 'prom-client';
import type { NoticeOutcome } from '../notices/notice.js';
import type { DueNotice } from './owner-notices.repository.js';

const outcomes: readonly NoticeOutcome[] = ['taken', 'unsupported', 'failed'];

/** The notice of an hour is stored before the hour has ended. */
const OLDEST = `SELECT greatest(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS value FROM owner_notice`;

/** The metrics of notices to owners, and a line in the log for each that reached nobody. */
@Injectable()
export class OwnerNoticeOutcomes {
  readonly #notices: Counter<'outcome'>;

  constructor(
    registry: Registry,
    database: Database,
    private readonly logger: Logger,
  ) {
    this.#notices = new Counter({
      name: 'paygate_owner_notices_total',
      help: 'Notices to owners: taken by otp, given up for want of a mail provider (unsupported), or after seven days (failed)',
      labelNames: ['outcome'],
      registers: [registry],
    });
    // an increase from nothing to 1 is invisible to Prometheus
    for (const outcome of outcomes) this.#notices.inc({ outcome }, 0);
    measureByQuery(registry, database, {
      name: 'paygate_owner_notice_oldest_seconds',
      help: 'Age of the oldest notice to an owner that otp has not taken; 0 when there is none',
      statement: { name: 'owner-notice-oldest', text: OLDEST },
    });
  }

  record({ act, notice, actId }: DueNotice, outcome: NoticeOutcome): void {
    this.#notices.inc({ outcome });
    if (outcome === 'taken') return;
    this.logger.error('a member was not notified', undefined, {
      merchantId: (act ?? notice)?.merchantId,
      type: act?.action ?? notice?.kind,
      eventId: actId,
      reason: outcome,
    });
  }
}
