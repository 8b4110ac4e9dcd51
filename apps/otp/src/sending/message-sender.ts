import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import { retryDelaySeconds } from '../domain/send-schedule.js';
import { MessageComposer } from './message-composer.js';
import { MessageProviders } from './message-providers.js';
import type { SendJob } from './send-job.js';
import { NOBODY } from './send-job.js';
import { SendsRepository } from './sends.repository.js';

/** Messages on their way at one time; what comes on top waits in the table. */
const CONCURRENCY = 32;
/** The answer to who asked leaves first: the work of a hand-over would tell in its time that there is somebody to send to. */
const ANSWER_FIRST_MS = 20;

/**
 * Hands over messages that are committed: at once when they were recorded here, later when a provider or a process failed.
 * A crash after the provider took a message and before its row went hands it over a second time, under the same id.
 */
@Injectable()
export class MessageSender {
  readonly #underWay = new Set<Promise<void>>();

  constructor(
    private readonly sends: SendsRepository,
    private readonly composer: MessageComposer,
    private readonly providers: MessageProviders,
    private readonly logger: Logger,
  ) {}

  /** Begins to hand over a message that this process holds, and returns. With all hands full it is left to the sweep. */
  dispatch(job: SendJob): void {
    if (this.#underWay.size >= CONCURRENCY) return;
    const delivery = this.#deliver(job).finally(() => this.#underWay.delete(delivery));
    this.#underWay.add(delivery);
  }

  /** Takes over messages whose holder is gone or has given them back. */
  async sweep(): Promise<void> {
    const free = CONCURRENCY - this.#underWay.size;
    if (free > 0) for (const job of await this.sends.lease(free)) this.dispatch(job);
  }

  /** Removes messages whose code no longer works: no sweep takes them. */
  async forgetExpired(): Promise<void> {
    const expired = await this.sends.removeExpired();
    if (expired > 0) this.logger.warn('messages were not sent before their code expired', { count: expired });
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Never throws: a message that stays in the table is tried again. */
  async #deliver(job: SendJob): Promise<void> {
    try {
      await delay(ANSWER_FIRST_MS);
      await this.#handOver(job);
    } catch (error) {
      this.logger.error('a message could not be settled', error, { otpId: job.challengeId, attempt: job.attempt });
    }
  }

  async #handOver(job: SendJob): Promise<void> {
    const message = this.composer.open(job);
    if (message.to === NOBODY) return this.sends.remove(job);
    const outcome = await this.providers.handOver(job, message);
    if (outcome.kind === 'taken') return this.sends.remove(job);
    const seconds = outcome.kind === 'failed' ? retryDelaySeconds(job.attempt) : undefined;
    const { attempt, challengeId: otpId } = job;
    this.logger.warn(seconds === undefined ? 'a message was given up' : 'a message will be tried again', {
      ...{ otpId, attempt, reason: outcome.reason, state: outcome.kind },
    });
    return seconds === undefined ? this.sends.remove(job) : this.sends.retryAfter(job, seconds);
  }
}
