import { isUtf8 } from 'node:buffer';
import type { Checker, ErrorCode, Fault, PayloadClass } from '@paygate/contracts';
import { compileChecker } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import { scanJson } from './scan-json.js';

/** A checked body. */
export interface Body<Request> {
  readonly fields: Request;
  /** JSON text, byte for byte; `{}` when there was none. */
  readonly metadata: string;
}

/** A body with faults: all of them, the first of which names the error. */
export class BodyFault extends PaygateError {
  constructor(
    readonly faults: readonly [Fault, ...Fault[]],
    fields: Readonly<Record<string, string | number>> = {},
  ) {
    const [{ code, param, detail }] = faults;
    super(code, { detail: param === '' ? `The body ${detail}.` : `${param} ${detail}.`, param, fields });
  }
}

type FieldsOf = (code: ErrorCode, value: unknown) => Readonly<Record<string, string | number>>;

/** Reads the bodies of one operation. Made once: it compiles the checker. */
export class BodyReader<Request extends object> {
  private readonly check: Checker;

  /** `fieldsOf` may add fields to the error of a code. */
  constructor(
    cls: PayloadClass<Request>,
    private readonly fieldsOf: FieldsOf = () => ({}),
  ) {
    this.check = compileChecker(cls);
  }

  /** Throws `json_invalid`, `metadata_invalid` or a {@link BodyFault}. `bytes` is what the parser of bodies left. */
  read(bytes: unknown): Body<Request> {
    if (!Buffer.isBuffer(bytes) || bytes.length === 0)
      throw new PaygateError('json_invalid', { detail: 'A JSON body is required.' });
    if (!isUtf8(bytes)) throw new PaygateError('json_invalid', { detail: 'The body is not valid UTF-8.' });
    const { text, metadata = '{}' } = scanJson(bytes.toString('utf8'));
    const value: unknown = JSON.parse(text);
    const [first, ...more] = this.check(value);
    if (first !== undefined) throw new BodyFault([first, ...more], this.fieldsOf(first.code, value));
    return { fields: value as Request, metadata };
  }
}
