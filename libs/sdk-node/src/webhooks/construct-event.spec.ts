import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { Paygate, PaygateError, SignatureVerificationError } from '../index.js';
import type { RawBody, SignatureHeader } from './delivery.js';

/**
 * Made with `printf '%s.%s' 1767225600 '<body>' | openssl dgst -sha256 -hmac '<secret>'`, so that no code of this repository
 * decides what a signature is.
 */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const T = 1767225600;
const vectors: readonly (readonly [body: string, hmac: string])[] = [
  [
    '{"id":"evt_01k8zq6e1v9z5p1a7e3kfq8g2d","type":"payment.completed","data":{"note":"é"}}',
    'e1edfaf51f29b429f5d73b5d6b88f594ceb77b9f581acd16361f9af43be4cd1f',
  ],
  ['{}', 'e2b8301d80ba2cd13a825ff7c1532b93882b987a27f863c48bb1786ef1659748'],
];
const [[body, hmac] = ['', '']] = vectors;
const header = `t=${T},v1=${hmac}`;
const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

const old = { toleranceSeconds: 10 ** 10 };
const construct = (raw: RawBody, signature: SignatureHeader, secrets: string | string[] = secret) =>
  Paygate.webhooks.constructEvent(raw, signature, secrets, old);

const faultOf = (run: () => unknown): string => {
  try {
    run();
    return 'none';
  } catch (error) {
    if (error instanceof SignatureVerificationError) return error.fault;
    throw error;
  }
};

test.each(vectors)('the signature that openssl made of %s is accepted', (raw, signature) => {
  expect(construct(raw, `t=${T},v1=${signature}`)).toEqual(JSON.parse(raw));
});

test.each([
  ['a string', body],
  ['a Buffer', Buffer.from(body)],
  ['a Uint8Array', new Uint8Array(Buffer.from(body))],
  [
    'bytes of another realm, as in the environments of Jest',
    (runInNewContext('Uint8Array') as Uint8ArrayConstructor).from(Buffer.from(body)),
  ],
  ['a view in the middle of other bytes', new Uint8Array(Buffer.from(`##${body}##`)).subarray(2, -2)],
])('the body may be %s', (_kind, raw) => {
  expect(construct(raw, header)).toMatchObject({ type: 'payment.completed', data: { note: 'é' } });
});

test('[8.4] the header may be a list of one, and the secret one of several', () => {
  expect(construct(body, [header], [other, secret])).toMatchObject({ type: 'payment.completed' });
});

test('a delivery that does not verify is an error of this client like the others', () => {
  const refused = (): unknown => construct(body, `t=${T},v1=${'0'.repeat(64)}`);
  expect(refused).toThrow(PaygateError);
  expect(refused).toThrow(expect.objectContaining({ code: 'signature_invalid', retryable: false, attempts: 0 }));
});

test('a misspelt tolerance is refused', () => {
  const options = { tolerance: 10 ** 10 } as object;
  expect(() => Paygate.webhooks.constructEvent(body, header, secret, options)).toThrow('has no option tolerance');
});

describe('names why it refuses', () => {
  const now = Math.floor(Date.now() / 1_000);
  const signedAt = (timestampSeconds: number) =>
    Paygate.webhooks.generateTestHeaderString({ payload: body, secret, timestampSeconds });
  const strict = (signature: string) => () => Paygate.webhooks.constructEvent(body, signature, secret);

  test.each<[string, string, () => unknown]>([
    ['a body that a framework has parsed', 'body_parsed', () => construct(JSON.parse(body) as string, header)],
    ['no body', 'body_parsed', () => construct(undefined as unknown as string, header)],
    ['no header', 'header_missing', () => construct(body, undefined)],
    ['an empty list of headers', 'header_missing', () => construct(body, [])],
    ['null', 'header_missing', () => construct(body, null)],
    ['two headers', 'header_malformed', () => construct(body, [header, header])],
    ['a header of another form', 'header_malformed', () => construct(body, 'sha256=abc')],
    ['another secret', 'no_match', () => construct(body, header, other)],
    ['a delivery of six minutes ago', 'timestamp_too_old', strict(signedAt(now - 360))],
    ['a delivery from a clock six minutes ahead', 'timestamp_in_future', strict(signedAt(now + 360))],
    ['a fresh delivery not at all', 'none', strict(signedAt(now))],
  ])('%s', (_name, fault, run) => {
    expect(faultOf(run)).toBe(fault);
  });

  test('a signed body that is no JSON', () => {
    const signature = Paygate.webhooks.generateTestHeaderString({ payload: 'hello', secret });
    expect(faultOf(() => construct('hello', signature))).toBe('body_malformed');
  });

  test.each<[string, unknown, string]>([
    ['an ArrayBuffer', new ArrayBuffer(2), 'The body is an ArrayBuffer: pass new Uint8Array(body)'],
    ['one of another realm', runInNewContext('new ArrayBuffer(2)'), 'pass new Uint8Array(body)'],
    ['a stream', new ReadableStream(), 'a ReadableStream, which is not read yet'],
    ['a promise', Promise.resolve(body), 'a Promise, which is not read yet'],
    ['nothing', undefined, 'There is no body'],
    ['an object', JSON.parse(body), 'has been parsed: it is of type Object'],
    ['a list', [1, 2], 'has been parsed: it is of type Array'],
  ])('%s', (_name, given, sentence) => {
    expect(() => construct(given as string, header)).toThrow(sentence);
  });

  test('how a framework gives the raw body', () => {
    expect(() => construct({} as string, header)).toThrow(/express\.raw.*rawBody: true.*request\.text/s);
  });

  test.each([
    ['an empty secret', ''],
    ['no secret', []],
    ['an API key', 'sk_test_1'],
    ['the prefix alone', 'whsec_'],
    ['a variable that was not set', 'whsec_undefined'],
  ])('%s', (_name, wrong) => {
    expect(() => construct(body, header, wrong)).toThrow(TypeError);
  });
});

test.each([Number.NaN, 'abc', -1, Number.POSITIVE_INFINITY])('a tolerance of %s is refused', (toleranceSeconds) => {
  const options = { toleranceSeconds: toleranceSeconds as number };
  expect(() => Paygate.webhooks.constructEvent(body, header, secret, options)).toThrow(
    /toleranceSeconds is a finite number/,
  );
});

test('[8.4] no tampered bit of the body, the signature or the time passes: 10 000 cases', () => {
  const targets = [Buffer.from(body), Buffer.from(hmac, 'hex'), Buffer.from(String(T))];
  let accepted = 0;
  for (let turn = 0; turn < 10_000; turn++) {
    // cases that look random and are the same in every run
    const dice = createHash('sha256').update(String(turn)).digest();
    const copies = targets.map((target) => Buffer.from(target));
    const changed = copies[turn % copies.length] ?? Buffer.alloc(0);
    const at = dice.readUInt32BE(0) % changed.length;
    changed[at] = (changed[at] ?? 0) ^ (1 << ((dice[4] ?? 0) % 8));
    const [raw = changed, mac = changed, time = changed] = copies;
    const fault = faultOf(() => construct(raw, `t=${time.toString('latin1')},v1=${mac.toString('hex')}`));
    // a time that is no number is no header either
    if (fault !== 'no_match' && (changed !== time || fault !== 'header_malformed')) accepted++;
  }
  expect(accepted).toBe(0);
});
