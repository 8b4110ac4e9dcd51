import { describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { operations } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { OwnChecks } from './request-reader.js';
import { RequestFault, RequestReader } from './request-reader.js';

interface Given {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
const requestOf = ({ query = {}, headers = {}, body }: Given) => ({ query, headers, body });
const reader = new RequestReader(operations.createIntent);
const read = (text: string | Buffer) => reader.read(requestOf({ body: Buffer.from(text) }));

function refusalOf(request: () => unknown): PaygateError | undefined {
  try {
    request();
  } catch (error) {
    if (error instanceof PaygateError) return error;
    throw error;
  }
  return undefined;
}

const namesOf = (error: PaygateError | undefined): unknown =>
  error instanceof RequestFault ? error.faults.map((fault) => `${fault.code} ${fault.param}`) : error?.code;
const faultOf = (text: string | Buffer): unknown => namesOf(refusalOf(() => read(text)));

describe('the body of a create request', () => {
  test('is its fields and the metadata text', () => {
    const { fields, metadata } = read('{"amount":"5000","currency":"XAF","metadata":{ "b":1,"a" : 2 }}');
    expect(metadata).toBe('{ "b":1,"a" : 2 }');
    expect(fields).toEqual({ amount: '5000', currency: 'XAF', metadata: {} });
  });

  test('has empty metadata when it has none', () => {
    expect(read('{"amount":"5000","currency":"XAF"}').metadata).toBe('{}');
    expect(read('{"amount":"5000","currency":"XAF","metadata":null}').metadata).toBe('{}');
  });

  test.each([
    ...[
      '5000.00',
      '05000',
      '5e3',
      '-5',
      '+5',
      '0',
      '',
      ' 5000',
      '5000 ',
      '5 000',
      '5,000',
      '0x1F4',
      '1_000',
      '٥٠٠٠',
      '５０００',
    ],
    ...['1000000000000', 'NaN', 'Infinity', '5000\n', 'five', '½', '5000XAF', '\u200b5000'],
  ])('[3.2] with the amount %j is refused', (amount) => {
    expect(faultOf(JSON.stringify({ amount, currency: 'XAF' }))).toEqual(['amount_invalid amount']);
  });

  test.each(['5000', '5000.0', 'true', 'null', '["5000"]', '{"value":"5000"}', '1e999'])(
    'with an amount of another type, %s, is refused',
    (amount) => {
      expect(faultOf(`{"amount":${amount},"currency":"XAF"}`)).toEqual(['amount_invalid amount']);
    },
  );

  test('[2.11][5.2] names all its faults', () => {
    expect(faultOf('{"currency":"EUR","metadata":[],"merchantId":"mer_1","expiresIn":"5","userId":"u"}')).toEqual([
      'parameter_missing amount',
      'currency_unsupported currency',
      'metadata_invalid metadata',
      'parameter_invalid expiresIn',
      'parameter_invalid userId',
      'parameter_unknown merchantId',
    ]);
  });

  test.each(['status', 'id', 'mode', 'fee', 'net', 'sessionToken', '__proto__', 'constructor', 'toString'])(
    'assigns no field %s',
    (name) => {
      expect(faultOf(`{"amount":"5000","currency":"XAF","${name}":"x"}`)).toEqual([`parameter_unknown ${name}`]);
    },
  );

  test.each(['"a\\u0000b"', '"\\ud800"', `"${'x'.repeat(501)}"`, '[]'])('refuses the description %s', (description) => {
    expect(faultOf(`{"amount":"5000","currency":"XAF","description":${description}}`)).toEqual([
      'parameter_invalid description',
    ]);
  });

  test.each([
    'javascript:alert(1)',
    'ftp://a.example',
    'https://a b',
    'https://a.example/\u0000',
    'https://é.example/',
  ])('refuses the return URL %j', (returnUrl) => {
    expect(faultOf(JSON.stringify({ amount: '5000', currency: 'XAF', returnUrl }))).toEqual([
      'parameter_invalid returnUrl',
    ]);
  });

  test.each([
    ['nothing', ''],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['a byte order mark', '\ufeff{}'],
    ['half an object', '{"amount":"5000"'],
  ])('is no JSON when it is %s', (_name, bytes) => {
    expect(faultOf(bytes)).toBe('json_invalid');
  });

  test.each(['[]', '"text"', '1', 'null'])('is refused when it is %s', (text) => {
    expect(faultOf(text)).toEqual(['parameter_invalid ']);
  });
});

describe('the faults of a request', () => {
  const spoiled = {
    query: { amount: '1', surprise: '2' },
    headers: { 'idempotency-key': 'é' },
    body: Buffer.from('{"currency":"xaf","returnUrl":"x","metadata":{"a":1,"a":2},"unknown":1}'),
  };
  const own: OwnChecks = {
    faultsOf: ({ body }) => [
      { param: 'returnUrl', code: 'parameter_invalid', detail: `is ${String(body['returnUrl'])}` },
      { param: 'reference', code: 'parameter_invalid', detail: 'is another one' },
    ],
    fieldsOf: (code) => ({ about: code }),
  };

  test('[5.2] are all reported: of query, headers, body and metadata, of unknown parameters, and of the operation itself', () => {
    const error = refusalOf(() => reader.read(requestOf(spoiled), own));
    expect(namesOf(error)).toEqual([
      ...['parameter_unknown amount', 'parameter_unknown surprise', 'idempotency_key_invalid idempotency-key'],
      ...['parameter_missing amount', 'currency_unsupported currency', 'parameter_invalid returnUrl'],
      ...['parameter_unknown unknown', 'metadata_invalid metadata', 'parameter_invalid reference'],
    ]);
  });

  test('the first of them names the error', () => {
    expect(refusalOf(() => reader.read(requestOf(spoiled), own))).toMatchObject({
      code: 'parameter_unknown',
      param: 'amount',
      detail: 'amount is not a query parameter of this operation.',
      fields: { about: 'parameter_unknown' },
    });
  });

  test('are no more than a problem may list', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}`, '']));
    const error = refusalOf(() => reader.read(requestOf({ ...spoiled, query: many })));
    expect(error instanceof RequestFault && error.faults.length).toBe(32);
  });
});

describe('an operation without parameters', () => {
  const cancel = new RequestReader(operations.cancelIntent);

  test.each([undefined, Buffer.alloc(0), Buffer.from(' {} ')])('takes no body (%j)', (body) => {
    expect(cancel.read(requestOf({ body })).fields).toEqual({});
  });

  test.each(['{"a":1}', 'null', '[]', '{'])('refuses the body %s', (text) => {
    expect(refusalOf(() => cancel.read(requestOf({ body: Buffer.from(text) })))).toMatchObject({
      code: 'parameter_unknown',
      detail: 'The body must be empty: this operation takes no body.',
    });
  });

  test.each(['a', '', '__proto__', 'constructor'])('refuses the query parameter "%s"', (name) => {
    const query = Object.fromEntries([[name, '1']]);
    expect(namesOf(refusalOf(() => cancel.read(requestOf({ query }))))).toEqual([
      `parameter_unknown ${name === '' ? '(empty)' : name}`,
    ]);
  });
});

test('metadata that an operation does not know is an unknown parameter, whatever it is', () => {
  const signIn = new RequestReader(operations.signIn);
  const body = Buffer.from('{"phoneNumber":"+237670000001","password":"x","metadata":{"a":1,"a":2}}');
  expect(namesOf(refusalOf(() => signIn.read(requestOf({ body }))))).toEqual(['parameter_unknown metadata']);
});

test('a body that is optional may be absent; one that is not, may not', () => {
  const { query, ...shape } = { query: undefined, ...(operations.rotateApiKey as Operation) };
  const optional = new RequestReader({ ...shape, bodyIsOptional: true });
  expect(query).toBeUndefined();
  expect(optional.read(requestOf({})).fields).toEqual({});
  expect(refusalOf(() => reader.read(requestOf({})))).toMatchObject({ code: 'json_invalid' });
});
