import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Search } from '@paygate/platform';
import { JobScheduler } from '@paygate/platform';
import { NoticeChannels } from '../notices/notice-channels.js';
import { OwnerNoticeOutcomes } from './owner-notice-outcomes.js';
import type { DueNotice } from './owner-notices.repository.js';
import { OwnerNoticesRepository } from './owner-notices.repository.js';

const EVERY_SECONDS = 1;
/** Notices that one run sends. They are sent at once, so that no answer is waited for longer than a notice's first pause. */
const BATCH = 20;
const GIVEN_UP_AFTER_SECONDS = 7 * 86_400;

/** Sends each notice until its channel takes it, for seven days: a member is notified twice rather than not at all. */
@Injectable()
export class NoticeSending implements OnApplicationBootstrap {
  #search: Search | undefined;

  constructor(
    private readonly notices: OwnerNoticesRepository,
    private readonly channels: NoticeChannels,
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

  /** Looks for notices at once. */
  wake(): void {
    this.#search?.wake();
  }

  /** Sends the notices that are due, a batch of them. Resolves to the seconds until others are. */
  async send(): Promise<number | undefined> {
    const { notices, dueSeconds } = await this.notices.take(BATCH);
    await Promise.all(notices.map((notice) => this.#notify(notice)));
    return dueSeconds;
  }

  async #notify(notice: DueNotice): Promise<void> {
    // switched off, or no member any more, since it was stored
    if (notice.act === undefined && notice.member === undefined) return this.notices.delete(notice);
    const outcome = await this.channels.send(notice);
    if (outcome === 'failed' && notice.ageSeconds < GIVEN_UP_AFTER_SECONDS) return;
    await this.notices.delete(notice);
    this.outcomes.record(notice, outcome);
  }
}
