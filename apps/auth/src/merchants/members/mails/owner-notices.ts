import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import { uuidV7 } from '@paygate/platform';
import { NoticeQueue } from '../notices/notice-queue.js';

import { OwnerNoticesRepository } from './owner-notices.repository.js';
import { NoticeSending } from './notice-sending.js';
import type { NotedAct } from './told-acts.js';
import { chosenNoticeOf, noticeOf } from './told-acts.js';

/** Acts of one kind in an account and a day (UTC) of which its owners get a notice each. Of further ones they get one an hour, with their number. */
const OF_A_KIND_PER_DAY = 20;

/**
 * Notifies every owner of an account of acts that decide where its money may go or who may act for it, of protection that is loosened, and
 * of refunds of much of its balance, and the members who choose it of other acts. A notice is stored with the record of its act.
 */
@Injectable()
export class OwnerNotices {
  constructor(
    private readonly notices: OwnerNoticesRepository,
    private readonly queue: NoticeQueue,
    private readonly sending: NoticeSending,
  ) {}

  /** Stores the notices of the acts of other services that have one. */
  async store(tx: Transaction, acts: readonly NotedAct[]): Promise<void> {
    const mailed = acts.filter(({ payload }) => noticeOf(payload) !== undefined);
    if (mailed.length > 0) {
      await this.notices.add(tx, mailed);
      tx.afterCommit(() => {
        this.sending.wake();
      });
    }
    await this.queue.put(
      tx,
      acts.map(chosenNoticeOf).filter((notice) => notice !== undefined),
    );
  }

  /** Stores the notices of an act of auth, if it has any, in the transaction of the act. They are sent within seconds. */
  async tell(tx: DatabaseTransaction, { payload, requestId }: Pick<NotedAct, 'payload' | 'requestId'>): Promise<void> {
    const act = { id: uuidV7(), requestId, payload };
    const notice = noticeOf(payload);
    const source = `${payload.merchantId}:${String(notice)}`;
    if (notice !== undefined) {
      if (await this.notices.countOfDay(tx, source, OF_A_KIND_PER_DAY)) await this.notices.add(tx, [act]);
      else await this.notices.addFurther(tx, act, notice);
    }
    await this.queue.put(
      tx,
      [chosenNoticeOf(act)].filter((chosen) => chosen !== undefined),
    );
  }
}
