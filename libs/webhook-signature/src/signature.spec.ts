import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { SignatureVerificationError } from './header/index.js';
import { generateWebhookSecret, webhookSecretBytes } from './secret.js';
import { serviceSignature, signDelivery } from './sign.js';
import { verifyServiceSignature } from './verify.js';

const nowMs = Date.UTC(2026, 0, 1);
const secret = generateWebhookSecret();
const delivery = { id: 'evt_1', timestampSeconds: nowMs / 1000, body: '{"type":"payment.completed","data":{"é":1}}' };
const headers = signDelivery(delivery, [secret]);

const faultOf = (run: () => void): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof SignatureVerificationError) return error.fault;
    throw error;
  }
  return 'none';
};
const verify = (changes: {
  body?: string | Uint8Array;
  header?: string | undefined;
  secrets?: string | string[];
  nowMs?: number;
}) =>
  faultOf(() => {
    verifyServiceSignature(
      changes.body ?? delivery.body,
      'header' in changes ? changes.header : headers['service-signature'],
      changes.secrets ?? secret,
      { nowMs: changes.nowMs ?? nowMs },
    );
  });

describe('the signatures of a delivery', () => {
  test('are HMAC-SHA-256 as the contract writes them', () => {
    const t = String(delivery.timestampSeconds);
    const hex = createHmac('sha256', secret).update(`${t}.${delivery.body}`).digest('hex');
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const base64 = createHmac('sha256', key).update(`evt_1.${t}.${delivery.body}`).digest('base64');
    expect(headers).toEqual({
      'service-signature': `t=${t},v1=${hex}`,
      'webhook-id': 'evt_1',
      'webhook-timestamp': t,
      'webhook-signature': `v1,${base64}`,
    });
  });

  test('carry one signature for each live secret, and either verifies', () => {
    const other = generateWebhookSecret();
    const header = signDelivery(delivery, [other, secret])['service-signature'];
    expect(header.match(/v1=/g)).toHaveLength(2);
    expect([
      verify({ header }),
      verify({ header, secrets: other }),
      verify({ header, secrets: [generateWebhookSecret(), other] }),
    ]).toEqual(['none', 'none', 'none']);
  });

  test('need a secret', () => {
    expect(() => signDelivery(delivery, [])).toThrow(TypeError);
    expect(() => webhookSecretBytes('whsec_short')).toThrow(TypeError);
    expect(() => webhookSecretBytes('sk_test_something_else_entirely_long_enough')).toThrow(TypeError);
  });
});

describe('verification', () => {
  test('accepts text and bytes of the raw body', () => {
    expect(verify({})).toBe('none');
    expect(verify({ body: Buffer.from(delivery.body) })).toBe('none');
    expect(verify({ body: new Uint8Array(Buffer.from(` ${delivery.body}`)).subarray(1) })).toBe('none');
  });

  test.each([
    ['another body', { body: `${delivery.body} ` }, 'no_match'],
    ['another secret', { secrets: generateWebhookSecret() }, 'no_match'],
    ['no secret at all', { secrets: [] }, 'no_match'],
    ['a moved timestamp', { header: headers['service-signature'].replace(/t=\d+/, 't=1767225601') }, 'no_match'],
    ['no header', { header: undefined }, 'header_missing'],
    ['an empty header', { header: '' }, 'header_missing'],
    ['a header without a signature', { header: 't=1767225600' }, 'header_malformed'],
    ['a header without a time', { header: `v1=${'0'.repeat(64)}` }, 'header_malformed'],
    ['two times', { header: `t=1,${headers['service-signature']}` }, 'header_malformed'],
    ['a scheme that was stripped', { header: headers['service-signature'].replace('v1=', 'v0=') }, 'header_malformed'],
    ['an endless header', { header: `${headers['service-signature']}${',v1=0'.repeat(2000)}` }, 'header_malformed'],
    ['a replay after 301 s', { nowMs: nowMs + 301_000 }, 'timestamp_too_old'],
    ['a time 301 s ahead', { nowMs: nowMs - 301_000 }, 'timestamp_in_future'],
    ['a forgery that is old', { secrets: generateWebhookSecret(), nowMs: nowMs + 999_000 }, 'no_match'],
  ])('refuses %s', (_, changes, fault) => {
    expect(verify(changes)).toBe(fault);
  });

  test('tries 32 signatures, and refuses a header with more, whichever of them is right', () => {
    const [time = '', right = ''] = headers['service-signature'].split(',');
    const after = (count: number) => [time, ...Array<string>(count).fill(`v1=${'0'.repeat(64)}`), right].join();
    expect([verify({ header: after(31) }), verify({ header: after(32) })]).toEqual(['none', 'header_malformed']);
  });

  test('takes 300 s on both sides', () => {
    expect([verify({ nowMs: nowMs + 300_000 }), verify({ nowMs: nowMs - 300_000 })]).toEqual(['none', 'none']);
  });

  test.each([
    ['NaN', Number.NaN],
    ['a text', 'abc'],
    ['a text of digits', '300'],
    ['an infinite one', Number.POSITIVE_INFINITY],
    ['a negative one', -1],
    ['null', null],
  ])('refuses a tolerance that would accept a delivery of any age: %s', (_, toleranceSeconds) => {
    const tenYears = nowMs + 10 * 365 * 86_400_000;
    const options = { nowMs: tenYears, toleranceSeconds: toleranceSeconds as number };
    expect(() => {
      verifyServiceSignature(delivery.body, headers['service-signature'], secret, options);
    }).toThrow(new TypeError('toleranceSeconds is a finite number, 0 or more'));
  });

  test.each([
    ['an empty one', ''],
    ['the prefix alone', 'whsec_'],
    ['a variable that was not set', 'whsec_undefined'],
    ['a short one', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['no base64', `whsec_${'é'.repeat(40)}`],
    ['an API key', 'sk_test_something_else_entirely_long_enough'],
  ])('refuses a secret that anybody could guess, also beside a good one: %s', (_, guessable) => {
    const header = `t=${delivery.timestampSeconds},v1=${serviceSignature(guessable, String(delivery.timestampSeconds), delivery.body)}`;
    expect(() => verify({ header, secrets: guessable })).toThrow(TypeError);
    expect(() => verify({ header, secrets: [secret, guessable] })).toThrow(TypeError);
  });
});
