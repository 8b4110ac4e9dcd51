import { randomBytes } from 'node:crypto';
import type { PaygateHttp, Stack } from '@paygate/testing';
import { accepted } from '../payments/paying.js';
import { atDashboard, newMerchant } from './dashboard.js';

interface Caller {
  readonly stack: Stack;
  readonly api: PaygateHttp;
}

/** Asks for live mode as the owner of a new account, and withdraws the request. */
export async function askForLiveMode({ stack, api }: Caller): Promise<void> {
  const session = await newMerchant(stack, api);
  const at = (method: string, body?: object) => atDashboard(api, `${method} /merchant/live-request`, { session, body });
  accepted(200, await at('POST', { business: 'Bread and cakes' }));
  accepted(200, await at('GET'));
  accepted(200, await at('DELETE'));
}

/** Changes and reads the profile of the demo merchant, and asks for a logo that does not exist. */
export async function describeMerchant({ stack, api }: Caller): Promise<void> {
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  const email = `${randomBytes(8).toString('hex')}@shop.example`;
  const body = { supportContact: { email, phone: null, url: null } };
  accepted(200, await api.request({ method: 'PATCH', path: '/merchant', headers, body }));
  accepted(200, await api.request({ method: 'GET', path: '/merchant', headers }));
  accepted(404, await api.request({ method: 'GET', path: `/logos/${randomBytes(32).toString('base64url')}` }));
}
