import { afterAll, describe, expect, test } from '@jest/globals';
import { deliveriesOf, deliveryOf, eventually, inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';
import type { StackUser } from '@paygate/testing';
import { verifyServiceSignature } from '@paygate/webhook-signature';

const stack = readStack();
const api = stackClient(stack);
const userEndingIn = (digits: string): StackUser => {
  const user = stack.users.find(({ phoneNumber }) => phoneNumber.endsWith(digits));
  if (user === undefined) throw new Error(`the stack has no user …${digits}`);
  return user;
};
const funded = userEndingIn('01');

afterAll(() => {
  api.close();
});

const newIntent = async (more: Record<string, unknown> = {}) => {
  const { status, body } = await api.createIntent({ amount: '1500', currency: 'XAF', ...more });
  expect(status).toBe(201);
  return body;
};

const authorise = async (user: StackUser, more: Record<string, unknown> = {}): Promise<string> => {
  const seen = await inboxMessages(stack, user.phoneNumber);
  expect((await api.initOtp(user.id, more)).status).toBe(202);
  const { status, body } = await api.verifyOtp(user.id, await newCode(stack, user.phoneNumber, seen), more);
  expect(status).toBe(200);
  return body.token;
};

const statusOf = async (sessionToken: string): Promise<unknown> =>
  (await api.retrieveIntent(sessionToken)).body['status'];

describe('a payment without any optional field', () => {
  test('[2.3] completes, and the merchant receives a signed event with its metadata unchanged', async () => {
    const metadata =
      '{ "order" : "1001","constructor":{"z":1,"a":2},"10":1,"2":1,"big":12345678901234567890.10,"é":"\\u00e9" }';
    const created = await api.createIntent(
      `{"amount":"5000","currency":"XAF","description":"Order","metadata":${metadata}}`,
    );
    expect(created.status).toBe(201);
    const { id, sessionToken } = created.body;
    const signedIn = await api.signIn(funded.phoneNumber, funded.password);
    expect([signedIn.status, signedIn.body.id]).toEqual([200, funded.id]);
    const charge = await api.charge(id, await authorise(funded));
    expect(charge.status).toBe(202);

    const delivery = await deliveryOf(stack, id, 'payment.completed');
    verifyServiceSignature(delivery.rawBody, delivery.headers['service-signature'], stack.merchant.webhookSecret);
    expect(delivery.rawBody).toContain(`"metadata":${metadata}`);
    const event = JSON.parse(delivery.rawBody) as { type: string; data: { paymentIntent: Record<string, unknown> } };
    expect(event.type).toBe('payment.completed');
    expect(event.data.paymentIntent).toMatchObject({
      id,
      amount: '5000',
      currency: 'XAF',
      status: 'COMPLETED',
      chargeId: charge.body.id,
      // the merchant has set no user, and learns who paid
      userId: null,
      payer: { userId: funded.id, phoneMasked: null, operator: null },
    });
    expect(await statusOf(sessionToken)).toBe('COMPLETED');
  });

  test('is confirmed by e-mail as well as by SMS', async () => {
    const { id } = await newIntent();
    const address = `${funded.phoneNumber.slice(1)}@customers.example`;
    const seen = await inboxMessages(stack, address);
    expect((await api.initOtp(funded.id, { channel: 'email', intentionId: id })).status).toBe(202);
    const code = await newCode(stack, address, seen);
    const { status, body } = await api.verifyOtp(funded.id, code, { intentionId: id });
    expect(status).toBe(200);
    expect((await api.charge(id, body.token)).status).toBe(202);
    await deliveryOf(stack, id, 'payment.completed');
  });

  test('fails when the wallet is empty, and the merchant receives payment.failed once', async () => {
    const poor = userEndingIn('10');
    const { id, sessionToken } = await newIntent();
    await api.charge(id, await authorise(poor, { intentionId: id }));
    const delivery = await deliveryOf(stack, id, 'payment.failed');
    expect(JSON.parse(delivery.rawBody)).toMatchObject({
      data: { paymentIntent: { failure: { code: 'insufficient_funds' } } },
    });
    expect(await statusOf(sessionToken)).toBe('FAILED');
    expect(await deliveriesOf(stack, id)).toHaveLength(1);
  });

  test('[2.4] guarantees that a session token shows the public view only', async () => {
    const { sessionToken } = await newIntent({ metadata: { internal: 'cost 900' }, reference: `order-${Date.now()}` });
    const { body } = await api.retrieveIntent(sessionToken);
    expect(body).toMatchObject({ object: 'payment_intent', amount: '1500', status: 'PENDING' });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['metadata']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['reference']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['sessionToken']));
  });
});

describe('at most one charge per intent, for ever', () => {
  test('60 parallel charges of one intent make one charge, and every answer is the contract’s', async () => {
    const { id } = await newIntent();
    const token = await authorise(funded, { intentionId: id });
    const answers = await Promise.all(Array.from({ length: 60 }, () => api.charge(id, token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    await deliveryOf(stack, id, 'payment.completed');
    const { body } = await api.readIntent(id);
    expect(body).toMatchObject({ status: 'COMPLETED', chargeId: answers[0]?.body.id });
    expect(new Set((await deliveriesOf(stack, id)).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('[6.11] one token charges one intent', async () => {
    const [first, second] = [await newIntent(), await newIntent()];
    const token = await authorise(funded);
    const answers = await Promise.all([api.charge(first.id, token), api.charge(second.id, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'otp_token_used' });
  });
});

describe('idempotent creation', () => {
  const body = { amount: '2500', currency: 'XAF', metadata: { a: 1 } };

  test('40 parallel creates with one Idempotency-Key make one intent, and every answer is the contract’s', async () => {
    const headers = { 'idempotency-key': `key-${Date.now()}-${Math.random()}` };
    const answers = await Promise.all(Array.from({ length: 40 }, () => api.createIntent(body, headers)));
    const created = answers.filter(({ status }) => status === 201);
    expect(
      answers
        .filter(({ status }) => status !== 201)
        .map(({ body: problem }) => (problem as unknown as { code: string }).code),
    ).toEqual(answers.filter(({ status }) => status !== 201).map(() => 'idempotency_key_in_use'));
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(created.filter(({ headers: sent }) => sent['idempotency-replayed'] === undefined)).toHaveLength(1);
    const replay = await eventually(async () => {
      const answer = await api.createIntent(body, headers);
      return answer.status === 201 ? answer : undefined;
    });
    expect([replay.text, replay.headers['idempotency-replayed']]).toEqual([created[0]?.text, 'true']);
  });

  test('[6.3] another body under the same key is refused', async () => {
    const headers = { 'idempotency-key': `key-${Date.now()}-${Math.random()}` };
    await api.createIntent(body, headers);
    const answer = await api.createIntent({ ...body, amount: '2501' }, headers);
    expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('[6.7] a refusal is not stored: the same call with the same key succeeds once the reference is free', async () => {
    const reference = `order-${Date.now()}-${Math.random()}`;
    const holder = await newIntent({ reference });
    const headers = { 'idempotency-key': `key-${reference}` };
    const refused = await api.createIntent({ ...body, reference }, headers);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'reference_exists' }]);
    const asMerchant = { authorization: `Bearer ${stack.merchant.secretKey}` };
    const cancel = { method: 'POST', path: `/gateway/${holder.id}/cancel`, headers: asMerchant };
    expect((await api.request(cancel)).status).toBe(200);
    const created = await api.createIntent({ ...body, reference }, headers);
    expect([created.status, created.headers['idempotency-replayed']]).toEqual([201, undefined]);
    const replay = await api.createIntent({ ...body, reference }, headers);
    expect([replay.text, replay.headers['idempotency-replayed']]).toEqual([created.text, 'true']);
  });
});
