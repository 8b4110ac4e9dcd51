import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deliveryOf, eventually, StackDatabases } from '@paygate/testing';
import { build } from 'esbuild';
import type { Shop, Visit } from './shop.js';
import { codeSentBy, customerOf, openShop } from './shop.js';
import { demoServer, trustedStack } from './trust.js';

const stack = trustedStack();
const paygate = demoServer(stack);
const databases = new StackDatabases(stack);
const { publishableKey } = stack.merchant;
const payer = customerOf(stack);
const order: { amount: string; currency: 'XAF' } = { amount: '1500', currency: 'XAF' };
let hooks: Shop;
let served = '';

beforeAll(async () => {
  served = await serverRendered();
  hooks = await openShop(stack, 'libs/sdk-react/src/test/react-page.tsx', () => served);
});
afterAll(async () => {
  await Promise.all([hooks.close(), databases.close()]);
});

interface Look {
  readonly statuses: readonly string[];
  readonly clients: number;
  readonly error?: string;
  readonly html: string;
}

/** The page as a server renders it. */
async function serverRendered(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['libs/sdk-react/src/test/server-page.tsx'],
    ...{
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      jsx: 'automatic',
      external: ['react', 'react-dom'],
    },
    tsconfig: 'tsconfig.browser.json',
  });
  const args = ['--input-type=module', '--eval', outputFiles[0]?.text ?? ''];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
}

const lookAt = async ({ run }: Visit): Promise<Look> => (await run('look')) as Look;
const reach = (visit: Visit, status: string): Promise<Look> =>
  eventually(async () => {
    const look = await lookAt(visit);
    return look.statuses.at(-1) === status ? look : undefined;
  });
/** With `hasClock` the test moves the clock of the page. */
const begin = async ({ amount = order.amount, hasClock = false } = {}) => {
  const visit = await hooks.open();
  if (hasClock) await visit.page.clock.install();
  const intent = await paygate.paymentIntents.create({ ...order, amount });
  await visit.run('mount', publishableKey, intent.sessionToken);
  return { visit, intent };
};
/** Signs the customer in; the code is sent by it. */
const sendCode = ({ run }: Visit, { phoneNumber, password } = payer): Promise<string> =>
  codeSentBy(stack, phoneNumber, () => run('step', 'signIn', { phoneNumber, password }));

describe('the hooks in Chromium', () => {
  test('[8.8] show every step of a payment, with one client in StrictMode', async () => {
    const { visit, intent } = await begin();
    await reach(visit, 'ready');
    const otp = await sendCode(visit);
    await visit.run('step', 'submitOtp', otp.startsWith('1') ? '222222' : '111111');
    expect(await lookAt(visit)).toMatchObject({ error: 'otp_invalid' });
    const resent = await codeSentBy(stack, payer.phoneNumber, () => visit.run('step', 'resendOtp'));
    await visit.run('step', 'submitOtp', resent);
    const { statuses, clients } = await reach(visit, 'completed');
    expect(statuses).toEqual([
      ...['loading', 'ready', 'signing_in', 'sending_otp', 'awaiting_otp', 'verifying', 'awaiting_otp', 'sending_otp'],
      ...['awaiting_otp', 'verifying', 'charging', 'processing', 'completed'],
    ]);
    expect(clients).toBe(1);
    await deliveryOf(stack, intent.id, 'payment.completed');
    expect(visit.lines.filter((line) => !line.includes('401') && !line.includes('React DevTools'))).toEqual([]);
  });

  test('ask for the sign-in that a wallet needs, and go on with it without another code', async () => {
    const { visit, intent } = await begin();
    await reach(visit, 'ready');
    const { id: userId, phoneNumber, password } = payer;
    const send = () => visit.run('step', 'sendOtp', { userId, channel: 'sms' });
    await visit.run('step', 'submitOtp', await codeSentBy(stack, phoneNumber, send));
    expect(await reach(visit, 'requires_sign_in')).toMatchObject({ error: 'token_missing' });
    await visit.run('step', 'signIn', { phoneNumber, password });
    await reach(visit, 'completed');
    await deliveryOf(stack, intent.id, 'payment.completed');
  });

  test('[8.8] show a decline', async () => {
    const { visit } = await begin();
    await reach(visit, 'ready');
    const poor = stack.users.find(({ walletBalance }) => walletBalance === '0') ?? payer;
    await visit.run('step', 'submitOtp', '111111');
    expect((await lookAt(visit)).statuses).not.toContain('verifying');
    await visit.run('step', 'submitOtp', await sendCode(visit, poor));
    await reach(visit, 'failed');
  });

  test('[8.8] show an intent that was canceled, and one that expires while the page is open', async () => {
    const [canceled, lapsed, left] = [await begin(), await begin(), await begin({ hasClock: true })];
    await paygate.paymentIntents.cancel(canceled.intent.id);
    await reach(canceled.visit, 'ready');
    // the first code rests on the terms of the session; its charge learns what has become of the intent
    await canceled.visit.run('step', 'submitOtp', await sendCode(canceled.visit));
    await reach(canceled.visit, 'canceled');
    await reach(lapsed.visit, 'ready');
    await databases.query(
      'intents',
      `WITH past AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
       UPDATE intent SET created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
       FROM past WHERE id = ANY ($1)`,
      [[lapsed.intent.id, left.intent.id]],
    );
    // nobody touches the page until the intent lapses
    await reach(left.visit, 'ready');
    await left.visit.page.clock.fastForward('01:00:00');
    expect((await reach(left.visit, 'expired')).statuses).toEqual(['loading', 'ready', 'expired']);
    await lapsed.visit.run('step', 'submitOtp', await sendCode(lapsed.visit));
    await reach(lapsed.visit, 'expired');
    expect((await paygate.paymentIntents.retrieve(lapsed.intent.sessionToken)).status).toBe('EXPIRED');
  });

  test('wait for the outcome of a charge that was answered before it', async () => {
    const { visit } = await begin();
    await reach(visit, 'ready');
    await visit.page.route('**/payment/charge', (route) => {
      const headers = Object.entries(route.request().headers()).filter(([name]) => name !== 'prefer');
      return route.continue({ headers: Object.fromEntries(headers) });
    });
    await visit.run('step', 'submitOtp', await sendCode(visit));
    expect((await reach(visit, 'completed')).statuses).toContain('processing');
  });

  test('leave the token of a payment nowhere, not even while the charge has to be repeated', async () => {
    const { visit } = await begin();
    const { page, run, lines, urls } = visit;
    await run('startRecording');
    await reach(visit, 'ready');
    const verified = page.waitForResponse((response) => response.url().endsWith('/auth/otp/verify') && response.ok());
    await page.route('**/payment/charge', (route) => route.abort());
    const submitted = run('step', 'submitOtp', await sendCode(visit));
    const { token } = (await (await verified).json()) as { token: string };
    await submitted;
    expect(await reach(visit, 'error')).toMatchObject({ error: 'connection_failed' });
    const elsewhere = async (): Promise<unknown[]> => [
      ...[await run('inJson'), JSON.stringify(await page.context().cookies()), (await lookAt(visit)).html],
      ...[...lines, ...urls],
    ];
    expect(token).toMatch(/^eyJ/);
    expect(await run('sweep', token)).toEqual(['/payment/charge']);
    expect((await elsewhere()).filter((text) => String(text).includes(token))).toEqual([]);
    await page.unroute('**/payment/charge');
    await run('step', 'retry');
    await reach(visit, 'completed');
    expect(await run('sweep', token)).toEqual(['/payment/charge']);
    expect((await elsewhere()).filter((text) => String(text).includes(token))).toEqual([]);
  });

  test('show that the customer has to approve on the phone, and wait for the outcome', async () => {
    const amount = String(1_000 + Math.floor(Math.random() * 8_999));
    const { visit, intent } = await begin({ amount });
    await reach(visit, 'ready');
    const waits: (string | undefined)[] = [];
    visit.page.on('request', (request) => {
      if (request.url().endsWith('/gateway/session')) waits.push(request.headers()['prefer']);
    });
    // the phone of the simulator that leaves the payment open
    const method = { type: 'mobile_money', phoneNumber: '+237677770004' };
    await visit.run('step', 'submitOtp', await sendCode(visit), method);
    await eventually(async () => (await visit.run('nextAction')) === 'approve_on_phone');
    expect((await lookAt(visit)).statuses.slice(-2)).toEqual(['charging', 'processing']);
    expect((await paygate.paymentIntents.retrieveById(intent.id)).paymentMethod).toMatchObject({
      operator: 'mtn_momo',
    });
    const phone = await visit.page.context().newPage();
    await phone.goto(stack.rails.phone);
    const price = Number(amount).toLocaleString('en');
    await phone.getByRole('button', { name: `Approve ${price} XAF` }).click();
    await reach(visit, 'completed');
    // the first read shows what the customer has to do
    expect([waits[0], waits.at(-1)]).toEqual([undefined, 'wait=5']);
  });

  test('let the customer pay with another number when the first is refused, without another code', async () => {
    const { visit, intent } = await begin();
    await reach(visit, 'ready');
    const fixedLine = { type: 'mobile_money', phoneNumber: '+237222000000' };
    await visit.run('step', 'submitOtp', await sendCode(visit), fixedLine);
    expect(await reach(visit, 'error')).toMatchObject({ error: 'operator_unknown' });
    await visit.run('step', 'payWith', { type: 'mobile_money', phoneNumber: '+237697770001' });
    await reach(visit, 'completed');
    await deliveryOf(stack, intent.id, 'payment.completed');
    const { paymentMethod } = await paygate.paymentIntents.retrieveById(intent.id);
    expect(paymentMethod).toMatchObject({ operator: 'orange_money' });
  });

  test('[8.8] recover from a lost connection: the intent is read again, and the charge is repeated with its token', async () => {
    const visit = await hooks.open();
    await visit.page.route('**/gateway/session', (route) => route.abort());
    const { id, sessionToken } = await paygate.paymentIntents.create(order);
    await visit.run('mount', publishableKey, sessionToken);
    expect(await reach(visit, 'error')).toMatchObject({ error: 'connection_failed' });
    await visit.page.unroute('**/gateway/session');
    await visit.run('step', 'retry');
    await reach(visit, 'ready');
    await visit.page.route('**/payment/charge', (route) => route.abort());
    await visit.run('step', 'submitOtp', await sendCode(visit));
    expect(await reach(visit, 'error')).toMatchObject({ error: 'connection_failed' });
    await visit.page.unroute('**/payment/charge');
    await visit.run('step', 'retry');
    await reach(visit, 'completed');
    await deliveryOf(stack, id, 'payment.completed');
  });

  test('[8.8] a code that was sent a moment ago, before a reload, is still good', async () => {
    const { visit, intent } = await begin();
    await reach(visit, 'ready');
    const otp = await sendCode(visit);
    await visit.page.reload();
    await visit.run('mount', publishableKey, intent.sessionToken);
    await reach(visit, 'ready');
    const problem = {
      code: 'otp_cooldown',
      status: 429,
      detail: 'wait',
      retryable: true,
      retryAfter: 25,
      requestId: 'r',
    };
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/problem+json' };
    await visit.page.route('**/auth/otp/init', (route) =>
      route.fulfill({ status: 429, headers, body: JSON.stringify(problem) }),
    );
    await visit.run('step', 'sendOtp', { userId: payer.id, channel: 'sms' });
    expect(await reach(visit, 'awaiting_otp')).toMatchObject({ error: 'otp_cooldown' });
    await visit.run('step', 'submitOtp', otp);
    const { phoneNumber, password } = payer;
    await reach(visit, 'requires_sign_in');
    await visit.run('step', 'signIn', { phoneNumber, password });
    await reach(visit, 'completed');
  });

  test('[8.8] are rendered on a server as loading, and hydrated without a complaint', async () => {
    expect(served).toBe('<!--$--><output>loading</output><!--/$-->');
    const visit = await hooks.open();
    const { sessionToken } = await paygate.paymentIntents.create(order);
    await visit.run('hydrate', publishableKey, sessionToken);
    await reach(visit, 'ready');
    expect(visit.lines.filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([]);
  });

  test('[8.8] survive being unmounted while loading, and a component that suspends', async () => {
    const visit = await hooks.open();
    const { sessionToken } = await paygate.paymentIntents.create(order);
    await visit.run('mount', publishableKey, sessionToken);
    await visit.run('unmount');
    expect((await lookAt(visit)).statuses).not.toContain('ready');
    await visit.run('mountSuspended', publishableKey, sessionToken);
    await eventually(async () => (await lookAt(visit)).html.includes('waiting'));
    await visit.run('resume');
    expect((await reach(visit, 'ready')).clients).toBe(1);
    expect(visit.lines.filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([]);
  });

  test('warn when another paygate is given, and take one after null', async () => {
    const visit = await hooks.open();
    const [first, second] = [await paygate.paymentIntents.create(order), await paygate.paymentIntents.create(order)];
    await visit.run('mountWithNull');
    await visit.run('mount', publishableKey, first.sessionToken);
    await reach(visit, 'ready');
    expect(visit.lines.join()).not.toContain('keeps its first');
    await visit.run('mount', publishableKey, second.sessionToken);
    await eventually(() => visit.lines.some((line) => line.includes('keeps its first paygate')));
    expect((await lookAt(visit)).clients).toBe(1);
  });
});
