import { randomBytes } from 'node:crypto';
import type { Answer, PaygateHttp, Stack } from '@paygate/testing';
import { eventually, inboxMessages, PushBrowser } from '@paygate/testing';

/** The session and body of a member's request. */
export interface MemberRequest {
  readonly session?: string;
  readonly body?: unknown;
}

/** Sends a request of the dashboard, as `POST /members`. */
export function atDashboard(api: PaygateHttp, route: string, { session, body }: MemberRequest = {}): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const headers = session === undefined ? {} : { authorization: `Bearer ${session}` };
  return api.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
}

/** The token of a new session of a member. */
export async function newSession(api: PaygateHttp, email: string, password: string): Promise<string> {
  const { body } = await atDashboard(api, 'POST /dashboard/sessions', { body: { email, password } });
  return String(body['token']);
}

/** The id of the member whose session it is. */
export async function memberOf(api: PaygateHttp, session: string): Promise<string> {
  const { body } = await atDashboard(api, 'GET /dashboard/sessions/current', { session });
  return (body['acting'] as { readonly memberId: string }).memberId;
}

/** Reads the notices of a member, and switches them off. */
export async function chooseNotices(api: PaygateHttp, session: string): Promise<void> {
  const read = await atDashboard(api, 'GET /dashboard/notices', { session });
  const changed = await atDashboard(api, 'PATCH /dashboard/notices', { session, body: { payoutFailed: false } });
  if (read.status !== 200 || changed.body['payoutFailed'] !== false) throw new Error(`not changed: ${changed.text}`);
}

/** Has notices sent to a browser, and stops them. Another address on this machine is refused. */
export async function usePush(stack: Stack, api: PaygateHttp, session: string): Promise<void> {
  const { p256dh, auth } = PushBrowser.fresh();
  const endpoint = `${stack.ownEndpoint.url.replace('http://127.0.0.1', 'https://localhost')}/send/of-a-browser`;
  const body = { endpoint, p256dh, auth, language: 'fr' };
  const post = (path: string, sent: object) => atDashboard(api, `POST /dashboard/push${path}`, { session, body: sent });
  const answers = [
    await atDashboard(api, 'GET /dashboard/push', { session }),
    await post('', body),
    await post('', { ...body, endpoint: 'https://localhost/send' }),
    await post('/stop', { endpoint }),
  ];
  const statuses = answers.map(({ status }) => status).join();
  if (statuses !== '200,200,400,200') throw new Error(`answers ${statuses}: ${answers.map(({ text }) => text).join()}`);
}

/** A person with a session. */
export interface NewMember {
  readonly email: string;
  readonly password: string;
  readonly session: string;
}

/** Signs a merchant up; returns its owner. */
export async function newOwner(stack: Stack, api: PaygateHttp): Promise<NewMember> {
  const [email, password] = newPerson('owner');
  await atDashboard(api, 'POST /dashboard/accounts', { body: { email, businessName: 'Boutique', country: 'CM' } });
  const token = await mailed(stack, email, /acc_\w+/);
  await atDashboard(api, 'POST /dashboard/accounts/confirm', { body: { token, name: 'Ada', password } });
  return { email, password, session: await newSession(api, email, password) };
}

/** Signs a merchant up; returns the session of its owner. */
export async function newMerchant(stack: Stack, api: PaygateHttp): Promise<string> {
  return (await newOwner(stack, api)).session;
}

/** Invites a person to an account, the demo merchant's unless the session of another owner is given; the person joins it. */
export async function newMember(stack: Stack, api: PaygateHttp, role: string, inviter?: string): Promise<NewMember> {
  const [email, password] = newPerson(role);
  const { owner } = stack.merchant;
  const session = inviter ?? (await newSession(api, owner.email, owner.password));
  await atDashboard(api, 'POST /members', { session, body: { email, role } });
  const token = await mailed(stack, email, /inv_\w+/);
  await atDashboard(api, 'POST /members/accept', { body: { token, name: role, password } });
  return { email, password, session: await newSession(api, email, password) };
}

const newPerson = (name: string): readonly [email: string, password: string] => [
  `${name}.${randomBytes(8).toString('hex')}@shop.example`,
  `Pass ${randomBytes(12).toString('hex')}`,
];

/** The match of a pattern in the newest mail to an address that has one. */
export function mailed(stack: Stack, email: string, token: RegExp): Promise<string> {
  return eventually(async () => {
    const mails = await inboxMessages(stack, email);
    return mails.map(({ text }) => token.exec(text)?.[0]).find((found) => found !== undefined);
  });
}
