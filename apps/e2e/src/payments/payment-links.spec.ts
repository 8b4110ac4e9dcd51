import { afterAll, describe, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { readStack, stackClient } from '@paygate/testing';
import { atDashboard, mailed } from '../accounts/dashboard.js';
import { accepted } from './paying.js';

const stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

const run = Date.now().toString(36);
const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
const asMerchant = (method: string, path: string, body?: unknown) => api.request({ method, path, headers, body });
const create = async (terms: object) =>
  accepted(201, await asMerchant('POST', '/payment-links', { currency: 'XAF', ...terms })) as {
    readonly id: string;
    readonly url: string;
  };
const pay = (id: string, body?: object, key?: string) =>
  api.request({
    method: 'POST',
    path: `/payment-links/${id}/payments`,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    body,
  });
/** A merchant that signs up for it. */
async function keyOfAnotherMerchant(): Promise<string> {
  const email = `links-${run}@shop.example`;
  const opening = { body: { email, businessName: 'Boutique', country: 'CM' } };
  accepted(202, await atDashboard(api, 'POST /dashboard/accounts', opening));
  const token = await mailed(stack, email, /acc_\w+/);
  const confirmation = { body: { token, name: 'Ada', password: `the password of ${email}` } };
  const { apiKeys } = accepted(201, await atDashboard(api, 'POST /dashboard/accounts/confirm', confirmation)) as {
    readonly apiKeys: readonly { readonly type: string; readonly key: string }[];
  };
  return apiKeys.find(({ type }) => type === 'secret')?.key ?? '';
}

const refusal = ({ status, body }: Answer<unknown>) => [status, (body as { code?: string }).code];

describe('a payment link', () => {
  test('[9.5] is paid by whoever has its address, without a key', async () => {
    const { id, url } = await create({ description: 'Cotisation', referencePattern: `${run}-{n}` });
    expect(url).toContain(`/checkout/${id}`);
    const shared = accepted(200, await api.request({ method: 'GET', path: `/payment-links/${id}/shared` }));
    expect(shared).toMatchObject({ status: 'active', amount: null, merchant: { name: expect.any(String) as unknown } });
    const begun = accepted(201, await pay(id, { amount: '700' }));
    expect(begun).toMatchObject({ amount: '700', checkoutUrl: expect.stringContaining('/checkout/cs_') as unknown });
    const intent = accepted(200, await api.readIntent(String(begun['intentionId'])));
    expect(intent).toMatchObject({ reference: `${run}-1`, description: 'Cotisation', cancelUrl: url });
    const found = await asMerchant('GET', `/gateway?metadata[paymentLinkId]=${id}`);
    expect(accepted(200, found)['data']).toMatchObject([{ id: begun['intentionId'], amount: '700' }]);
  });

  test('[9.3] with one use left begins one payment for many payers at once', async () => {
    const { id } = await create({ amount: '500', maxUses: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map((answer) => refusal(answer).join(' ')))).toEqual(
      new Set(['201 ', '409 payment_link_used_up']),
    );
    expect(accepted(200, await asMerchant('GET', `/payment-links/${id}`))).toMatchObject({
      ...{ status: 'used_up', usesRemaining: 0, payments: 1 },
    });
  });

  test('begins one payment for a key, however often it is sent', async () => {
    const { id } = await create({ amount: '500' });
    const key = `${run}-one`;
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => pay(id, undefined, key)));
    for (const other of others) expect(other.body).toEqual(first?.body);
    // no body and an empty one ask for the same
    expect((await pay(id, {}, key)).body).toEqual(first?.body);
    const [{ id: open }, another] = [await create({ description: 'Cotisation' }), `${run}-two`];
    accepted(201, await pay(open, { amount: '700' }, another));
    expect(refusal(await pay(open, { amount: '800' }, another))).toEqual([422, 'idempotency_key_reused']);
  });

  test('[9.4] deactivated begins no payment until it is activated again', async () => {
    const { id } = await create({ amount: '500' });
    accepted(200, await asMerchant('PATCH', `/payment-links/${id}`, { active: false }));
    expect(refusal(await pay(id))).toEqual([409, 'payment_link_inactive']);
    accepted(200, await asMerchant('PATCH', `/payment-links/${id}`, { active: true }));
    accepted(201, await pay(id));
  });

  test('[9.2] of another merchant is answered like one that does not exist', async () => {
    const { id } = await create({ amount: '500' });
    const same = { authorization: `Bearer ${await keyOfAnotherMerchant()}`, 'x-request-id': 'same-for-all' };
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'GET' ? undefined : { active: false };
      const answers = await Promise.all(
        [id, `${id.slice(0, -4)}0000`].map((asked) =>
          api.request({ method, path: `/payment-links/${asked}`, headers: same, body }),
        ),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(refusal(answers[0] as Answer<unknown>)).toEqual([404, 'payment_link_not_found']);
    }
  });
});
