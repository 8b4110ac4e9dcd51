import { isUtf8 } from 'node:buffer';
import type { Checker, Fault, PayloadClass } from '@paygate/contracts';
import { compileChecker, schemaOf } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import { scanJson } from './scan-json.js';

/** A body that is JSON, and its faults. */
export interface ReadBody {
  readonly value: unknown;
  /** JSON text, byte for byte; `{}` when there was none. */
  readonly metadata: string;
  readonly faults: readonly Fault[];
}

const nothing: ReadBody = { value: {}, metadata: '{}', faults: [] };
const unexpected: Fault = {
  param: '',
  code: 'parameter_unknown',
  detail: 'must be empty: this operation takes no body',
};
/** An empty body, where none is needed. */
const EMPTY = /^\s*(\{\s*\}\s*)?$/;

/** Reads the bodies of one operation. Made once: it compiles the checker. */
export class BodyReader {
  private readonly check: Checker | undefined;
  private readonly takesMetadata: boolean;

  /** Without a class the operation takes no body. */
  constructor(
    cls: PayloadClass<object> | undefined,
    private readonly isOptional = false,
  ) {
    this.check = cls === undefined ? undefined : compileChecker(cls);
    this.takesMetadata = cls !== undefined && schemaOf(cls).fields.some(({ name }) => name === 'metadata');
  }

  /** Throws `json_invalid`. `bytes` is the raw body, if there was one. */
  read(bytes: unknown): ReadBody {
    const given = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
    if (this.check === undefined)
      return EMPTY.test(given.toString('utf8')) ? nothing : { ...nothing, faults: [unexpected] };
    if (given.length > 0) return this.parsed(given, this.check);
    if (!this.isOptional) throw new PaygateError('json_invalid', { detail: 'A JSON body is required.' });
    return { ...nothing, faults: this.check({}) };
  }

  private parsed(bytes: Buffer, check: Checker): ReadBody {
    if (!isUtf8(bytes)) throw new PaygateError('json_invalid', { detail: 'The body is not valid UTF-8.' });
    const { text, metadata = '{}', metadataFault } = scanJson(bytes.toString('utf8'));
    const value: unknown = JSON.parse(text);
    const faults = check(value);
    if (metadataFault === undefined || !this.takesMetadata) return { value, metadata, faults };
    const fault: Fault = { param: 'metadata', code: 'metadata_invalid', detail: metadataFault };
    return { value, metadata, faults: [...faults, fault] };
  }
}
