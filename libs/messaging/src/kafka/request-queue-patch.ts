import type { RequestQueue } from 'kafkajs/src/network/requestQueue/index.js';
import RequestQueueClass from 'kafkajs/src/network/requestQueue/index.js';

type Prototype = typeof RequestQueueClass.prototype & { [PATCHED]?: true };

const PATCHED = Symbol.for('paygate.request-queue-patched');

/** Request time-outs are seconds: looking ten times a second for those that are over wakes an idle process for nothing. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;

/** What the patched methods of kafkajs 2.2.4 do, by what their source must hold. */
const known = {
  scheduleCheckPendingRequests: [
    'this.throttledUntil - Date.now()',
    'this.pending.length > 0',
    'this.throttleCheckTimeoutId = setTimeout',
    'this.checkPendingRequests()',
  ],
  scheduleRequestTimeoutCheck: [
    'this.enforceRequestTimeout',
    'this.destroy()',
    'this.requestTimeoutIntervalId = setInterval',
    'Date.now() - request.sentAt > request.requestTimeout',
    'request.timeoutRequest()',
    '!this.isConnected()',
  ],
} as const;

/**
 * kafkajs 2.2.4 re-arms a timer of one millisecond per connection for ever, also when nothing waits: an idle service
 * spends 3 % of a core on it, and Node warns of negative time-outs. From now on the timer is armed only while requests are
 * pending or throttled. Throws when kafkajs is no longer what this was written for.
 */
export function patchRequestQueue(): void {
  const prototype: Prototype = RequestQueueClass.prototype;
  if (prototype[PATCHED] === true) return;
  refuseUnknown(prototype);
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
  prototype.scheduleRequestTimeoutCheck = function () {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    this.requestTimeoutIntervalId = setInterval(() => {
      endOverdue(this);
    }, TIMEOUT_CHECK_INTERVAL_MS);
  };
  prototype[PATCHED] = true;
}

function endOverdue(queue: RequestQueue): void {
  for (const request of queue.inflight.values())
    if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
  if (!queue.isConnected()) queue.destroy();
}

function refuseUnknown(prototype: Prototype): void {
  for (const [name, parts] of Object.entries(known)) {
    const method: unknown = prototype[name as keyof typeof known];
    const source = typeof method === 'function' ? method.toString() : '';
    if (!parts.every((part) => source.includes(part)))
      throw new Error(`kafkajs has changed: read RequestQueue.${name} again, and adapt or remove this patch`);
  }
}
