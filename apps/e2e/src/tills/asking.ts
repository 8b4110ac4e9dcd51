import { randomBytes } from 'node:crypto';
import type { Answer, PaygateHttp, Stack } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { newMerchant } from '../accounts/dashboard.js';
import { accepted, anApprovingPhone } from '../payments/paying.js';

/** An account that asks phones at a till of its counter, an ask of one that pays, a payment by a code, and the end of the till, after which that payment is repeated. */
export async function askAPhone({ stack, api }: { readonly stack: Stack; readonly api: PaygateHttp }): Promise<void> {
  const authorization = `Bearer ${await newMerchant(stack, api)}`;
  const newKey = (): string => randomBytes(16).toString('hex');
  const send = (method: string, path: string, body?: object, key = newKey()): Promise<Answer> =>
    api.request({
      ...{ method, path, headers: { authorization, 'idempotency-key': key } },
      ...(body === undefined ? {} : { body }),
    });
  accepted(200, await send('PATCH', '/merchant', { settings: { phoneAsks: true } }));
  const { id: tillId } = accepted(201, await send('POST', '/tills', { name: 'Caisse 1' }));
  const order = { amount: '300', currency: 'XAF', tillId };
  const asked = { ...order, phoneNumber: anApprovingPhone() };
  const { intentionId } = accepted(202, await send('POST', '/till/charges', asked));
  const path = `/gateway/${String(intentionId)}`;
  await eventually(async () => (await send('GET', path)).body['status'] === 'COMPLETED');
  const key = newKey();
  accepted(201, await send('POST', '/till/payments', order, key));
  accepted(200, await send('GET', '/tills'));
  accepted(200, await send('POST', `/tills/${String(tillId)}/revoke`));
  accepted(201, await send('POST', '/till/payments', order, key));
}
