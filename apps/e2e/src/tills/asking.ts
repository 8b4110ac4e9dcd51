import { randomBytes } from 'node:crypto';
import type { Answer, PaygateHttp, Stack } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { newMerchant } from '../accounts/dashboard.js';
import { accepted, anApprovingPhone } from '../payments/paying.js';

/** An account that asks phones at its counter, and an ask of one that pays. */
export async function askAPhone({ stack, api }: { readonly stack: Stack; readonly api: PaygateHttp }): Promise<void> {
  const authorization = `Bearer ${await newMerchant(stack, api)}`;
  const send = (method: string, path: string, body?: object): Promise<Answer> =>
    api.request({
      ...{ method, path, headers: { authorization, 'idempotency-key': randomBytes(16).toString('hex') } },
      ...(body === undefined ? {} : { body }),
    });
  const asked = { amount: '300', currency: 'XAF', phoneNumber: anApprovingPhone() };
  accepted(200, await send('PATCH', '/merchant', { settings: { phoneAsks: true } }));
  const { intentionId } = accepted(202, await send('POST', '/till/charges', asked));
  const path = `/gateway/${String(intentionId)}`;
  await eventually(async () => (await send('GET', path)).body['status'] === 'COMPLETED');
}
