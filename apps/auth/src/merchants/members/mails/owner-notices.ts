import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import type { DatabaseTransaction, Search } from '@paygate/platform';
import { JobScheduler, uuidV7 } from '@paygate/platform';
import { MemberMails } from './member-mails.js';
import { OwnerNoticeOutcomes } from './owner-notice-outcomes.js';
import type { DueNotice, NotedAct } from './owner-notices.repository.js';
import { OwnerNoticesRepository } from './owner-notices.repository.js';
import type { ToldAct } from './told-acts.js';
import { noticeOf } from './told-acts.js';

const EVERY_SECONDS = 1;
/** Notices that one run sends. They are sent at once, so that no answer is waited for longer than a notice's first pause. */
const BATCH = 20;
const GIVEN_UP_AFTER_SECONDS = 7 * 86_400;

/** Acts of one kind in an account and a day (UTC) of which its owners are notified: its members cause no more of our mails. */
const OF_A_KIND_PER_DAY = 20;

/**
 * Notifies every owner of an account of acts that decide where its money may go or who may act for it, of protection that is loosened, and
 * of refunds of much of its balance, where a mail provider is configured. A notice is stored with the record of its act, and sent until otp
 * takes it, for seven days: an owner is notified twice rather than not at all.
 */
@Injectable()
export class OwnerNotices implements OnApplicationBootstrap {
  #search: Search | undefined;

  constructor(
    private readonly notices: OwnerNoticesRepository,
    private readonly mails: MemberMails,
    private readonly outcomes: OwnerNoticeOutcomes,
    private readonly scheduler: JobScheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.#search = this.scheduler.search({
      name: 'owner-notices',
      everySeconds: EVERY_SECONDS,
      work: () => this.send(),
    });
  }

  /** Stores the notices of the acts of other services that have one. */
  async store(tx: Transaction, acts: readonly NotedAct[]): Promise<void> {
    const noted = acts.filter(({ payload }) => noticeOf(payload) !== undefined);
    if (noted.length === 0) return;
    await this.notices.add(tx, noted);
    tx.afterCommit(() => this.#search?.wake());
  }

  /** Stores the notice of an act of auth, if it has one, in the transaction of the act. It is sent within seconds. */
  async tell(tx: DatabaseTransaction, act: ToldAct, requestId: string): Promise<void> {
    const mail = noticeOf(act);
    if (mail === undefined) return;
    const isWithin = await this.notices.countOfDay(tx, `${act.merchantId}:${mail}`, OF_A_KIND_PER_DAY);
    if (isWithin) await this.notices.add(tx, [{ id: uuidV7(), requestId, payload: act }]);
  }

  /** Has otp mail the notices that are due, a batch of them. Resolves to the seconds until others are. */
  async send(): Promise<number | undefined> {
    const { notices, dueSeconds } = await this.notices.take(BATCH);
    await Promise.all(notices.map((notice) => this.#notify(notice)));
    return dueSeconds;
  }

  async #notify(notice: DueNotice): Promise<void> {
    const { actId, act, requestId, email, account, ageSeconds } = notice;
    const mail = noticeOf(act);
    if (mail === undefined) throw new Error(`a notice of ${act.action} was stored`);
    const { mode, destination, loosened, role } = act;
    const wanted = {
      ...{ mail, mode, email, account },
      ...(destination === undefined ? {} : { destination }),
      ...(loosened === undefined ? {} : { loosened }),
      ...(role === undefined ? {} : { role }),
    };
    const sent = await this.mails.notify(wanted, { requestId, causationId: actId });
    const outcome = sent.ok ? 'taken' : sent.code === 'channel_unsupported' ? 'unsupported' : 'failed';
    if (outcome === 'failed' && ageSeconds < GIVEN_UP_AFTER_SECONDS) return;
    await this.notices.delete(notice);
    this.outcomes.record(notice, outcome);
  }
}
