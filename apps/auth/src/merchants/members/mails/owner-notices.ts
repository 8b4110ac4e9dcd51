import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { MerchantActed, OwnerNotice } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { Search } from '@paygate/platform';
import { JobScheduler } from '@paygate/platform';
import { MemberMails } from './member-mails.js';
import { OwnerNoticeOutcomes } from './owner-notice-outcomes.js';
import type { DueNotice, NotedAct } from './owner-notices.repository.js';
import { OwnerNoticesRepository } from './owner-notices.repository.js';

const EVERY_SECONDS = 1;
/** Notices that one run sends. They are sent at once, so that no answer is waited for longer than a notice's first pause. */
const BATCH = 20;
const GIVEN_UP_AFTER_SECONDS = 7 * 86_400;

const noticeOf = new Map<MerchantActed['action'], OwnerNotice>([
  ['payout_destination.registered', 'payout_destination_added'],
  ['payout_destination.revoked', 'payout_destination_revoked'],
]);

/**
 * Notifies every owner of an account of acts that decide where its money may go, where a mail provider is configured. A notice is stored
 * with the record of its act, and sent until otp takes it, for seven days: an owner is notified twice rather than not at all.
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

  /** Stores the notices of the acts that have one. */
  async store(tx: Transaction, acts: readonly NotedAct[]): Promise<void> {
    const noted = acts.filter(({ payload }) => noticeOf.has(payload.action));
    if (noted.length === 0) return;
    await this.notices.add(tx, noted);
    tx.afterCommit(() => this.#search?.wake());
  }

  /** Has otp mail the notices that are due, a batch of them. Resolves to the seconds until others are. */
  async send(): Promise<number | undefined> {
    const { notices, dueSeconds } = await this.notices.take(BATCH);
    await Promise.all(notices.map((notice) => this.#notify(notice)));
    return dueSeconds;
  }

  async #notify(notice: DueNotice): Promise<void> {
    const { actId, act, requestId, email, account, ageSeconds } = notice;
    const mail = noticeOf.get(act.action);
    if (mail === undefined) throw new Error(`a notice of ${act.action} was stored`);
    const { mode, destination } = act;
    const wanted = { mail, mode, email, account, ...(destination === undefined ? {} : { destination }) };
    const sent = await this.mails.notify(wanted, { requestId, causationId: actId });
    const outcome = sent.ok ? 'taken' : sent.code === 'channel_unsupported' ? 'unsupported' : 'failed';
    if (outcome === 'failed' && ageSeconds < GIVEN_UP_AFTER_SECONDS) return;
    await this.notices.delete(notice);
    this.outcomes.record(notice, outcome);
  }
}
