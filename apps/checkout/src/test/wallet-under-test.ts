import type { PageAnswer } from './page-under-test.js';
import { PageUnderTest } from './page-under-test.js';

export const inFuture = new Date(Date.now() + 600_000).toISOString();
export const PHONE = '+237670000001';
export const TOP_UP = 'tu_01k8zq6c4qh0td2x8f9mgr7h1z';
export const WITHDRAWAL = 'wd_01k8zq6c4qh0td2x8f9mgr7h1z';
const LIVE = 'pk_live_4f9a1c7e2b';
/** The headers of a browser that says where a form comes from. */
export const OWN = { 'sec-fetch-site': 'same-origin', 'accept-language': 'en' };
export const wallet = {
  ...{ object: 'wallet', currency: 'XAF', mode: 'live', balance: '12500', state: 'open' },
  limits: {
    day: { max: '1000000', left: '995000', renewsAt: inFuture },
    month: { max: '5000000', left: '4995000', renewsAt: inFuture },
  },
};
export const movement = {
  ...{ object: 'wallet_transaction', id: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z', type: 'payment', amount: '-5000' },
  ...{ currency: 'XAF', mode: 'live', paymentIntentId: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x', merchantId: 'mer_1' },
  ...{ merchantName: '=HYPERLINK("https://evil.example")', createdAt: '2026-11-28T09:00:00.000Z' },
};
export const topUp = {
  ...{ object: 'wallet_top_up', id: TOP_UP, status: 'PENDING', amount: '5000', operator: 'mtn_momo', mode: 'live' },
  ...{ awaitsApproval: true, phoneMasked: '********01', failure: null, createdAt: inFuture, endedAt: null },
};
export const withdrawal = {
  ...{ object: 'wallet_withdrawal', id: WITHDRAWAL, status: 'AWAITING_CODE', amount: '5000', fee: '25', net: '4975' },
  ...{ operator: 'mtn_momo', phoneMasked: '********01', failure: null, createdAt: inFuture, endedAt: null },
};

/** The wallet's own pages, with an API in which every call succeeds but those that a spec answers otherwise. */
export class WalletUnderTest {
  private constructor(readonly page: PageUnderTest) {}

  static async start(): Promise<WalletUnderTest> {
    return new WalletUnderTest(await PageUnderTest.start({ WALLET_API_KEY: LIVE }));
  }

  reset(): void {
    this.page.answers.clear();
    this.page.calls.length = 0;
    this.answer('POST /auth/web', { id: 'usr_1', phoneNumber: PHONE, token: 'user.jwt', expiresAt: inFuture });
    this.answer('POST /auth/logout', {});
    this.answer('GET /wallet?currency=XAF', wallet);
    this.answer('GET /wallet/transactions?limit=20', { data: [movement], hasMore: true, nextCursor: movement.id });
    this.answer('GET /wallet/transactions?limit=50', { data: [movement], hasMore: false, nextCursor: null });
    this.answer('POST /wallet/top-ups', topUp);
    this.answer(`GET /wallet/top-ups/${TOP_UP}`, topUp);
    const code = { destination: '********01', codeLength: 6, expiresAt: inFuture };
    this.answer('POST /wallet/withdrawals', { ...withdrawal, code });
    this.answer(`GET /wallet/withdrawals/${WITHDRAWAL}`, withdrawal);
    this.answer(`POST /wallet/withdrawals/${WITHDRAWAL}/confirm`, { ...withdrawal, status: 'PENDING' });
  }

  answer(operation: string, body: object, status = 200): void {
    this.page.answers.set(operation, { status, body });
  }

  refuse(operation: string, status: number, code: string, more = {}): void {
    this.answer(operation, { status, code, ...more }, status);
  }

  get(path: string, cookie: string): Promise<PageAnswer> {
    return this.page.get(path, { ...OWN, cookie });
  }

  post(
    path: string,
    form: Readonly<Record<string, string>>,
    { cookie, headers = OWN }: { readonly cookie: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<PageAnswer> {
    return this.page.post(path, form, { ...headers, cookie });
  }

  /** Signs in; returns the cookie. */
  async signIn(): Promise<string> {
    const opened = await this.page.get('wallet', OWN);
    const form = { ...fieldsOf(opened), phoneNumber: '670000001', password: 'a password' };
    return cookieOf(await this.post('wallet/sign-in', form, { cookie: cookieOf(opened) }));
  }

  stop(): Promise<void> {
    return this.page.stop();
  }
}

/** The cookie that an answer sets. */
export function cookieOf({ headers }: PageAnswer): string {
  return headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
}

/** The hidden fields of a page. */
export function fieldsOf({ text }: PageAnswer): Record<string, string> {
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([\w-]+)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}
