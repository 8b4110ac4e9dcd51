import type { Buffer } from 'node:buffer';
import type { PushPosted, PushUrgency } from '@paygate/contracts';
import { PUSH_TTL_MAX_SECONDS } from '@paygate/contracts';
import { endpointUrlFault } from '../endpoints/domain/endpoint-url.js';
import type { AddressGuard } from '../egress/address-guard.js';
import type { AttemptResult } from '../egress/domain/outcome.js';
import { retryAfterOf } from '../egress/domain/outcome.js';
import { HttpSender } from '../egress/http-sender.js';

/** Milliseconds for one attempt in all: the service that asked waits for twice as long. */
const ATTEMPT_MS = 5_000;
/** Answers that say that the subscription has ended (RFC 8030, section 7.3). */
const GONE = [404, 410];
/** Refusals that may be over at a later attempt. */
const PASSING = [408, 425, 429];

/** A message as a push service takes it. */
export interface PushMessage {
  readonly endpoint: string;
  readonly authorization: string;
  /** Encrypted for the browser (RFC 8291). */
  readonly body: Buffer;
  readonly ttlSeconds: number;
  readonly urgency: PushUrgency;
  readonly topic: string;
}

/** Sends messages to push services (RFC 8030) under the rules of webhook deliveries, over connections of its own. */
export class PushSender {
  readonly #http: HttpSender;

  constructor(guard: AddressGuard) {
    this.#http = new HttpSender(guard, ATTEMPT_MS);
  }

  /** One attempt. It never throws. */
  async post({ endpoint, body, ...message }: PushMessage): Promise<PushPosted> {
    if (endpointUrlFault(endpoint, 'live') !== undefined) return { outcome: 'refused' };
    const result = await this.#http.post(endpoint, body, {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      authorization: message.authorization,
      ttl: String(message.ttlSeconds),
      urgency: message.urgency,
      topic: message.topic,
    });
    return outcomeOf(result);
  }

  onModuleDestroy(): void {
    this.#http.close();
  }
}

/** The consequence of an attempt. An address that is not allowed is tried again, as names change. */
export function outcomeOf(result: AttemptResult): PushPosted {
  if (result.kind === 'failed') return { outcome: 'failed' };
  const { status } = result;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (GONE.includes(status)) return { outcome: 'gone' };
  if (status >= 400 && status < 500 && !PASSING.includes(status)) return { outcome: 'refused' };
  const seconds = retryAfterOf(result);
  if (seconds === undefined) return { outcome: 'failed' };
  return { outcome: 'failed', retryAfterSeconds: Math.min(seconds, PUSH_TTL_MAX_SECONDS) };
}
