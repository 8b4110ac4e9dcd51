import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PageAnswer } from '../test/page-under-test.js';
import { PageUnderTest } from '../test/page-under-test.js';

/* Forms of the payment page and of the page of a link, by browsers that say where a form comes from and by those that do not. */

const INTENT = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';
const LINK = 'pl_01k8zqa1c4gt6xd9f3mhw7r2zb';
const CALLED = { phone: 'POST /auth/otp/init', link: `POST /payment-links/${LINK}/payments` };
const inFuture = new Date(Date.now() + 600_000).toISOString();
const HOST = { 'x-forwarded-host': 'pay.example' };
const OWN = { origin: 'https://pay.example' };
const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site', ...OWN }, { origin: 'null' }];

let page: PageUnderTest;
beforeAll(async () => {
  page = await PageUnderTest.start();
});
beforeEach(() => {
  page.calls.length = 0;
  const common = { amount: '700', currency: 'XAF', currencyExponent: 0, description: null, mode: 'test' };
  const payment = { ...common, id: INTENT, status: 'PENDING', userId: null, nextAction: null, expiresAt: inFuture };
  page.answers.set('GET /gateway/session', { status: 200, body: payment });
  const sent = { otpId: 'otp_1', destination: '****01', codeLength: 6, sendsRemaining: 4 };
  page.answers.set(CALLED.phone, { status: 202, body: { ...sent, expiresAt: inFuture, resendAvailableAt: inFuture } });
  page.answers.set(`GET /payment-links/${LINK}/shared`, {
    status: 200,
    body: { ...common, id: LINK, status: 'active' },
  });
  page.answers.set(CALLED.link, { status: 201, body: { checkoutUrl: 'https://pay.example/checkout/cs_test_1' } });
});
afterAll(() => page.stop());

/** A browser that sends no more of its headers than a spec says. */
interface Browser {
  readonly cookie: string;
  readonly form: Readonly<Record<string, string>>;
}

function browserWith(cookie: string, { text }: PageAnswer): Browser {
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([\w-]+)"/g)];
  return { cookie, form: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])) };
}
const cookieOf = ({ headers }: PageAnswer) => headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';

async function atPayment(): Promise<Browser> {
  const cookie = cookieOf(await page.get('cs_test_1'));
  return browserWith(cookie, await page.get(INTENT, { cookie }));
}
async function atLink(): Promise<Browser> {
  const shown = await page.get(LINK);
  return browserWith(cookieOf(shown), shown);
}

describe.each([
  { name: '[1.54] the payment page', path: `${INTENT}/phone`, open: atPayment, called: CALLED.phone },
  { name: 'the link page', path: LINK, open: atLink, called: CALLED.link },
])('$name', ({ path, open, called }) => {
  const send = async ({ cookie, form }: Browser, headers: Readonly<Record<string, string>>, more = {}) => {
    page.calls.length = 0;
    const { status } = await page.post(
      path,
      { phoneNumber: '670000001', ...form, ...more },
      { ...HOST, cookie, ...headers },
    );
    return [status, page.calls.includes(called)];
  };

  test.each([{}, OWN, { 'sec-fetch-site': 'same-origin' }, { ...OWN, 'sec-fetch-site': 'same-origin' }])(
    'takes a form of its own by a browser that sends %j',
    async (headers) => {
      expect(await send(await open(), headers)).toEqual([303, true]);
    },
  );

  test.each(foreign)('takes no form of another site, token or not: %j', async (headers) => {
    const browser = await open();
    expect(await send(browser, headers)).toEqual([403, false]);
    expect(await send({ ...browser, form: {} }, headers)).toEqual([403, false]);
  });

  test('takes no form of another browser, where both name no origin', async () => {
    const [victim, attacker] = [await open(), await open()];
    expect(victim.form['token']).not.toBe(attacker.form['token']);
    // another site has a form of its own browser, and the victim's browser sends it with its own cookie
    expect(await send({ cookie: victim.cookie, form: attacker.form }, {})).toEqual([403, false]);
    for (const token of ['', 'A'.repeat(24)]) expect(await send(victim, {}, { token })).toEqual([403, false]);
    const without = Object.entries(victim.form).filter(([name]) => name !== 'token');
    expect(await send({ ...victim, form: Object.fromEntries(without) }, {})).toEqual([403, false]);
  });
});

test('[1.54] the link page gives a browser one cookie, and the same token as long as it is kept', async () => {
  const first = await atLink();
  const again = await page.get(LINK, { cookie: first.cookie });
  expect(again.headers['set-cookie']).toBeUndefined();
  expect(browserWith(first.cookie, again).form['token']).toBe(first.form['token']);
});
