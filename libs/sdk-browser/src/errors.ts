import type { Problem } from '@paygate/api-types';

/** A call that failed, with the fields of the problem document that was answered. */
export class PaygateError extends Error {
  declare readonly name: 'PaygateError';
  /** A code of the API, or `connection_failed` or `timeout` when no answer came. */
  declare readonly code: Problem['code'] | 'connection_failed' | 'timeout';
  /** True when the same call may succeed later. Without an answer the request may have been executed. */
  declare readonly retryable: boolean;
  /** Names the request in the logs of Paygate. Undefined when no answer came, like the fields below. */
  declare readonly requestId: string | undefined;
  /** The HTTP status. */
  declare readonly status: number | undefined;
  /** Seconds to wait before the next attempt; 0 when the answer does not say. */
  declare readonly retryAfter: number;
  /** The parameter at fault. */
  declare readonly param: string | undefined;
  /** All faults of the request. */
  declare readonly errors: Problem['errors'];
  /** The status of the object that made the request impossible. */
  declare readonly currentStatus: string | undefined;

  /** @internal */
  constructor(code: PaygateError['code'], detail: string, problem: Partial<Problem> = {}) {
    super(`${detail} [${code}]`);
    Object.assign(this, { retryable: false, retryAfter: 0 }, problem, { name: 'PaygateError', code });
  }
}
