import type { ErrorCode, Fault, HeaderUse, PayloadClass } from '@paygate/contracts';
import { headers, MAX_FAULTS } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import { isIdempotencyKey } from './idempotency.js';
import { BodyReader } from './read-body.js';
import { QueryReader } from './read-query.js';

/** The parts of an operation that say how its requests are read. */
export interface RequestShape<Body extends object, Query extends object> {
  readonly method: string;
  readonly headers: readonly HeaderUse[];
  readonly query?: PayloadClass<Query>;
  readonly body?: PayloadClass<Body>;
  readonly bodyIsOptional?: true;
}

/** A checked request. */
export interface CheckedRequest<Body, Query> {
  readonly query: Query;
  readonly fields: Body;
  /** JSON text, byte for byte; `{}` when there was none. */
  readonly metadata: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Checks of the operation itself. */
export interface OwnChecks {
  /** Further faults. A parameter that has a fault already gets no further one. */
  readonly faultsOf?: (given: { readonly query: Values; readonly body: Values }) => readonly Fault[];
  /** Additional fields of the problem of a code. */
  readonly fieldsOf?: (code: ErrorCode, body: Values) => Readonly<Record<string, string | number>>;
}

/** All faults of a request. The first one gives the error its code. */
export class RequestFault extends PaygateError {
  constructor(
    readonly faults: readonly [Fault, ...Fault[]],
    fields: Readonly<Record<string, string | number>> = {},
  ) {
    const [{ code, param, detail }] = faults;
    super(code, { detail: param === '' ? `The body ${detail}.` : `${param} ${detail}.`, param, fields });
  }
}

const badIdempotencyKey: Fault = {
  param: headers.idempotencyKey,
  code: 'idempotency_key_invalid',
  detail: 'must be 1 to 255 printable ASCII characters',
};

const noIdempotencyKey: Fault = {
  param: headers.idempotencyKey,
  code: 'idempotency_key_missing',
  detail: 'is required: the key distinguishes a repeated request from a new one',
};

/** Reads the requests of one operation. Made once: it compiles the checkers of its parameters. */
export class RequestReader<Body extends object, Query extends object> {
  private readonly query: QueryReader;
  private readonly body: BodyReader;
  private readonly hasIdempotencyKey: boolean;
  private readonly needsIdempotencyKey: boolean;

  constructor({ method, headers: used, query, body, bodyIsOptional }: RequestShape<Body, Query>) {
    this.query = new QueryReader(query);
    this.body = new BodyReader(body, bodyIsOptional);
    this.hasIdempotencyKey = method === 'POST';
    this.needsIdempotencyKey = used.some(({ name, required }) => name === headers.idempotencyKey && required);
  }

  /** Throws a {@link RequestFault} with every fault of query, headers and body; `json_invalid` for a body that is no JSON. */
  read(
    request: Pick<FastifyRequest, 'query' | 'headers' | 'body'>,
    { faultsOf, fieldsOf }: OwnChecks = {},
  ): CheckedRequest<Body, Query> {
    const body = this.body.read(request.body);
    const query = this.query.read(request.query);
    const found = [...query.faults, ...this.headerFaults(request), ...body.faults];
    const given = { query: valuesOf(query.value), body: valuesOf(body.value) };
    const own = faultsOf?.(given).filter(({ param }) => !found.some((fault) => fault.param === param)) ?? [];
    const [first, ...more] = [...found, ...own].slice(0, MAX_FAULTS);
    if (first !== undefined) throw new RequestFault([first, ...more], fieldsOf?.(first.code, given.body));
    return { query: query.value as Query, fields: body.value as Body, metadata: body.metadata };
  }

  /** The key is validated even where nothing is stored under it, so that a caller learns that it is none. */
  private headerFaults({ headers: given }: Pick<FastifyRequest, 'headers'>): readonly Fault[] {
    const key = given[headers.idempotencyKey];
    if (key === undefined) return this.needsIdempotencyKey ? [noIdempotencyKey] : [];
    return !this.hasIdempotencyKey || isIdempotencyKey(key) ? [] : [badIdempotencyKey];
  }
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}
