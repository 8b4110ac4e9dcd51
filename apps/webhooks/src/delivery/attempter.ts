import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Clock, Tracing } from '@paygate/platform';
import { signDelivery } from '@paygate/webhook-signature';
import { WebhooksConfig } from '../config.js';
import type { AttemptRecord, LeasedDelivery } from './deliveries.repository.js';
import type { AttemptResult } from '../egress/domain/outcome.js';
import { retryAfterOf, verdictOf } from '../egress/domain/outcome.js';
import { nextDelaySeconds } from './domain/retry-schedule.js';
import { HttpSender } from '../egress/http-sender.js';
import type { Target } from './targets.repository.js';

const MS_PER_SECOND = 1_000;

/** The result of an attempt. */
export interface Attempted {
  readonly result: AttemptResult;
  readonly latencyMs: number;
}

/** Makes one attempt at a delivery: signs the stored bytes and posts them. Also decides what follows from its result. */
@Injectable()
export class Attempter {
  constructor(
    private readonly sender: HttpSender,
    private readonly clock: Clock,
    private readonly config: WebhooksConfig,
    private readonly tracing: Tracing,
  ) {}

  async attempt(
    { endpointId, url, secrets }: Pick<Target, 'endpointId' | 'url' | 'secrets'>,
    { eventId, body, traceparent }: Pick<LeasedDelivery, 'eventId' | 'body' | 'traceparent'>,
  ): Promise<Attempted> {
    const started = performance.now();
    const timestampSeconds = Math.floor(this.clock.now().getTime() / MS_PER_SECOND);
    const headers = signDelivery({ id: eventId, timestampSeconds, body }, secrets);
    const span = this.tracing.begin({
      ...{ name: 'attempt webhook', kind: 'client', parent: traceparent ?? undefined },
      attributes: { 'http.request.method': 'POST', 'paygate.event.id': eventId, 'paygate.endpoint.id': endpointId },
    });
    const result = await this.sender.post(url, body, { ...headers });
    span.end(
      result.kind === 'failed' ? { 'error.type': result.cause } : { 'http.response.status_code': result.status },
    );
    return { result, latencyMs: Math.round(performance.now() - started) };
  }

  /** The state of a delivery after an attempt. */
  recordOf(
    target: Pick<Target, 'mode' | 'url' | 'ordered' | 'retrySchedule' | 'isFailing' | 'unchangedSeconds'>,
    delivery: LeasedDelivery,
    { result, latencyMs }: Attempted,
  ): AttemptRecord {
    const { mode, url, ordered, retrySchedule: schedule } = target;
    const retryAfterSeconds = retryAfterOf(result);
    const retryInSeconds = nextDelaySeconds({
      attempts: delivery.attempts + 1,
      schedule,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      random: Math.random(),
      compression: this.compression(mode),
    });
    return {
      ...{ delivery, url },
      latencyMs,
      waitedSeconds: firstWaitOf(target, delivery, latencyMs),
      state: stateAfter(result, retryInSeconds),
      retryInSeconds: retryInSeconds ?? 0,
      keepsPlace: ordered,
      status: result.kind === 'answered' ? result.status : null,
      error: result.kind === 'failed' ? result.cause : null,
      excerpt: result.kind === 'answered' ? result.excerpt : '',
    };
  }

  /** Cuts off the attempts under way. */
  close(): void {
    this.sender.close();
  }

  /** Divides the times of endpoints in this mode. */
  compression(mode: Mode): number {
    return mode === 'test' ? this.config.WEBHOOK_RETRY_COMPRESSION : 1;
  }
}

/** The wait is that of the service alone: an endpoint that fails, or takes its events in order, makes its own. */
function firstWaitOf(
  { ordered, isFailing, unchangedSeconds }: Pick<Target, 'ordered' | 'isFailing' | 'unchangedSeconds'>,
  { attempts, dueAtMs }: LeasedDelivery,
  latencyMs: number,
): number | null {
  if (attempts > 0 || isFailing || ordered) return null;
  const dueSeconds = (performance.now() - dueAtMs - latencyMs) / MS_PER_SECOND;
  return Math.max(0, Math.min(dueSeconds, unchangedSeconds));
}

/** A delivery to an endpoint that is gone stays pending: it is sent if the endpoint is enabled again. */
function stateAfter(result: AttemptResult, retryInSeconds: number | undefined): AttemptRecord['state'] {
  const verdict = verdictOf(result);
  if (verdict === 'delivered') return 'delivered';
  return verdict === 'retry' && retryInSeconds === undefined ? 'failed' : 'pending';
}
