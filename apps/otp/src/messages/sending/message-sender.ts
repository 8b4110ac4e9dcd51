import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel } from '@paygate/contracts';
import type { JobScheduler, Search } from '@paygate/platform';
import { Logger } from '@paygate/platform';
import { DataSealer } from '../../data-sealer.js';
import { MessageProviders } from './message-providers.js';
import { retryDelaySeconds } from './retry-schedule.js';
import type { Message, SendJob } from './send-job.js';
import { NOBODY } from './send-job.js';
import { SendsRepository } from './sends.repository.js';

/** Messages being handed over at one time. */
const CONCURRENCY = 32;
/** Messages that wait for one of these places, in the order of their arrival; beyond them they wait in the table for a sweep. */
const QUEUE = 1_000;
/** A message that has waited longer begins a lease of its own, so that its hand-over ends within it. */
const LEASE_KEPT_MS = 2_000;
/** The caller is answered first: otherwise the time of the answer would reveal whether a message is sent. */
const ANSWER_FIRST_MS = 20;

/**
 * Hands recorded messages to a provider: immediately after the commit, or later if a provider or a process failed. If
 * the process crashes after the provider accepted a message and before its row is removed, the message is sent again under the
 * same id.
 */
@Injectable()
export class MessageSender {
  readonly #underWay = new Set<Promise<void>>();
  #search: Search | undefined;
  readonly #waiting: { readonly job: SendJob; readonly sinceMs: number }[] = [];

  constructor(
    private readonly sends: SendsRepository,
    private readonly sealer: DataSealer,
    private readonly providers: MessageProviders,
    private readonly logger: Logger,
  ) {}

  /** True when messages of this kind can be sent at all. */
  offers(mode: Mode, channel: OtpChannel): boolean {
    return this.providers.offers(mode, channel);
  }

  /** True when a message about a payment reaches somebody. */
  offersOfPayment(mode: Mode, channel: OtpChannel): boolean {
    return this.providers.offersOfPayment(mode, channel);
  }

  /** A message about to be recorded, sealed. */
  jobOf(route: Pick<SendJob, 'id' | 'challengeId' | 'mode' | 'channel'>, message: Message): SendJob {
    const sealedMessage = this.sealer.seal(JSON.stringify(message), 'otp_send.message', route.id);
    return { ...route, attempt: 1, sealedMessage };
  }

  /** Starts to send a message that this process has recorded, or queues it, and returns. */
  dispatch(job: SendJob): void {
    if (this.#waiting.length >= QUEUE) return;
    this.#waiting.push({ job, sinceMs: performance.now() });
    this.#fill();
  }

  /** Begins to take over messages whose lease has ended: when it ends, and from others. */
  start(scheduler: JobScheduler): void {
    this.#search = scheduler.search({ name: 'message-sweep', everySeconds: 1, work: () => this.sweep() });
  }

  /** Resolves to the seconds until another lease ends. */
  async sweep(): Promise<number | undefined> {
    const free = CONCURRENCY - this.#underWay.size - this.#waiting.length;
    if (free <= 0) return 0;
    const { jobs, dueSeconds } = await this.sends.lease(free);
    for (const job of jobs) this.dispatch(job);
    return dueSeconds;
  }

  /** Removes messages whose code no longer works: no sweep takes them. */
  async deleteExpired(): Promise<void> {
    const expired = await this.sends.removeExpired();
    if (expired > 0) this.logger.warn('messages were not sent before their code expired', { count: expired });
  }

  /** Resolves when nothing is being handed over. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #fill(): void {
    while (this.#underWay.size < CONCURRENCY) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      const delivery = this.#deliver(next.job, next.sinceMs).finally(() => {
        this.#underWay.delete(delivery);
        this.#fill();
      });
      this.#underWay.add(delivery);
    }
  }

  /** Never throws: a message that stays in the table is tried again. */
  async #deliver(job: SendJob, sinceMs: number): Promise<void> {
    try {
      await delay(ANSWER_FIRST_MS);
      const mayHandOver = performance.now() - sinceMs < LEASE_KEPT_MS || (await this.sends.renew(job));
      if (mayHandOver) await this.#handOver(job);
    } catch (error) {
      this.logger.error('a message could not be settled', error, { otpId: job.challengeId, attempt: job.attempt });
    }
  }

  async #handOver(job: SendJob): Promise<void> {
    const message = JSON.parse(this.sealer.open(job.sealedMessage, 'otp_send.message', job.id)) as Message;
    if (message.to === NOBODY) return this.sends.remove(job);
    const outcome = await this.providers.handOver(job, message);
    if (outcome.kind === 'taken') return this.sends.remove(job);
    const seconds = outcome.kind === 'failed' ? retryDelaySeconds(job.attempt) : undefined;
    const { attempt, challengeId: otpId } = job;
    this.logger.warn(seconds === undefined ? 'a message was given up' : 'a message will be tried again', {
      ...{ otpId, attempt, reason: outcome.reason, state: outcome.kind },
    });
    if (seconds === undefined) return this.sends.remove(job);
    await this.sends.retryAfter(job, seconds);
    this.#search?.wake(seconds);
  }
}
