import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { ErrorCode, LoggedRequest } from '@paygate/contracts';
import { logRequests, operations, REQUEST_LOG_BATCH_MAX } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Clock, JobScheduler, newId } from '@paygate/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Registry } from 'prom-client';
import { operationOf } from '../routes.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the problem that the request was answered with; null for any other answer. */
    problem: ErrorCode | null;
  }
}

const SEND_INTERVAL_SECONDS = 5;
const FIRST_REFUSAL = 400;
/** The reads of members that the audit trail counts, from this log. */
const AUDITED_READS: readonly string[] = [operations.listCustomers.path, operations.readTestInbox.path];
/** Requests that wait to be sent: about 5 MB. */
export const REQUESTS_WAITING_MAX = 10_000;

/**
 * The requests of merchants' keys, members and payment pages, for the log that auth keeps. What a member only reads is none of it, but for
 * customers' data and the test inbox. They are sent in batches by a timer, so that no request waits for it, and none costs a message. An entry holds nothing that the caller wrote, except the id of the request.
 */
@Injectable()
export class RequestLog implements OnApplicationBootstrap {
  readonly #waiting: LoggedRequest[] = [];
  readonly #dropped: Counter;

  constructor(
    private readonly bus: CommandBus,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
    registry: Registry,
  ) {
    this.#dropped = new Counter({
      name: 'paygate_request_log_dropped_total',
      help: 'Requests that are missing in the request log, because too many waited to be sent.',
      registers: [registry],
    });
  }

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'request-log', everySeconds: SEND_INTERVAL_SECONDS, work: () => this.send() });
  }

  /** Notes every request of an operation whose caller was authenticated, also when the caller has gone away. */
  watch(fastify: FastifyInstance): void {
    fastify.decorateRequest('problem', null);
    fastify.addHook('onRequest', (request, { raw }, done) => {
      const begunMs = performance.now();
      raw.once('close', () => {
        const status = raw.writableFinished ? raw.statusCode : null;
        this.note(request, { status, durationMs: performance.now() - begunMs });
      });
      done();
    });
  }

  /** Sends what waits. What auth did not store is sent again with the next ones; its ids let auth store it once. */
  async send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const requests = this.#waiting.slice(0, REQUEST_LOG_BATCH_MAX);
      const reply = await this.bus.send(logRequests, { requests }, { requestId: newId('request') });
      if (!reply.ok) return;
      this.#waiting.splice(0, requests.length);
    }
  }

  /** Notes a request at its end, unless too many wait. */
  note(
    { id: requestId, method, routeOptions, caller, checkout, dashboard, admitted, problem }: FastifyRequest,
    { status, durationMs }: Pick<LoggedRequest, 'status' | 'durationMs'>,
  ): void {
    const member = dashboard?.acting ?? null;
    const acting = caller ?? member;
    const path = operationOf(method, routeOptions.url)?.path;
    if (acting === null || path === undefined) return;
    // what a rate limit refuses, or has not counted when its caller goes away, would crowd out all others
    if (problem === 'rate_limited' || (status === null && !admitted)) return;
    // the pages of the dashboard read by themselves, and would crowd out all others
    const isRead = member !== null && method === 'GET' && !AUDITED_READS.includes(path);
    if (isRead && (status === null || status < FIRST_REFUSAL)) return;
    if (this.#waiting.length >= REQUESTS_WAITING_MAX) {
      this.#dropped.inc();
      return;
    }
    const { merchantId, mode } = acting;
    this.#waiting.push({
      ...{ entryId: newId('requestLogEntry'), merchantId, mode, method, path, status },
      code: status === null ? null : problem,
      // the payment page acts for the merchant without a key: the id of its caller is no key's
      apiKeyId: checkout === null ? (caller?.apiKeyId ?? null) : null,
      ...{ memberId: member?.memberId ?? null, requestId },
      durationMs: Math.round(durationMs),
      answeredAt: new Date(this.clock.epochMs()).toISOString(),
    });
  }
}
