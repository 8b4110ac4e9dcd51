import { randomBytes } from 'node:crypto';
import type { Answer, PaygateHttp, Stack } from '@paygate/testing';
import { codeOfApp, eventually, inboxMessages, newCode } from '@paygate/testing';
import {
  atDashboard,
  chooseNotices,
  mailed,
  memberOf,
  newMerchant,
  newSession,
  usePush,
} from '../accounts/dashboard.js';
import { askForLiveMode, describeMerchant } from '../accounts/merchant-account.js';
import { accepted, anApprovingPhone, order, otherThan } from '../payments/paying.js';
import { payMany } from '../payouts/paying-many.js';
import { payOut } from '../payouts/paying-out.js';
import { refundPayments } from '../payments/refunding.js';
import { askAPhone } from '../tills/asking.js';
import { tryAgain } from '../payments/retrying.js';
import type { Person } from './newcomers.js';
import { later, newcomer, NOBODY, wrong } from './newcomers.js';

/** The stack and a client of it. */
export interface Caller {
  readonly stack: Stack;
  readonly api: PaygateHttp;
}

/**
 * Scenarios by topic. Together their requests cause every command that a caller over HTTP can cause, accepted ones and refused
 * ones, each time with new users and payments. Each scenario is short, so that its first command is still valid, and executed,
 * after its last one was answered.
 */
export const allCommands: Readonly<Record<string, (caller: Caller) => Promise<unknown>>> = {
  registrations: async (caller) => register(caller, newcomer()),
  'sign-ins of users': signInAndOut,
  'new passwords of users': changePassword,
  intents: useIntents,
  'payment links': useLinks,
  'codes and charges': confirmAndCharge,
  'mobile money': payByMobileMoney,
  'asks of phones': askAPhone,
  'further tries': tryAgain,
  ...{ refunds: refundPayments, payouts: payOut, 'payouts to many': payMany },
  'webhook endpoints': manageEndpoints,
  'events and deliveries': readAndRedeliver,
  'sign-ups of merchants': signUp,
  invitations: inviteAndRemove,
  'sessions of members': signInAsMember,
  'API keys': manageKeys,
  'profiles of merchants': describeMerchant,
  'requests for live mode': askForLiveMode,
};

/** Throws unless the answer refuses with this code. */
function refused(code: string, { body, text }: Answer<unknown>): void {
  if ((body as { readonly code?: unknown }).code !== code) throw new Error(`not ${code}: ${text}`);
}

/** Registers a user; returns the id. */
async function register({ stack, api }: Caller, { phoneNumber, password }: Person): Promise<string> {
  refused('password_weak', await api.register(phoneNumber, 'password1234'));
  const { registrationId } = accepted(202, await api.register(phoneNumber, password));
  const code = await newCode(stack, phoneNumber, []);
  refused('otp_invalid', await api.confirmRegistration(registrationId, otherThan(code)));
  const { id } = accepted(201, await api.confirmRegistration(registrationId, code));
  refused('otp_invalid', await api.confirmRegistration(registrationId, code));
  return id;
}

async function signInAndOut(caller: Caller): Promise<void> {
  const { api } = caller;
  const person = newcomer();
  const { phoneNumber, password } = person;
  await register(caller, person);
  refused('credentials_invalid', await api.signIn(phoneNumber, wrong(password)));
  const { token } = accepted(200, await api.signIn(phoneNumber, password));
  refused('credentials_invalid', await api.signIn(phoneNumber, wrong(password)));
  refused('credentials_invalid', await api.signIn(NOBODY.phoneNumber, password));
  accepted(204, await api.signOut(token));
  refused('token_invalid', await api.signOut(token));
}

async function changePassword(caller: Caller): Promise<void> {
  const { stack, api } = caller;
  const person = newcomer();
  const { phoneNumber, password } = person;
  await register(caller, person);
  const seen = await inboxMessages(stack, phoneNumber);
  const { resetId } = accepted(202, await api.forgotPassword(phoneNumber));
  accepted(202, await api.forgotPassword(newcomer().phoneNumber));
  const code = await newCode(stack, phoneNumber, seen);
  refused('otp_invalid', await api.resetPassword(resetId, otherThan(code), later(password)));
  accepted(204, await api.resetPassword(resetId, code, later(password)));
  refused('otp_invalid', await api.resetPassword(resetId, code, password));
  accepted(200, await api.signIn(phoneNumber, later(password)));
}

async function useIntents({ stack, api }: Caller): Promise<void> {
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  const intent = { amount: '300', currency: 'XAF', reference: randomBytes(8).toString('hex') };
  const { id, sessionToken } = accepted(201, await api.createIntent(intent));
  refused('reference_exists', await api.createIntent(intent));
  refused('amount_too_small', await api.createIntent({ ...intent, amount: '1' }));
  accepted(200, await api.retrieveIntent(sessionToken));
  const own = [`/gateway/${id}`, `/gateway/${id}/timeline`];
  for (const path of ['/gateway?limit=2', ...own, '/metrics/payments', '/customers?limit=2', '/customers/guests'])
    accepted(200, await api.request({ method: 'GET', path, headers }));
  const body = { phoneNumber: NOBODY.phoneNumber };
  accepted(200, await api.request({ method: 'POST', path: '/gateway/search', headers, body }));
  // not the intent that holds the reference: no refusal is stored, so the refused creation would succeed when redelivered
  accepted(200, await api.request({ method: 'POST', path: `/gateway/${await order(api)}/cancel`, headers }));
}

async function useLinks({ stack, api }: Caller): Promise<void> {
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  const ask = (method: string, path: string, body?: unknown) => api.request({ method, path, headers, body });
  const { id } = accepted(201, await ask('POST', '/payment-links', { currency: 'XAF', maxUses: 1 }));
  refused('amount_too_small', await ask('POST', '/payment-links', { currency: 'XAF', amount: '1' }));
  const path = `/payment-links/${String(id)}`;
  const pay = (amount?: string) => api.request({ method: 'POST', path: `${path}/payments`, body: { amount } });
  refused('parameter_missing', await pay());
  accepted(201, await pay('300'));
  refused('payment_link_used_up', await pay('300'));
  for (const read of ['/payment-links?limit=2', path, `${path}/shared`]) accepted(200, await ask('GET', read));
  accepted(200, await ask('PATCH', path, { active: false }));
  refused('payment_link_inactive', await pay('300'));
}

async function confirmAndCharge(caller: Caller): Promise<void> {
  const { stack, api } = caller;
  const person = newcomer();
  const userId = await register(caller, person);
  const [intentionId, other] = await Promise.all([order(api), order(api)]);
  const named = { intentionId };
  const seen = await inboxMessages(stack, person.phoneNumber);
  accepted(202, await api.initOtp(userId, named));
  const code = await newCode(stack, person.phoneNumber, seen);
  refused('otp_invalid', await api.verifyOtp(userId, otherThan(code), named));
  const { token } = accepted(200, await api.verifyOtp(userId, code, named));
  refused('otp_invalid', await api.verifyOtp(userId, code, named));
  accepted(200, await api.signIn(person.phoneNumber, person.password));
  accepted(200, await api.charge(intentionId, token, { prefer: 'wait=2' }));
  accepted(202, await api.charge(intentionId, token));
  refused('intent_unexpected_state', await api.initOtp(userId, named));
  refused('otp_token_used', await api.charge(other, token));
}

async function payByMobileMoney(caller: Caller): Promise<void> {
  const { stack, api } = caller;
  const person = newcomer();
  const userId = await register(caller, person);
  const intentionId = await order(api);
  const seen = await inboxMessages(stack, person.phoneNumber);
  accepted(202, await api.initOtp(userId, { intentionId }));
  const code = await newCode(stack, person.phoneNumber, seen);
  const { token } = accepted(200, await api.verifyOtp(userId, code, { intentionId }));
  refused('operator_unknown', await api.chargeByMobileMoney(intentionId, token, { phoneNumber: '+237222000001' }));
  accepted(202, await api.chargeByMobileMoney(intentionId, token, { phoneNumber: anApprovingPhone() }));
  await eventually(async () => (await api.readIntent(intentionId)).body['status'] === 'COMPLETED');
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  accepted(200, await api.request({ method: 'GET', path: `/gateway/${intentionId}/payer`, headers }));
  accepted(202, await api.sendReceipt(intentionId, { channel: 'email' }));
  refused('channel_unsupported', await api.sendReceipt(intentionId, { channel: 'sms' }));
}

async function manageEndpoints({ stack, api }: Caller): Promise<void> {
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  const ask = (method: string, path: string, body?: unknown) => api.request({ method, path, headers, body });
  const wanted = { url: stack.merchant.webhookReceiver.url, events: ['payment.expired'] };
  const { id } = accepted(201, await ask('POST', '/webhook-endpoints', wanted));
  const path = `/webhook-endpoints/${String(id)}`;
  refused('webhook_url_invalid', await ask('PATCH', path, { url: 'https://user@shop.example' }));
  accepted(200, await ask('PATCH', path, { description: 'for a moment' }));
  accepted(201, await ask('POST', `${path}/rotate-secret`, {}));
  accepted(200, await ask('POST', `${path}/test`));
  const range = { from: new Date(Date.now() - 1_000).toISOString(), dryRun: true };
  const recovery = accepted(202, await ask('POST', `${path}/recover`, range));
  accepted(200, await ask('GET', `${path}/recoveries/${String(recovery['id'])}`));
  for (const read of [path, '/webhook-endpoints']) accepted(200, await ask('GET', read));
  accepted(204, await ask('DELETE', path));
  refused('webhook_endpoint_not_found', await ask('GET', path));
}

async function readAndRedeliver({ stack, api }: Caller): Promise<void> {
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  const read = async (path: string) => accepted(200, await api.request({ method: 'GET', path, headers }));
  const first = (list: Record<string, unknown>): string => {
    const [item] = list['data'] as readonly { readonly id: string }[];
    if (item === undefined) throw new Error('the list is empty');
    return item.id;
  };
  const eventId = first(await read('/events?limit=1&type=payment.completed'));
  await read(`/events/${eventId}`);
  const deliveryId = first(await read(`/events/${eventId}/deliveries`));
  const { endpointId } = await read(`/deliveries/${deliveryId}`);
  await read(`/webhook-endpoints/${String(endpointId)}/deliveries?limit=2`);
  accepted(202, await api.request({ method: 'POST', path: `/deliveries/${deliveryId}/redeliver`, headers }));
  await read('/test-inbox');
}

async function signUp({ stack, api }: Caller): Promise<void> {
  const { email, password } = newcomer();
  const opening = { body: { email, businessName: 'Boutique', country: 'CM' } };
  const headers = { 'idempotency-key': email };
  accepted(202, await api.request({ method: 'POST', path: '/dashboard/accounts', headers, ...opening }));
  const token = await mailed(stack, email, /acc_\w+/);
  const confirmation = { body: { token, name: 'Ada', password } };
  accepted(201, await atDashboard(api, 'POST /dashboard/accounts/confirm', confirmation));
  refused('mail_token_invalid', await atDashboard(api, 'POST /dashboard/accounts/confirm', confirmation));
}

/** Adds a member to the demo merchant; returns the id. */
async function join({ stack, api }: Caller, owner: string, { email, password }: Person): Promise<string> {
  const body = { email, role: 'viewer' };
  const { id } = accepted(201, await atDashboard(api, 'POST /members', { session: owner, body }));
  refused('member_exists', await atDashboard(api, 'POST /members', { session: owner, body }));
  const first = await mailed(stack, email, /inv_\w+/);
  accepted(200, await atDashboard(api, `POST /members/${String(id)}/invite`, { session: owner }));
  const acceptance = { token: first, name: 'Grace', password };
  refused('mail_token_invalid', await atDashboard(api, 'POST /members/accept', { body: acceptance }));
  const token = await mailed(stack, email, new RegExp(`inv_(?!${first.slice('inv_'.length)})\\w+`));
  accepted(200, await atDashboard(api, 'POST /members/accept', { body: { ...acceptance, token } }));
  return String(id);
}

async function inviteAndRemove(caller: Caller): Promise<void> {
  const { stack, api } = caller;
  const owner = await newMerchant(stack, api);
  const id = await join(caller, owner, newcomer());
  const change = { session: owner, body: { role: 'admin' } };
  accepted(200, await atDashboard(api, `POST /members/${id}/role`, change));
  refused('last_owner', await atDashboard(api, `POST /members/${await memberOf(api, owner)}/role`, change));
  for (const list of ['GET /members', 'GET /members/former', 'GET /audit-events', 'GET /request-logs'])
    accepted(200, await atDashboard(api, list, { session: owner }));
  accepted(204, await atDashboard(api, `DELETE /members/${id}`, { session: owner }));
  refused('member_not_found', await atDashboard(api, `DELETE /members/${id}`, { session: owner }));
}

async function signInAsMember(caller: Caller): Promise<void> {
  const { stack, api } = caller;
  const owner = await newSession(api, stack.merchant.owner.email, stack.merchant.owner.password);
  const member = newcomer();
  const { email, password } = member;
  await join(caller, owner, member);
  const credentials = { email, password: wrong(password) };
  refused('credentials_invalid', await atDashboard(api, 'POST /dashboard/sessions', { body: credentials }));
  await newSession(api, email, password);
  accepted(202, await atDashboard(api, 'POST /dashboard/password/forgot', { body: { email } }));
  accepted(202, await atDashboard(api, 'POST /dashboard/password/forgot', { body: { email: newcomer().email } }));
  const token = await mailed(stack, email, /rst_\w+/);
  const reset = { body: { token, password: later(password) } };
  accepted(204, await atDashboard(api, 'POST /dashboard/password/reset', reset));
  refused('mail_token_invalid', await atDashboard(api, 'POST /dashboard/password/reset', reset));
  const session = await newSession(api, email, later(password));
  const change = { session, body: { currentPassword: later(password), password: later(later(password)) } };
  accepted(204, await atDashboard(api, 'POST /dashboard/password', change));
  refused('credentials_invalid', await atDashboard(api, 'POST /dashboard/password', change));
  await useSecondFactor(caller, session, later(later(password)));
  await chooseNotices(api, session);
  await usePush(stack, api, session);
  const { body: list } = await atDashboard(api, 'GET /dashboard/sessions', { session });
  const [{ id } = { id: '' }] = list['data'] as { readonly id: string }[];
  accepted(204, await atDashboard(api, `DELETE /dashboard/sessions/${id}`, { session }));
  refused('token_invalid', await atDashboard(api, 'GET /dashboard/sessions/current', { session }));
}

/** Begins and abandons a second factor: a code that is sent again is used, so its command has no second effect anyway. */
async function useSecondFactor({ api }: Caller, session: string, password: string): Promise<void> {
  const post = (to: string, body: unknown) => atDashboard(api, `POST /dashboard/second-factor${to}`, { session, body });
  const { secret } = accepted(201, await post('', { password }));
  refused('second_factor_invalid', await post('/confirm', { code: 'none' }));
  const { recoveryCodes } = accepted(200, await post('/confirm', { code: codeOfApp(String(secret)) }));
  accepted(200, await atDashboard(api, 'GET /dashboard/second-factor', { session }));
  const [first, second] = recoveryCodes as readonly string[];
  const renewed = accepted(200, await post('/recovery-codes', { code: first }));
  refused('second_factor_invalid', await post('/recovery-codes', { code: second }));
  const [code] = renewed['recoveryCodes'] as readonly string[];
  accepted(204, await post('/disable', { password, code }));
}

async function manageKeys({ stack, api }: Caller): Promise<void> {
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  const post = (path: string, body?: unknown) => api.request({ method: 'POST', path, headers, body });
  const { id, key } = accepted(201, await post('/api-keys', { type: 'secret', name: 'for a moment' }));
  const successor = accepted(201, await post(`/api-keys/${String(id)}/rotate`, { overlapSeconds: 60 }));
  refused('api_key_inactive', await post(`/api-keys/${String(id)}/rotate`));
  const path = `/api-keys/${String(successor['id'])}`;
  const renamed = { method: 'PATCH', path, headers, body: { name: 'for another moment' } };
  accepted(200, await api.request(renamed));
  refused('parameter_invalid', await api.request({ ...renamed, body: { origins: ['https://shop.example'] } }));
  accepted(200, await api.request({ method: 'GET', path: '/api-keys', headers }));
  const inBrowser = { authorization: `Bearer ${String(key)}`, origin: 'https://shop.example' };
  refused('secret_key_in_browser', await api.request({ method: 'GET', path: '/gateway', headers: inBrowser }));
  accepted(200, await api.request({ method: 'GET', path: `${path}/work`, headers }));
  accepted(200, await post(`${path}/revoke`));
}
