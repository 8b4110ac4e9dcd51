import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIntent, createPaymentLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start({ AMOUNT_BOUNDS: 'XAF:100-1000000' });
});
afterAll(() => intents.stop());

test('a currency that the installation does not take is refused at creation, of intents and of links', async () => {
  const unsupported = { ok: false, code: 'currency_unsupported', param: 'currency' };
  expect(await intents.send(createIntent, intents.order({ currency: 'XOF' }))).toMatchObject(unsupported);
  const link = { linkId: newId('paymentLink'), merchantId: newId('merchant'), mode: 'test', amount: '5000' } as const;
  expect(await intents.send(createPaymentLink, { ...link, currency: 'XOF' })).toMatchObject(unsupported);
  expect(await intents.send(createIntent, intents.order({ currency: 'XAF' }))).toMatchObject({ ok: true });
});
