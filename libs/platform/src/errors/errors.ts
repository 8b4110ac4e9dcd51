import type { ErrorCode, Refusal } from '@paygate/contracts';
import { errorCatalogue, refuse } from '@paygate/contracts';

/** What an error may say beside its code. `fields` go into the problem document, `cause` never leaves the process. */
export interface PaygateErrorOptions {
  readonly detail?: string;
  readonly param?: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
  readonly cause?: unknown;
}

/** A refusal on its way up inside one process. Between services a refusal is a value, not an exception. */
export class PaygateError extends Error {
  override readonly name = 'PaygateError';
  readonly code: ErrorCode;
  readonly detail?: string;
  readonly param?: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;

  constructor(code: ErrorCode, options: PaygateErrorOptions = {}) {
    const { detail, param, fields, cause } = options;
    const { title, status } = errorCatalogue[code];
    const { stackTraceLimit } = Error;
    // what is the caller's fault is not looked for here: finding out where it was thrown costs more than all the rest of it
    if (status < 500) Error.stackTraceLimit = 0;
    super(detail ?? title, cause === undefined ? undefined : { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    if (detail !== undefined) this.detail = detail;
    if (param !== undefined) this.param = param;
    if (fields !== undefined) this.fields = fields;
  }

  /** The same refusal as the value that crosses the bus. */
  toRefusal(): Refusal {
    const { detail, param, fields } = this;
    return refuse(this.code, {
      ...(detail === undefined ? {} : { detail }),
      ...(param === undefined ? {} : { param }),
      ...(fields === undefined ? {} : { fields }),
    });
  }

  /** The exception for a refusal that came as a value. */
  static from(refusal: Refusal): PaygateError {
    return new PaygateError(refusal.code, refusal);
  }
}
