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
import { isChosen, noticeOf } from './told-acts.js';

const EVERY_SECONDS = 1;
/** Notices that one run sends. They are sent at once, so that no answer is waited for longer than a notice's first pause. */
const BATCH = 20;
const GIVEN_UP_AFTER_SECONDS = 7 * 86_400;

/** Acts of one kind in an account and a day (UTC) of which its members are notified: they cause no more of our mails. */
const OF_A_KIND_PER_DAY = 20;

/**
 * Notifies every owner of an account of acts that decide where its money may go or who may act for it, of protection that is loosened, and
 * of refunds of much of its balance, and the members who choose it of payouts that failed, where a mail provider is configured. A notice is
 * stored with the record of its act, and sent until otp takes it, for seven days: a member is notified twice rather than not at all.
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
    const noted: NotedAct[] = [];
    for (const act of acts) if (await this.#isNoted(tx, act.payload)) noted.push(act);
    if (noted.length === 0) return;
    await this.notices.add(tx, noted);
    tx.afterCommit(() => this.#search?.wake());
  }

  /** Stores the notice of an act of auth, if it has one, in the transaction of the act. It is sent within seconds. */
  async tell(tx: DatabaseTransaction, act: ToldAct, requestId: string): Promise<void> {
    if (noticeOf(act) === undefined || !(await this.#countsOfDay(tx, act))) return;
    await this.notices.add(tx, [{ id: uuidV7(), requestId, payload: act }]);
  }

  /** Has otp mail the notices that are due, a batch of them. Resolves to the seconds until others are. */
  async send(): Promise<number | undefined> {
    const { notices, dueSeconds } = await this.notices.take(BATCH);
    await Promise.all(notices.map((notice) => this.#notify(notice)));
    return dueSeconds;
  }

  /** True when members are notified of an act of another service: of the first ones of a day where it can be one of many. */
  async #isNoted(tx: DatabaseTransaction, act: ToldAct): Promise<boolean> {
    if (isChosen(act)) return this.#countsOfDay(tx, act);
    return noticeOf(act) !== undefined;
  }

  /** Counts an act; false when its account has had the notices of its kind for today. */
  #countsOfDay(tx: DatabaseTransaction, act: ToldAct): Promise<boolean> {
    return this.notices.countOfDay(tx, `${act.merchantId}:${String(noticeOf(act))}`, OF_A_KIND_PER_DAY);
  }

  async #notify(notice: DueNotice): Promise<void> {
    const { actId, act, requestId, email, account, ageSeconds } = notice;
    const mail = noticeOf(act);
    if (mail === undefined) throw new Error(`a notice of ${act.action} was stored`);
    // switched off, or no member any more, since it was stored
    if (isChosen(act) && !notice.isChoosing) return this.notices.delete(notice);
    const { mode, destination, payout, loosened, role } = act;
    const wanted = {
      ...{ mail, mode, email, account },
      ...(destination === undefined ? {} : { destination }),
      ...(payout === undefined ? {} : { payout }),
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
