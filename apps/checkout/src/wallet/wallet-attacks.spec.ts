import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PageUnderTest } from '../test/page-under-test.js';
import { cookieOf, fieldsOf, OWN, TOP_UP, WalletUnderTest, WITHDRAWAL } from '../test/wallet-under-test.js';

/* Attacks on the wallet's own pages. */

let under: WalletUnderTest;
let page: PageUnderTest;
beforeAll(async () => {
  under = await WalletUnderTest.start();
  page = under.page;
});
beforeEach(() => {
  under.reset();
});
afterAll(() => under.stop());

const refuse = (operation: string, status: number, code: string, more = {}): void => {
  under.refuse(operation, status, code, more);
};
const get = (path: string, cookie: string) => under.get(path, cookie);
const post = (path: string, form: Readonly<Record<string, string>>, cookie: string, headers = OWN as Given) =>
  under.post(path, form, { cookie, headers });
const signIn = () => under.signIn();
type Given = Readonly<Record<string, string>>;

describe('an attack on a wallet', () => {
  test.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }])(
    'by a form of another site reaches nothing: %j',
    async (headers) => {
      const cookie = await signIn();
      const form = fieldsOf(await get('wallet/top-up', cookie));
      page.calls.length = 0;
      for (const step of ['top-up', 'withdrawal', 'confirm', 'password', 'reset', 'sign-out', 'sign-in']) {
        const { status } = await post(`wallet/${step}`, { ...form, amount: '5000' }, cookie, headers);
        expect([step, status]).toEqual([step, 403]);
      }
      expect(page.calls).toEqual([]);
    },
  );

  test('by a form with the token of another browser, where both name no origin', async () => {
    const [victim, attacker] = [await signIn(), await signIn()];
    const [own, other] = [fieldsOf(await get('wallet/top-up', victim)), fieldsOf(await get('wallet/top-up', attacker))];
    page.calls.length = 0;
    expect((await post('wallet/top-up', { ...other, amount: '5000' }, victim, {})).status).toBe(403);
    expect(page.calls).toEqual([]);
    expect((await post('wallet/top-up', { ...own, amount: '5000' }, victim, {})).status).toBe(303);
  });

  test('by the token of the form of the sign-in: that of the session is another', async () => {
    const opened = await page.get('wallet', OWN);
    const before = fieldsOf(opened);
    const form = { ...before, phoneNumber: '670000001', password: 'a password' };
    const cookie = cookieOf(await post('wallet/sign-in', form, cookieOf(opened)));
    expect((await post('wallet/top-up', { ...before, amount: '5000' }, cookie, {})).status).toBe(403);
  });

  test('by the address of a page of another user shows nothing of it', async () => {
    const cookie = await signIn();
    for (const [path, code] of [
      [`wallet/top-ups/${TOP_UP}`, 'top_up_not_found'],
      [`wallet/withdrawals/${WITHDRAWAL}`, 'withdrawal_not_found'],
    ] as const) {
      refuse(`GET /${path}`, 404, code);
      const { status, text } = await get(path, cookie);
      expect([status, text.includes('5,000')]).toEqual([404, false]);
    }
  });

  test.each(['history', 'top-up', 'withdrawal', 'account', 'statement', `top-ups/${TOP_UP}`])(
    'by the address of a page, signed in nowhere, leads to the sign-in: %s',
    async (path) => {
      const { status, headers } = await page.get(`wallet/${path}`, OWN);
      expect([status, headers.location, page.calls]).toEqual([303, '/checkout/wallet', []]);
    },
  );

  test('with the cookie of a payment, or of a wallet of the other mode, is that of nobody', async () => {
    const cookie = await signIn();
    const ofTest = await PageUnderTest.start({ WALLET_API_KEY: 'pk_test_4f9a1c7e2b' });
    try {
      const { text } = await ofTest.get('wallet', { ...OWN, cookie });
      expect([text.includes('Sign in'), text.includes('Test wallet'), ofTest.calls]).toEqual([true, true, []]);
    } finally {
      await ofTest.stop();
    }
    const ofPayment = `__Host-pg_wallet=${cookie.split('=')[1] ?? ''}x`;
    expect((await get('wallet', ofPayment)).text).toContain('id="password"');
  });

  test.each(['token_invalid', 'token_expired'])('with a token that the API refuses is signed out: %s', async (code) => {
    const cookie = await signIn();
    refuse('GET /wallet?currency=XAF', 401, code);
    const shown = await get('wallet', cookie);
    expect([shown.status, shown.headers.location]).toEqual([303, '/checkout/wallet']);
    expect((await get('wallet', cookieOf(shown))).text).toContain('You were signed out');
    refuse('POST /wallet/top-ups', 401, code);
    const sent = await post('wallet/top-up', { amount: '5000' }, cookie);
    expect([sent.status, sent.headers.location]).toEqual([303, '/checkout/wallet']);
  });
});
