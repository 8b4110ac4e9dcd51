import { createRequire } from 'node:module';

/** The parts of kafkajs's RequestQueue that the patch reads. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly throttledUntil: number;
}
type Schedule = (this: RequestQueue) => void;
interface RequestQueueClass {
  readonly prototype: { scheduleCheckPendingRequests: Schedule };
}

const PATCHED = Symbol.for('paygate.request-queue-patched');

/**
 * kafkajs 2.2.4 re-arms a timer of one millisecond per connection for ever, also when nothing waits: an idle service
 * spends 3 % of a core on it, and Node warns of negative time-outs. From now on the timer is armed only while requests are
 * pending or throttled. Throws when kafkajs is no longer what this was written for.
 */
export function patchRequestQueue(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = require('kafkajs/src/network/requestQueue') as RequestQueueClass;
  const schedule = prototype.scheduleCheckPendingRequests as Partial<Schedule> & { [PATCHED]?: true };
  if (schedule[PATCHED] === true) return;
  if (typeof schedule !== 'function' || !isTheKnownOne(schedule))
    throw new Error('kafkajs has changed: read its RequestQueue again and adapt or remove this patch');
  const patched: Schedule & { [PATCHED]?: true } = function (this: RequestQueue): void {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) (schedule as Schedule).call(this);
  };
  patched[PATCHED] = true;
  prototype.scheduleCheckPendingRequests = patched;
}

function isTheKnownOne(schedule: () => void): boolean {
  const source = schedule.toString();
  return ['this.throttledUntil - Date.now()', 'this.pending.length > 0', 'this.checkPendingRequests()'].every((part) =>
    source.includes(part),
  );
}
