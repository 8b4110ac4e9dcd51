import type { WireAnswer } from '../wire/exchange.js';
import { html } from '../wire/exchange.js';
import type { SubmitAttempt } from '../payments/payments.repository.js';
import type { SubmitFault } from '../payments/scenarios.js';

const TOO_MANY_SECONDS = 10;
const UNAVAILABLE_SECONDS = 60;

/** The wording of a rail's refusals. */
export interface Dialect {
  readonly unauthorized: WireAnswer;
  readonly internalError: WireAnswer;
  readonly tooManyRequests: WireAnswer;
  readonly unavailable: WireAnswer;
}

/** The answer to an attempt that is not processed; undefined when it is. */
export function faultBefore(fault: SubmitFault, attempt: SubmitAttempt, dialect: Dialect): WireAnswer | undefined {
  const isFirst = attempt.attempts === 1;
  switch (fault) {
    case 'reset_before':
      return isFirst ? { kind: 'reset' } : undefined;
    case 'error_before':
      return isFirst ? dialect.internalError : undefined;
    case 'token_revoked':
      return isFirst ? dialect.unauthorized : undefined;
    case 'too_many_requests':
      return attempt.seconds < TOO_MANY_SECONDS ? dialect.tooManyRequests : undefined;
    case 'unavailable':
      return attempt.seconds < UNAVAILABLE_SECONDS ? dialect.unavailable : undefined;
    case 'reset_after':
    case 'gateway_timeout_after':
    case 'html_after':
    case 'conflict_after':
    case 'callback_first':
      return undefined;
  }
}

/** The answer to an attempt that was processed, instead of the true one; undefined when that is given. */
export function faultAfter(fault: SubmitFault): WireAnswer | undefined {
  switch (fault) {
    case 'reset_after':
      return { kind: 'reset' };
    case 'gateway_timeout_after':
      return html(504, '504 Gateway Time-out', 'The server did not respond in time.');
    case 'html_after':
      return html(200, 'Service notice', 'The page that you requested is being prepared.');
    case 'reset_before':
    case 'error_before':
    case 'token_revoked':
    case 'too_many_requests':
    case 'unavailable':
    case 'conflict_after':
    case 'callback_first':
      return undefined;
  }
}
