import { Injectable } from '@nestjs/common';
import { Clock } from '@paygate/platform';
import { signDelivery } from '@paygate/webhook-signature';
import { WebhooksConfig } from '../config.js';
import type { AttemptRecord, LeasedDelivery } from './deliveries.repository.js';
import type { AttemptResult, Verdict } from './domain/outcome.js';
import { retryAfterOf, verdictOf } from './domain/outcome.js';
import { nextDelaySeconds } from './domain/retry-schedule.js';
import { HttpSender } from './http-sender.js';

const MS_PER_SECOND = 1_000;

/** The endpoint's URL and every secret that signs for it. */
export interface Target {
  readonly url: string;
  readonly secrets: readonly string[];
}

/** The result of an attempt, and its record. */
export interface Attempted {
  readonly verdict: Verdict;
  readonly record: AttemptRecord;
}

const stateAfter = { delivered: 'delivered', retry: 'pending', endpoint_gone: 'pending' } as const;

/** Makes one attempt at one delivery: signs the stored bytes, posts them, and decides what follows. */
@Injectable()
export class Attempter {
  constructor(
    private readonly sender: HttpSender,
    private readonly clock: Clock,
    private readonly config: WebhooksConfig,
  ) {}

  async attempt(target: Target, delivery: LeasedDelivery): Promise<Attempted> {
    const started = performance.now();
    const timestampSeconds = Math.floor(this.clock.now().getTime() / MS_PER_SECOND);
    const headers = signDelivery({ id: delivery.eventId, timestampSeconds, body: delivery.body }, target.secrets);
    const result = await this.sender.post(target.url, delivery.body, { ...headers });
    const latencyMs = Math.round(performance.now() - started);
    const verdict = verdictOf(result);
    return { verdict, record: { ...this.consequence(delivery, result, verdict), latencyMs } };
  }

  private consequence(
    delivery: LeasedDelivery,
    result: AttemptResult,
    verdict: Verdict,
  ): Omit<AttemptRecord, 'latencyMs'> {
    const retryAfterSeconds = retryAfterOf(result);
    return {
      delivery,
      state: stateAfter[verdict],
      retryInSeconds: nextDelaySeconds({
        attempts: delivery.attempts + 1,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        random: Math.random(),
        compression: this.config.WEBHOOK_RETRY_COMPRESSION,
      }),
      status: result.kind === 'answered' ? result.status : null,
      error: result.kind === 'failed' ? result.cause : null,
      excerpt: result.kind === 'answered' ? result.excerpt : '',
    };
  }
}
