import type { PaygateHttp } from '@paygate/testing';
import { codeOfApp } from '@paygate/testing';
import { accepted } from '../payments/paying.js';
import type { NewMember } from './dashboard.js';
import { atDashboard } from './dashboard.js';

/** A signed-in member with a second factor: each recovery code replaces one code of the app. */
export interface Proven {
  readonly email: string;
  readonly session: string;
  readonly codes: string[];
}

/** Enables the second factor of a member. */
export async function withSecondFactor(api: PaygateHttp, { email, password, session }: NewMember): Promise<Proven> {
  const post = (to: string, body: unknown) => atDashboard(api, `POST /dashboard/second-factor${to}`, { session, body });
  const { secret } = accepted(201, await post('', { password }));
  const { recoveryCodes } = accepted(200, await post('/confirm', { code: codeOfApp(String(secret)) }));
  return { email, session, codes: [...(recoveryCodes as readonly string[])] };
}
