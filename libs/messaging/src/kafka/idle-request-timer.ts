import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const PATCHED = Symbol.for('paygate.idle-request-timer');

/**
 * kafkajs 2.2.4 re-arms a timer of one millisecond for each connection, also when no request waits: an idle service spends
 * 3 % of a core on it, and Node warns of negative time-outs. After this call the timer runs only while requests are pending
 * or throttled.
 */
export function stopIdleRequestTimer(): void {
  const prototype: typeof RequestQueue.prototype & { [PATCHED]?: true } = RequestQueue.prototype;
  if (prototype[PATCHED] === true) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
  prototype[PATCHED] = true;
}
