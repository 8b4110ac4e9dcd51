import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { LATE_REQUESTS_INTERVAL_MS } from '../limits.js';

const PATCHED = Symbol.for('paygate.request-timers');

/**
 * kafkajs 2.2.4 wakes an idle process for each of its connections: every millisecond, to look for requests that may be sent now, and
 * every 100 ms, to look for late ones. After this call the first timer runs only while requests are pending or throttled, and one
 * look a second finds the late requests of all connections.
 */
export function quietRequestTimers(): void {
  const prototype: typeof RequestQueue.prototype & { [PATCHED]?: true } = RequestQueue.prototype;
  if (prototype[PATCHED] === true) return;
  const { scheduleCheckPendingRequests: schedule, destroy } = prototype;
  const watch = new LateRequests();
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
  prototype.scheduleRequestTimeoutCheck = function () {
    watch.add(this);
  };
  prototype.destroy = function () {
    destroy.call(this);
    watch.remove(this);
  };
  prototype[PATCHED] = true;
}

/** Ends the late requests of all connections. */
class LateRequests {
  readonly #queues = new Set<RequestQueue>();
  #timer: NodeJS.Timeout | undefined;

  add(queue: RequestQueue): void {
    this.#queues.add(queue);
    this.#timer ??= setInterval(() => {
      this.#look();
    }, LATE_REQUESTS_INTERVAL_MS);
  }

  remove(queue: RequestQueue): void {
    this.#queues.delete(queue);
    if (this.#queues.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = Date.now();
    for (const queue of this.#queues) {
      for (const request of queue.inflight.values())
        if (now - request.sentAt > request.requestTimeout) request.timeoutRequest();
      if (!queue.isConnected()) queue.destroy();
    }
  }
}
