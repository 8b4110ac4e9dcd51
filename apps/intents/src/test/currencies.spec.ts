import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIntent, createPaymentLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start({ AMOUNT_BOUNDS: 'XAF:100-1000000' });
});
afterAll(() => intents.stop());

const detail =
  'Payments in XOF are not accepted here, only in XAF: also for an account of a country that is no longer offered.';
const unsupported = { ok: false, code: 'currency_unsupported', param: 'currency', detail };
const link = { merchantId: newId('merchant'), mode: 'test', amount: '5000', currency: 'XOF' } as const;

test('a currency that the installation does not take is refused at creation, of intents and of links', async () => {
  expect(await intents.send(createIntent, intents.order({ currency: 'XOF' }))).toMatchObject(unsupported);
  expect(await intents.send(createPaymentLink, { ...link, linkId: newId('paymentLink') })).toMatchObject(unsupported);
  expect(await intents.send(createIntent, intents.order({ currency: 'XAF' }))).toMatchObject({ ok: true });
});

test('a currency that nothing collects is not taken in live mode, even if it is configured', async () => {
  const wide = await IntentsUnderTest.start({ AMOUNT_BOUNDS: 'XAF:100-1000000,XOF:100-1000000' });
  try {
    const live = wide.order({ currency: 'XOF', mode: 'live' });
    expect(await wide.send(createIntent, live)).toMatchObject(unsupported);
    const linked = { ...link, linkId: newId('paymentLink'), mode: 'live' } as const;
    expect(await wide.send(createPaymentLink, linked)).toMatchObject(unsupported);
    expect(await wide.send(createIntent, wide.order({ currency: 'XOF' }))).toMatchObject({ ok: true });
  } finally {
    await wide.stop();
  }
});
