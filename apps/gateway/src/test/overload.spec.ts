import { request as httpsRequest } from 'node:https';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import {
  accept,
  beginCharge,
  cancelIntent,
  compileChecker,
  createIntent,
  getIntent,
  operations,
  Problem,
  refuse,
  verifyOtp,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { BEGINNINGS_MAX, BEGINNINGS_OF_ACCOUNT_MAX } from '../resources/beginnings.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from './fixtures/bus-doubles.js';
import { certificate, GatewayUnderTest, newApiKey } from './fixtures/gateway-under-test.js';
import { chargeOf, intentOf } from './fixtures/samples.js';

/* What a gateway does whose services answer slower than payments begin. */

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const headers = { 'x-api-key': secret.key };
/** A key of another merchant. */
const other = newApiKey();
const intentionId = newId('intent');
const order = { amount: '5000', currency: 'XAF' } as const;
const intent = intentOf({ ...order, intentId: intentionId, merchantId, mode: 'test', metadata: '{}' });

type Release = (reply: Reply<typeof intent> | Error) => void;
/** The commands that intents has not answered. */
const held: Release[] = [];

beforeAll(async () => {
  for (const { row } of [secret, other]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.on(createIntent, async () => {
    const { promise, resolve } = Promise.withResolvers<Reply<typeof intent> | Error>();
    held.push(resolve);
    const reply = await promise;
    if (reply instanceof Error) throw reply;
    return reply;
  });
});

afterEach(() => {
  releaseAll();
});

const post = (path: string, body: unknown, more: Readonly<Record<string, string>> = {}) =>
  gateway.ask({ method: 'POST', path, headers: { ...headers, ...more }, body });
const create = (body: unknown = order) => post('/gateway', body);

const createAsOther = () => post('/gateway', order, { 'x-api-key': other.key });

/** Begins as many payments as the gateway accepts at once of one merchant. */
async function fillHalf(begin: typeof createAsOther = create) {
  const before = held.length;
  const answers = Promise.all(Array.from({ length: BEGINNINGS_OF_ACCOUNT_MAX }, () => begin()));
  await eventually(() => held.length === before + BEGINNINGS_OF_ACCOUNT_MAX);
  return { answers };
}

/** Begins as many payments as the gateway accepts at once. */
async function fill() {
  const halves = [await fillHalf(), await fillHalf(createAsOther)];
  expect(held).toHaveLength(BEGINNINGS_MAX);
  return { answers: Promise.all(halves.map(({ answers }) => answers)).then((both) => both.flat()) };
}
function releaseAll(reply: Parameters<Release>[0] = accept(intent)): void {
  for (const release of held.splice(0)) release(reply);
}
const statusesOf = (answers: readonly { readonly status: number }[]) => new Set(answers.map(({ status }) => status));

test('[5.8] beyond its bound a gateway begins no payment, carries on with those that have begun, and begins others once it can', async () => {
  const { answers } = await fill();
  busDouble.sent.length = 0;
  const refused = [
    await create(),
    await post(operations.initOtp.path, { userId: newId('user'), channel: 'sms' }),
    await post(operations.payLink.path.replace('{id}', newId('paymentLink')), {}),
  ];
  const check = compileChecker(Problem, { unknownFields: 'ignore' });
  for (const { status, headers: given, body } of refused) {
    expect(status).toBe(503);
    expect(given['retry-after']).toBe('1');
    expect(given['content-type']).toBe('application/problem+json');
    expect(check(body)).toEqual([]);
    expect(body).toMatchObject({ code: 'service_unavailable', retryable: true, retryAfter: 1 });
  }
  expect(busDouble.sent).toEqual([]);

  busDouble.on(verifyOtp, () => refuse('otp_invalid'));
  busDouble.on(beginCharge, ({ intentId }) => accept(chargeOf(intentId)));
  for (const command of [getIntent, cancelIntent]) busDouble.on(command, () => accept(intent));
  const carriedOn = [
    await post('/auth/otp/verify', { userId: newId('user'), otp: '123456', otpId: newId('otpChallenge') }),
    await post('/payment/charge', { intentionId }, { authorization: 'Bearer aaaa.bbbb.cccc' }),
    await gateway.ask({ path: `/gateway/${intentionId}`, headers }),
    await post(`/gateway/${intentionId}/cancel`, undefined),
  ];
  expect(carriedOn.map(({ status, body }) => body['code'] ?? status)).toEqual(['otp_invalid', 202, 200, 200]);

  releaseAll();
  expect(statusesOf(await answers)).toEqual(new Set([201]));
  const next = create();
  await eventually(() => held.length === 1);
  releaseAll();
  expect((await next).status).toBe(201);
});

test('[5.8] one merchant leaves the others half of the places', async () => {
  const { answers } = await fillHalf();
  expect((await create()).status).toBe(503);
  const ofOther = createAsOther();
  await eventually(() => held.length === BEGINNINGS_OF_ACCOUNT_MAX + 1);
  releaseAll();
  expect(statusesOf([...(await answers), await ofOther])).toEqual(new Set([201]));
});

/** Sends a creation, and closes the connection once the service has the command. */
async function createAndHangUp(): Promise<void> {
  const asking = httpsRequest({
    ...{ host: '127.0.0.1', port: gateway.port, ca: certificate, agent: false, method: 'POST', path: '/gateway' },
    headers: { ...headers, 'content-type': 'application/json' },
  });
  asking.on('error', () => undefined);
  asking.end(JSON.stringify(order));
  await eventually(() => held.length === 1);
  asking.destroy();
  await gateway.disconnected();
}

test('[5.8] a request counts no longer than it takes, however it ends', async () => {
  expect((await create({ ...order, amount: '-1' })).status).toBe(400);
  for (const [reply, status] of [
    [refuse('reference_exists'), 409],
    [new Error('the bus failed'), 500],
  ] as const) {
    const asked = create();
    await eventually(() => held.length === 1);
    releaseAll(reply);
    expect((await asked).status).toBe(status);
  }
  await createAndHangUp();
  releaseAll();
  const { answers } = await fill();
  releaseAll();
  expect(statusesOf(await answers)).toEqual(new Set([201]));
});
