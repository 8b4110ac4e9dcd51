import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import type { CallbackReceiver } from './fixtures/callback-receiver.js';
import { startCallbackReceiver } from './fixtures/callback-receiver.js';
import { MomoClient } from './fixtures/rail-clients.js';
import type { SimulatorUnderTest } from './fixtures/simulator.js';
import { startSimulator } from './fixtures/simulator.js';

let simulator: SimulatorUnderTest;
let receiver: CallbackReceiver;
let momo: MomoClient;

beforeAll(async () => {
  [simulator, receiver] = await Promise.all([startSimulator('momo'), startCallbackReceiver()]);
  momo = new MomoClient(simulator.railsUrl, receiver.url);
  await momo.signIn();
});

afterAll(async () => {
  await simulator.stop();
  await receiver.stop();
});

const ended = (reference: string): Promise<Record<string, unknown>> =>
  eventually(async () => {
    const status = (await momo.status(reference)).json();
    return ['PENDING', 'CREATED'].includes(String(status['status'])) ? undefined : status;
  });

describe('tokens of MTN MoMo', () => {
  const headers = { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };

  test('last an hour and have a type of their own', async () => {
    expect((await momo.signIn()).json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{64}$/),
      token_type: 'access_token',
      expires_in: 3600,
    });
  });

  test('are not given for a form: the answer is a page', async () => {
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await momo.send('POST', '/collection/token/', { headers: form, body: 'a=b' });
    expect(answer).toMatchObject({ status: 200, type: 'text/html' });
  });

  test('are given for the right key only', async () => {
    expect(await momo.send('POST', '/collection/token/', { headers, body: '{}' })).toMatchObject({ status: 401 });
  });

  test('are asked for with every call, as the subscription key is', async () => {
    const path = `/collection/v1_0/requesttopay/${randomUUID()}`;
    expect(await momo.send('GET', path, { headers: { authorization: 'Bearer none' } })).toMatchObject({ status: 401 });
    const withoutKey = await momo.send('GET', path, { headers: { 'ocp-apim-subscription-key': 'none' } });
    expect([withoutKey.status, withoutKey.json()]).toEqual([
      401,
      { statusCode: 401, message: expect.stringContaining('invalid subscription key') },
    ]);
  });
});

describe('the state of an account', () => {
  test.each([
    ['237670000001', true],
    ['237670000010', true],
    ['237670000013', false],
    ['237670000015', false],
    ['237670000099', false],
    ['999', false],
  ])('%s is active: %s', async (number, result) => {
    for (const type of ['msisdn', 'MSISDN']) {
      const answer = await momo.send('GET', `/collection/v1_0/accountholder/${type}/${number}/active`, {});
      expect([answer.status, answer.json()]).toEqual([200, { result }]);
    }
  });

  test('concerns phone numbers only', async () => {
    const answer = await momo.send('GET', '/collection/v1_0/accountholder/shoe/42/active', {});
    expect(answer).toMatchObject({ status: 404 });
  });
});

describe('a request to pay', () => {
  test('answers 202 without a body, is created, pending, then successful, and is debited once', async () => {
    const reference = randomUUID();
    const answer = await momo.pay('01', reference);
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect((await momo.status(reference)).json()).toMatchObject({ status: expect.stringMatching(/CREATED|PENDING/) });
    const successful = {
      financialTransactionId: expect.stringMatching(/^[0-9]+$/),
      externalId: 'order-01',
      amount: '5000',
      currency: 'XAF',
      payer: { partyIdType: 'MSISDN', partyId: '237670000001' },
      payerMessage: 'Paygate',
      payeeNote: 'Paygate',
      status: 'SUCCESSFUL',
    };
    expect(await ended(reference)).toEqual(successful);
    const [callback] = await eventually(() => {
      const found = receiver.of(reference);
      return found.length > 0 && found;
    });
    expect(callback).toMatchObject({ method: expect.stringMatching(/PUT|POST/), body: successful });
    expect(callback?.headers).not.toHaveProperty('authorization');
    const moved = 'SELECT amount::text FROM movement WHERE reference = $1';
    expect(await simulator.database.query(moved, [reference])).toEqual([{ amount: '-5000' }]);
  });

  test('of number 03 succeeds without a callback', async () => {
    const reference = randomUUID();
    await momo.pay('03', reference);
    expect(await ended(reference)).toMatchObject({ status: 'SUCCESSFUL' });
    expect(await simulator.database.query('SELECT FROM callback WHERE reference = $1', [reference])).toEqual([]);
  });

  test.each([
    ['10', 'NOT_ENOUGH_FUNDS'],
    ['11', { code: 'APPROVAL_REJECTED', message: expect.any(String) }],
    ['12', 'EXPIRED'],
    ['13', { code: 'PAYER_NOT_FOUND', message: expect.any(String) }],
    ['14', 'PAYER_LIMIT_REACHED'],
    ['15', 'SENDER_ACCOUNT_NOT_ACTIVE'],
    ['18', 'COULD_NOT_PERFORM_TRANSACTION'],
    ['19', { code: 'INTERNAL_PROCESSING_ERROR', message: expect.any(String) }],
  ])('of number %s fails with %j, and nothing is debited', async (digits, reason) => {
    const reference = randomUUID();
    expect(await momo.pay(digits, reference)).toMatchObject({ status: 202 });
    expect(await ended(reference)).toMatchObject({ status: 'FAILED', reason });
    await eventually(() => receiver.of(reference).length === 1);
    expect(await simulator.database.query('SELECT FROM movement WHERE reference = $1', [reference])).toEqual([]);
  });

  test.each(['00', '06', '16', '29', '45', '99'])('of number %s, which is not listed, is refused', async (digits) => {
    const reference = randomUUID();
    const answer = await momo.pay(digits, reference);
    expect([answer.status, answer.json()['code']]).toEqual([500, 'PAYER_NOT_FOUND']);
    expect((await momo.status(reference)).status).toBe(404);
  });

  test('with a reference in capitals is the same payment', async () => {
    const reference = randomUUID();
    expect((await momo.pay('01', reference.toUpperCase())).status).toBe(202);
    expect((await momo.pay('01', reference)).status).toBe(409);
    expect(await ended(reference)).toMatchObject({ status: 'SUCCESSFUL' });
    expect((await momo.status(reference.toUpperCase())).json()).toMatchObject({ status: 'SUCCESSFUL' });
  });

  test('with a reference that is taken answers 409, and moves money once however many come at once', async () => {
    const reference = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => momo.pay('01', reference)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(19).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'RESOURCE_ALREADY_EXIST' });
    await ended(reference);
    expect(await simulator.database.query('SELECT FROM movement WHERE reference = $1', [reference])).toHaveLength(1);
  });

  test.each([
    [{ currency: 'EUR' }, 500, 'INVALID_CURRENCY'],
    [{ amount: '0' }, 400, undefined],
    [{ amount: 5000 }, 400, undefined],
    [{ payeeNote: "it's" }, 400, undefined],
    [{ payerMessage: 'x'.repeat(161) }, 400, undefined],
    [{ payer: { partyIdType: 'MSISDN', partyId: '+237670000001' } }, 400, undefined],
  ])('with %j is refused with %i %s', async (wrong, status, code) => {
    const answer = await momo.pay('01', randomUUID(), wrong);
    expect([answer.status, code === undefined ? answer.text : answer.json()['code']]).toEqual([status, code ?? '']);
  });

  test('needs a UUID of version 4, the provisioned callback host and the target environment', async () => {
    expect(await momo.pay('01', '0190a1b2-0000-7000-8000-000000000000')).toMatchObject({ status: 400, text: '' });
    const elsewhere = await new MomoClientElsewhere(simulator.railsUrl, momo.token).pay('01');
    expect([elsewhere.status, elsewhere.json()['code']]).toEqual([500, 'INVALID_CALLBACK_URL_HOST']);
    const path = `/collection/v1_0/requesttopay/${randomUUID()}`;
    const sandbox = await momo.send('GET', path, { headers: { 'x-target-environment': 'sandbox' } });
    expect([sandbox.status, sandbox.json()['code']]).toEqual([500, 'NOT_ALLOWED_TARGET_ENVIRONMENT']);
  });

  test('that is unknown is not found', async () => {
    const answer = await momo.status(randomUUID());
    expect([answer.status, answer.json()['code']]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});

class MomoClientElsewhere extends MomoClient {
  constructor(baseUrl: string, token: string) {
    super(baseUrl, 'http://elsewhere.example');
    this.token = token;
  }
}
