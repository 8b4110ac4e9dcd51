import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { LATE_REQUESTS_INTERVAL_MS } from '../limits.js';

const PATCHED = Symbol.for('paygate.request-timers');

/** The connections whose requests may be late. */
const watched = new Set<RequestQueue>();
let timer: NodeJS.Timeout | undefined;

/**
 * kafkajs 2.2.4 wakes an idle process for each of its connections: every millisecond, to look for requests that may be sent now, and
 * every 100 ms, to look for late ones. After this call the first timer runs only while requests are pending or throttled, and one
 * look a second finds the late requests of all connections.
 */
export function quietRequestTimers(): void {
  const prototype: typeof RequestQueue.prototype & { [PATCHED]?: true } = RequestQueue.prototype;
  if (prototype[PATCHED] === true) return;
  const { scheduleCheckPendingRequests: schedule, destroy } = prototype;
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
  prototype.scheduleRequestTimeoutCheck = function () {
    watched.add(this);
    timer ??= setInterval(endLateRequests, LATE_REQUESTS_INTERVAL_MS);
  };
  prototype.destroy = function () {
    destroy.call(this);
    forget(this);
  };
  prototype[PATCHED] = true;
}

function endLateRequests(): void {
  const now = Date.now();
  for (const queue of watched) {
    for (const request of queue.inflight.values())
      if (now - request.sentAt > request.requestTimeout) request.timeoutRequest();
    if (!queue.isConnected()) queue.destroy();
  }
}

function forget(queue: RequestQueue): void {
  watched.delete(queue);
  if (watched.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
