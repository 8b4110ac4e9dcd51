import { describe, expect, test } from '@jest/globals';
import { CreateIntentRequest } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import { BodyFault, BodyReader } from './read-body.js';

const reader = new BodyReader(CreateIntentRequest);
const read = (text: string | Buffer) => reader.read(Buffer.from(text));

function faultOf(text: string | Buffer): unknown {
  try {
    read(text);
  } catch (error) {
    if (error instanceof BodyFault) return error.faults.map((fault) => `${fault.code} ${fault.param}`);
    if (error instanceof PaygateError) return error.code;
  }
  return undefined;
}

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
  ])('with the amount %j is refused', (amount) => {
    expect(faultOf(JSON.stringify({ amount, currency: 'XAF' }))).toEqual(['amount_invalid amount']);
  });

  test.each(['5000', '5000.0', 'true', 'null', '["5000"]', '{"value":"5000"}', '1e999'])(
    'with an amount of another type, %s, is refused',
    (amount) => {
      expect(faultOf(`{"amount":${amount},"currency":"XAF"}`)).toEqual(['amount_invalid amount']);
    },
  );

  test('names all its faults', () => {
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
