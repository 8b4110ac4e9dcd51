import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PageUnderTest } from '../test/page-under-test.js';
import {
  cookieOf,
  fieldsOf,
  movement,
  OWN,
  PHONE,
  TOP_UP,
  topUp,
  wallet,
  WalletUnderTest,
  WITHDRAWAL,
  withdrawal,
} from '../test/wallet-under-test.js';

/* The wallet's own pages, with an API that answers as the test says. */

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
const answer = (operation: string, body: object, status = 200): void => {
  under.answer(operation, body, status);
};
const get = (path: string, cookie: string) => under.get(path, cookie);
const post = (path: string, form: Readonly<Record<string, string>>, cookie: string, headers = OWN as Given) =>
  under.post(path, form, { cookie, headers });
const signIn = () => under.signIn();
type Given = Readonly<Record<string, string>>;

describe('a wallet', () => {
  test('shows balance, limits, and the ways to fill and empty it, and nothing of it is stored', async () => {
    const { text, headers } = await get('wallet', await signIn());
    for (const shown of ['12,500', '995,000', '4,995,000', 'Add money', 'Withdraw']) expect(text).toContain(shown);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': expect.any(String) });
    expect(text).not.toContain('user.jwt');
    expect(text).not.toContain('Test wallet');
  });

  test('that is closed can be emptied, and not filled', async () => {
    answer('GET /wallet?currency=XAF', { ...wallet, state: 'closed' });
    const { text } = await get('wallet', await signIn());
    expect([text.includes('Withdraw'), text.includes('Add money'), text.includes('is closed')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('that is frozen says that it cannot be used', async () => {
    answer('GET /wallet?currency=XAF', { ...wallet, state: 'frozen' });
    const { text } = await get('wallet', await signIn());
    const ways = ['Add money', 'Withdraw'].filter((way) => text.includes(way));
    expect([ways, text.includes('cannot be used')]).toEqual([[], true]);
  });

  test('lists its movements in pages', async () => {
    const cookie = await signIn();
    const { text } = await get('wallet/history', cookie);
    expect(text).toContain('\u22125,000');
    expect(text).toContain(`/checkout/wallet/history?after=${movement.id}`);
    await get(`wallet/history?after=${movement.id}`, cookie);
    expect(page.calls.at(-1)).toBe(`GET /wallet/transactions?limit=20&startingAfter=${movement.id}`);
    await get('wallet/history?after=x%26limit=1', cookie);
    expect(page.calls.at(-1)).toBe('GET /wallet/transactions?limit=20');
  });

  test('gives a statement whose cells run nothing', async () => {
    const { text, headers } = await get('wallet/statement', await signIn());
    expect(headers).toMatchObject({
      ...{ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' },
      'content-disposition': expect.stringMatching(/^attachment; filename="wallet-\d{4}-\d\d-\d\d\.csv"$/),
    });
    const [heads, row] = text.split('\r\n');
    expect(heads).toBe('Date,Type,Merchant,Amount,Currency,Payment id,Transaction id');
    expect(row).toBe(
      `2026-11-28 10:00:00,Payment,"'=HYPERLINK(""https://evil.example"")",-5000,XAF,${movement.paymentIntentId},${movement.id}`,
    );
  });

  test('is filled by the form of the page, which says what the phone asks', async () => {
    const cookie = await signIn();
    const form = { ...fieldsOf(await get('wallet/top-up', cookie)), amount: '5 000' };
    const taken = await post('wallet/top-up', form, cookie);
    expect([taken.status, taken.headers.location]).toEqual([303, `/checkout/wallet/top-ups/${TOP_UP}`]);
    expect((await get(`wallet/top-ups/${TOP_UP}`, cookie)).text).toContain('MTN MoMo asks for your PIN');
    answer(`GET /wallet/top-ups/${TOP_UP}`, {
      ...topUp,
      ...{ status: 'FAILED', awaitsApproval: false, failure: { code: 'insufficient_funds', message: '' } },
    });
    const failed = await get(`wallet/top-ups/${TOP_UP}`, cookie);
    expect(failed.text).toContain('holds too little. You have not been charged.');
    expect((await get(`wallet/top-ups/${TOP_UP}/state`, cookie)).text).toBe('{"state":"FAILED"}');
  });

  test('says the bound that an amount breaks', async () => {
    const cookie = await signIn();
    refuse('POST /wallet/top-ups', 400, 'amount_too_large', { min: '100', max: '7500' });
    const shown = await post('wallet/top-up', { amount: '9000' }, cookie);
    expect([shown.status, shown.text.includes('At most 7,500\u00a0FCFA'), shown.text.includes('value="9000"')]).toEqual(
      [422, true, true],
    );
  });

  test('a top-up whose answer was lost is sent again under its key, and another one under another', async () => {
    const cookie = await signIn();
    page.answers.set('POST /wallet/top-ups', { status: 504, body: {} });
    const form: Record<string, string> = { ...fieldsOf(await get('wallet/top-up', cookie)), amount: '5000' };
    const shown = await post('wallet/top-up', form, cookie);
    expect([shown.status, fieldsOf(shown)['key']]).toEqual([503, form['key']]);
    // a page that could not be shown leads back to a form with the same key
    under.answer('GET /wallet?currency=XAF', {}, 504);
    const away = await post('wallet/top-up', form, cookie);
    expect([away.status, away.text.includes('id="amount"')]).toEqual([503, false]);
    under.reset();
    expect(fieldsOf(await get('wallet/top-up', cookieOf(away)))['key']).toBe(form['key']);
    const taken = await post('wallet/top-up', form, cookieOf(away));
    expect(fieldsOf(await get('wallet/top-up', cookieOf(taken)))['key']).not.toBe(form['key']);
  });

  test('shows the fee before the code moves anything', async () => {
    const cookie = await signIn();
    const asked = await post('wallet/withdrawal', { amount: '5000' }, cookie);
    expect(asked.headers.location).toBe(`/checkout/wallet/withdrawals/${WITHDRAWAL}`);
    expect(page.calls).not.toContain(`POST /wallet/withdrawals/${WITHDRAWAL}/confirm`);
    const withCode = cookieOf(asked);
    const { text } = await get(`wallet/withdrawals/${WITHDRAWAL}`, withCode);
    for (const shown of ['4,975', '25', 'id="code"']) expect(text).toContain(shown);
    refuse(`POST /wallet/withdrawals/${WITHDRAWAL}/confirm`, 401, 'otp_invalid');
    const wrong = await post('wallet/confirm', { code: '111111' }, withCode);
    expect([wrong.status, wrong.text.includes('The code is wrong')]).toEqual([422, true]);
    answer(`POST /wallet/withdrawals/${WITHDRAWAL}/confirm`, { ...withdrawal, status: 'PENDING' });
    const done = await post('wallet/confirm', { code: '042917' }, cookieOf(wrong));
    expect([done.status, done.headers.location]).toEqual([303, `/checkout/wallet/withdrawals/${WITHDRAWAL}`]);
  });

  test.each(['withdrawal_expired', 'withdrawal_not_found'])(
    'a withdrawal that can no longer be confirmed leads to another one: %s',
    async (code) => {
      const asked = await post('wallet/withdrawal', { amount: '5000' }, await signIn());
      refuse(`POST /wallet/withdrawals/${WITHDRAWAL}/confirm`, 410, code);
      const { status, text } = await post('wallet/confirm', { code: '042917' }, cookieOf(asked));
      expect([status, text.includes('can no longer be confirmed'), text.includes('id="amount"')]).toEqual([
        422,
        true,
        true,
      ]);
    },
  );

  test('a withdrawal that was asked for elsewhere has no field for a code here', async () => {
    const { text } = await get(`wallet/withdrawals/${WITHDRAWAL}`, await signIn());
    expect([text.includes('id="code"'), text.includes('no longer here')]).toEqual([false, true]);
  });

  test('sends the code for another password to the number of the user, whatever the form names', async () => {
    const cookie = await signIn();
    const sent = { resetId: 'pwr_1', destination: '********01', codeLength: 6 };
    answer('POST /auth/password/forgot', sent, 202);
    answer('POST /auth/password/reset', {}, 200);
    const asked = await post('wallet/password', { phoneNumber: '670000002' }, cookie);
    expect(page.bodies.at(-1)).toEqual({ phoneNumber: PHONE });
    const form = { code: '042917', password: 'a better horse and battery' };
    const changed = await post('wallet/reset', form, cookieOf(asked));
    expect(changed.headers.location).toBe('/checkout/wallet');
    const { text } = await get('wallet', cookieOf(changed));
    expect([text.includes('has been changed'), text.includes('12,500')]).toEqual([true, false]);
  });
});

test('who signs out is forgotten here and at Paygate, also where that does not answer', async () => {
  const cookie = await signIn();
  const out = await post('wallet/sign-out', {}, cookie);
  expect(page.calls.at(-1)).toBe('POST /auth/logout');
  const { text } = await get('wallet', cookieOf(out));
  expect([text.includes('You have signed out'), text.includes('12,500')]).toEqual([true, false]);
  page.answers.set('POST /auth/logout', { status: 504, body: {} });
  expect((await get('wallet', cookieOf(await post('wallet/sign-out', {}, cookie)))).text).toContain('id="password"');
});

test('the cookie goes to this origin only, to no script, and as long as the token is good', async () => {
  const opened = await page.get('wallet', OWN);
  const form = { phoneNumber: '670000001', password: 'a password' };
  const [set = ''] = (await post('wallet/sign-in', form, cookieOf(opened))).headers['set-cookie'] ?? [];
  const [, seconds = ''] =
    /^__Host-pg_wallet=[\w-]+; Max-Age=(\d+); Path=\/; Secure; HttpOnly; SameSite=Lax$/.exec(set) ?? [];
  expect(Number(seconds)).toBeGreaterThan(500);
  expect(Number(seconds)).toBeLessThanOrEqual(600);
  const sealed = Buffer.from(set.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1');
  for (const secret of ['user.jwt', 'usr_1', PHONE]) expect(set + sealed).not.toContain(secret);
});

test('a key of the installation that the API refuses is no fault of the user', async () => {
  const cookie = await signIn();
  refuse('GET /wallet?currency=XAF', 401, 'api_key_revoked');
  const { status, text } = await get('wallet', cookie);
  expect([status, text.includes('unavailable for a moment')]).toEqual([503, true]);
});

test('an installation without a key for it has no wallet page', async () => {
  const without = await PageUnderTest.start();
  try {
    for (const path of ['wallet', 'wallet/history']) expect((await without.get(path, OWN)).status).toBe(404);
    const { status } = await without.post('wallet/sign-in', { phoneNumber: '670000001', password: 'x' }, OWN);
    expect([status, without.calls]).toEqual([404, []]);
  } finally {
    await without.stop();
  }
});
