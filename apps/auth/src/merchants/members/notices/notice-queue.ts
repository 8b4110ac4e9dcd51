import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import { NoticeSending } from '../mails/notice-sending.js';
import { DecidedNoticesRepository } from './decided-notices.repository.js';
import type { DecidedNotice } from './notice.js';
import { NoticeChannels } from './notice-channels.js';

/** A transaction, which may be one that runs work after its commit. */
type NoticeTransaction = DatabaseTransaction & Partial<Pick<Transaction, 'afterCommit'>>;

/** The one way in of notices that members choose. */
@Injectable()
export class NoticeQueue {
  constructor(
    private readonly decided: DecidedNoticesRepository,
    private readonly channels: NoticeChannels,
    private readonly sending: NoticeSending,
  ) {}

  /** True when a channel carries notices of a mode. */
  carries(mode: Mode): boolean {
    return this.channels.all.some(({ modes }) => modes.includes(mode));
  }

  /**
   * Has decided notices go to the members who chose them, by each channel that they chose (`NoticeChannel` says how one joins), within seconds of
   * the commit of `tx`. A member who has stopped them, may not read them or has left by then gets none.
   */
  async put(tx: NoticeTransaction, notices: readonly DecidedNotice[]): Promise<void> {
    if (notices.length === 0) return;
    await this.decided.add(tx, notices, this.channels.all);
    tx.afterCommit?.(() => {
      this.sending.wake();
    });
  }
}
