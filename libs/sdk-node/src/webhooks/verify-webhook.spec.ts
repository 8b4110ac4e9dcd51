import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { Paygate, PaygateError, SignatureVerificationError } from '../index.js';
import { verifyWebhook } from './index.js';

/* The same deliveries, verified by `verifyWebhook` and by `constructEvent`: one verdict. */

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const body = '{"id":"evt_1","type":"payment.completed","data":{"note":"é"}}';
const now = Math.floor(Date.now() / 1_000);
const { constructEvent, generateTestHeaderString } = Paygate.webhooks;
const signedAt = (timestampSeconds: number): string =>
  generateTestHeaderString({ payload: body, secret, timestampSeconds });
const good = signedAt(now);

async function verdictOf(run: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await run());
  } catch (error) {
    if (error instanceof SignatureVerificationError) return error.fault;
    return error instanceof TypeError ? `TypeError ${error.message.replace(/^\w+/, '')}` : 'another error';
  }
}

interface Delivery {
  readonly raw?: unknown;
  readonly header?: string | string[] | null;
  readonly secrets?: string | readonly string[];
  readonly options?: object;
}

test.each<[string, Delivery, string]>([
  ['a good delivery', {}, '{"id"'],
  ['bytes', { raw: Buffer.from(body) }, '{"id"'],
  ['a view in the middle of other bytes', { raw: Buffer.from(`##${body}##`).subarray(2, -2) }, '{"id"'],
  ['one of two secrets', { secrets: [other, secret] }, '{"id"'],
  ['one of two signatures', { header: good.replace('v1=', `v1=${'0'.repeat(64)},v1=`) }, '{"id"'],
  ['another secret', { secrets: other }, 'no_match'],
  ['another body', { raw: `${body} ` }, 'no_match'],
  ['a parsed body', { raw: JSON.parse(body) }, 'body_parsed'],
  ['no body', { raw: undefined }, 'body_parsed'],
  ['no header', { header: null }, 'header_missing'],
  ['two headers', { header: [good, good] }, 'header_malformed'],
  ['another form', { header: 'sha256=abc' }, 'header_malformed'],
  ['a delivery of six minutes ago', { header: signedAt(now - 360) }, 'timestamp_too_old'],
  ['the same, where it may be old', { header: signedAt(now - 360), options: { toleranceSeconds: 900 } }, '{"id"'],
  ['a clock six minutes ahead', { header: signedAt(now + 360) }, 'timestamp_in_future'],
  ['no secret', { secrets: [] }, 'TypeError'],
  ['a variable that was not set', { secrets: 'whsec_undefined' }, 'TypeError'],
  ['a misspelt option', { options: { tolerance: 9 } }, 'TypeError'],
  ['a tolerance that is none', { options: { toleranceSeconds: Number.NaN } }, 'TypeError'],
])('[8.4] %s has the verdict of constructEvent', async (_name, delivery, expected) => {
  const { header = good, secrets = secret, options = {} } = delivery;
  const raw = ('raw' in delivery ? delivery.raw : body) as string;
  const headers = { 'service-signature': header ?? undefined };
  const verdict = await verdictOf(() => verifyWebhook(secrets, raw, headers, options));
  expect(verdict).toBe(await verdictOf(() => constructEvent(raw, header, secrets, options)));
  expect(verdict.startsWith(expected)).toBe(true);
});

test('the request of a worker is verified as it is: its ArrayBuffer and its Headers', async () => {
  const request = new Request('https://shop.example/', {
    method: 'POST',
    body,
    headers: { 'Service-Signature': good },
  });
  const event = await verifyWebhook(secret, await request.arrayBuffer(), request.headers);
  expect(event).toMatchObject({ id: 'evt_1', data: { note: 'é' } });
  const foreign = runInNewContext('new ArrayBuffer(2)') as ArrayBuffer;
  expect(await verdictOf(() => verifyWebhook(secret, foreign, request.headers))).toBe('no_match');
});

test('what does not verify is an error of the client', async () => {
  const refused = verifyWebhook(secret, `${body} `, { 'service-signature': good });
  await expect(refused).rejects.toThrow(PaygateError);
  await expect(refused).rejects.toMatchObject({ code: 'signature_invalid', retryable: false, attempts: 0 });
});
