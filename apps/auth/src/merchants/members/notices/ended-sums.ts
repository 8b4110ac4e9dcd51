import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@paygate/messaging';
import { uuidV7 } from '@paygate/platform';
import { HandledPayments } from './handled-payments.js';
import type { DecidedNotice } from './notice.js';
import { NoticeQueue } from './notice-queue.js';
import type { EndedSum } from './notice-sums.repository.js';
import { NoticeSumsRepository } from './notice-sums.repository.js';

const BATCH = 100;
const LOCK = 'notice-sums';

/** Decides the notices of sums whose time has ended, once the payments of that time are handled: each goes out once, and complete. */
@Injectable()
export class EndedSums {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sums: NoticeSumsRepository,
    private readonly queue: NoticeQueue,
    private readonly handled: HandledPayments,
  ) {}

  /** Decides a batch of them. Of several instances one does. Throws when the broker does not answer, without which no notice goes out either. */
  async decide(): Promise<void> {
    if (!(await this.sums.hasEnded())) return;
    const handledTo = await this.handled.until();
    await this.unitOfWork.run(
      async (tx) => {
        const ended = await this.sums.takeEnded(tx, handledTo, BATCH);
        await this.queue.put(tx, ended.map(noticeOfSum));
      },
      {},
      LOCK,
    );
  }
}

function noticeOfSum({ memberId, merchantId, kind, channel, since, until, sums }: EndedSum): DecidedNotice {
  const id = uuidV7();
  const facts = { sums, from: since.toISOString(), until: until.toISOString() };
  // it counts for the day in which its time lies
  const at = new Date(until.getTime() - 1);
  return { eventId: id, requestId: id, merchantId, mode: 'live', kind, facts, at, to: { memberId, channel } };
}
