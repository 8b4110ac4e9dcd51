import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PageUnderTest } from '../test/page-under-test.js';

const INTENT = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';
const operators = [
  { operator: 'mtn_momo', promptName: null, dial: '*126#', state: 'down' },
  { operator: 'orange_money', promptName: null, dial: '#150*50#', state: 'operational' },
];
const merchant = {
  ...{ name: 'Chez Test', logoUrl: null, supportContact: { email: null, phone: null, url: null } },
  ...{ languages: ['fr', 'en'], paymentMethods: ['mobile_money'], operators },
};
const payment = {
  ...{ id: INTENT, amount: '700', currency: 'XAF', currencyExponent: 0, description: null, mode: 'test', userId: null },
  ...{ nextAction: null, expiresAt: '2099-01-01T00:00:00.000Z', merchant },
};
const approve = { type: 'approve_on_phone', phoneMasked: '********01', expiresAt: '2099-01-01T00:00:00.000Z' };

let page: PageUnderTest;
beforeAll(async () => {
  page = await PageUnderTest.start();
});
afterAll(() => page.stop());

/** The page of a payment in a language. */
async function shown(given: object, language = 'en'): Promise<string> {
  page.answers.set('GET /gateway/session', { status: 200, body: { ...payment, ...given } });
  const accept = { 'accept-language': language };
  const { headers } = await page.get('cs_test_1', accept);
  const cookie = headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  return (await page.get(INTENT, { ...accept, cookie })).text;
}

describe('a page while an operator is slow or down', () => {
  test.each([
    ['en', 'MTN MoMo is slow today', 'Dial *126#'],
    ['fr', 'MTN MoMo est lent aujourd’hui', 'Composez-y le *126#'],
  ])('[14.3] says so before the phone is asked, and what to dial: %s', async (language, slow, dial) => {
    const text = await shown({ status: 'PENDING' }, language);
    expect(text).toContain(slow);
    expect(text).toContain(dial);
    expect(text).not.toContain('Orange Money is slow');
    expect(text).not.toContain('Orange Money est lent');
  });

  test.each(['operational', 'unknown'])('says nothing of one that is %s', async (state) => {
    const all = operators.map((each) => ({ ...each, state }));
    expect(await shown({ status: 'PENDING', merchant: { ...merchant, operators: all } })).not.toContain('slow today');
  });

  test('says nothing while nobody knows', async () => {
    const unknown = { ...merchant, operators: undefined };
    expect(await shown({ status: 'PENDING', merchant: unknown })).not.toContain('slow today');
  });

  test('[14.3] says it of the operator that asks the phone, and what to dial once', async () => {
    const waiting = { status: 'PROCESSING', nextAction: { ...approve, operator: 'mtn_momo' } };
    const text = await shown(waiting);
    expect(text).toContain('MTN MoMo is slow today');
    expect(text.split('*126#')).toHaveLength(2);
    const other = { status: 'PROCESSING', nextAction: { ...approve, operator: 'orange_money' } };
    expect(await shown(other)).not.toContain('slow today');
  });
});
