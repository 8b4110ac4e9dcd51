import type { ErrorCode, Refusal } from '@paygate/contracts';
import { errorCatalogue, refuse } from '@paygate/contracts';

/** Details of an error. `fields` go into the problem document; `cause` never leaves the process. */
export interface PaygateErrorOptions {
  readonly detail?: string;
  readonly param?: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
  readonly cause?: unknown;
}

/** A refusal as an exception, within one process. Between services a refusal is a value. */
export class PaygateError extends Error {
  override readonly name = 'PaygateError';
  readonly code: ErrorCode;
  readonly detail?: string;
  readonly param?: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;

  constructor(code: ErrorCode, options: PaygateErrorOptions = {}) {
    const { detail, param, fields, cause } = options;
    super(detail ?? errorCatalogue[code].title, cause === undefined ? undefined : { cause });
    this.code = code;
    if (detail !== undefined) this.detail = detail;
    if (param !== undefined) this.param = param;
    if (fields !== undefined) this.fields = fields;
  }

  /** The same refusal as a value, for the bus. */
  toRefusal(): Refusal {
    const { detail, param, fields } = this;
    return refuse(this.code, {
      ...(detail === undefined ? {} : { detail }),
      ...(param === undefined ? {} : { param }),
      ...(fields === undefined ? {} : { fields }),
    });
  }

  /** The exception for a refusal that arrived as a value. */
  static from(refusal: Refusal): PaygateError {
    return new PaygateError(refusal.code, refusal);
  }
}
