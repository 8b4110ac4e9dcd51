import type { Problem } from '@paygate/api-types';
import type { SignatureFault } from '@paygate/webhook-signature';

/**
 * A failure of this client. `code` is a code of the API, `connection_failed` or `timeout` when no answer came, or `signature_invalid` for a
 * delivery.
 */
export class PaygateError extends Error {
  override readonly name: string = 'PaygateError';

  constructor(
    readonly code: Problem['code'] | 'connection_failed' | 'timeout' | 'signature_invalid',
    message: string,
    /** `attempts`: how often the request was sent. `retryable`: whether sending it again, with the same key, may succeed. */
    details: { readonly attempts: number; readonly retryable: boolean; readonly cause?: unknown },
  ) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.attempts = details.attempts;
    this.retryable = details.retryable;
  }

  readonly attempts: number;
  readonly retryable: boolean;
}

/** No answer came: the connection failed in every attempt. The request may have been executed. */
export class PaygateConnectionError extends PaygateError {
  override readonly name: string = 'PaygateConnectionError';
}

/** No answer came in time. The request may have been executed. */
export class PaygateTimeoutError extends PaygateConnectionError {
  override readonly name = 'PaygateTimeoutError';
}

/** A delivery that did not verify; `fault` names the cause. */
export class SignatureVerificationError extends PaygateError {
  override readonly name = 'SignatureVerificationError';

  constructor(
    readonly fault: SignatureFault,
    message: string,
  ) {
    super('signature_invalid', message, { attempts: 0, retryable: false });
  }
}

/** An answer that denies the request. */
export class PaygateApiError extends PaygateError {
  override readonly name: string = 'PaygateApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The whole problem document, with the fields that some codes add, such as `min` and `max`. */
  readonly problem: Problem;
  /** Names the request in the logs of Paygate. */
  readonly requestId: string;

  constructor(problem: Problem, attempts: number) {
    const where = problem.param === undefined ? '' : ` (${problem.param})`;
    super(problem.code, `${problem.detail}${where} [${problem.code}, ${problem.requestId}]`, {
      attempts,
      retryable: problem.retryable,
    });
    this.status = problem.status;
    this.problem = problem;
    this.requestId = problem.requestId;
  }

  /** The parameter at fault. */
  get param(): string | undefined {
    return this.problem.param;
  }

  /** All faults of the request. */
  get errors(): NonNullable<Problem['errors']> {
    return this.problem.errors ?? [];
  }

  /** Seconds to wait before the next attempt, when the answer says so. */
  get retryAfter(): number | undefined {
    return this.problem.retryAfter;
  }
}

/** The request is not well-formed: correct it. */
export class PaygateInvalidRequestError extends PaygateApiError {
  override readonly name = 'PaygateInvalidRequestError';
}
/** The credential is missing, wrong, expired or revoked. */
export class PaygateAuthenticationError extends PaygateApiError {
  override readonly name = 'PaygateAuthenticationError';
}
/** The credential does not permit this. */
export class PaygatePermissionError extends PaygateApiError {
  override readonly name = 'PaygatePermissionError';
}
/** No such object at this merchant in this mode. */
export class PaygateNotFoundError extends PaygateApiError {
  override readonly name = 'PaygateNotFoundError';
}
/** The state of the object does not permit this. */
export class PaygateConflictError extends PaygateApiError {
  override readonly name = 'PaygateConflictError';
}
/** Too many requests. */
export class PaygateRateLimitError extends PaygateApiError {
  override readonly name = 'PaygateRateLimitError';
}
/** Paygate could not answer. 503: nothing was executed; otherwise the outcome is not known. */
export class PaygateServerError extends PaygateApiError {
  override readonly name = 'PaygateServerError';
}

/** The error of a problem document. */
export function apiErrorOf(problem: Problem, attempts: number): PaygateApiError {
  return new (classOf(problem.status))(problem, attempts);
}

function classOf(status: number): typeof PaygateApiError {
  if (status >= 500) return PaygateServerError;
  switch (status) {
    case 401:
      return PaygateAuthenticationError;
    case 403:
      return PaygatePermissionError;
    case 404:
      return PaygateNotFoundError;
    case 409:
    case 410:
      return PaygateConflictError;
    case 429:
      return PaygateRateLimitError;
    default:
      return PaygateInvalidRequestError;
  }
}
