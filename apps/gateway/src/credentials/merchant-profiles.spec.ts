import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { accept, getMerchantProfile, getSharedLink, refuse } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import { GatewayUnderTest } from '../test/fixtures/gateway-under-test.js';
import { merchantProfileOf, paymentLinkOf } from '../test/fixtures/samples.js';

/* The profile of a merchant, which every open of a page needs. */

let gateway: GatewayUnderTest;
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(getMerchantProfile, ({ merchantId }) => accept(merchantProfileOf(merchantId)));
});
afterEach(() => gateway.stop());

const start = async (maxAgeMs: string) => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, { MERCHANT_PROFILE_MAX_AGE_MS: maxAgeMs });
};
const open = (merchantId: string) => {
  busDouble.on(getSharedLink, ({ linkId }) => accept(paymentLinkOf(linkId, merchantId)));
  return gateway.ask({ path: `/payment-links/${newId('paymentLink')}/shared` });
};
const profilesAsked = () => busDouble.sent.filter(({ name }) => name === getMerchantProfile.name).length;

test('is asked for once, however often its pages are opened within its age', async () => {
  await start('10000');
  const [merchantId, other] = [newId('merchant'), newId('merchant')];
  for (let count = 0; count < 5; count += 1) expect((await open(merchantId)).status).toBe(200);
  const together = await Promise.all(Array.from({ length: 5 }, () => open(merchantId)));
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(profilesAsked()).toBe(1);
  expect((await open(other)).body).toMatchObject({ merchant: { name: expect.any(String) } });
  expect(profilesAsked()).toBe(2);
});

test('that could not be read is asked for again', async () => {
  await start('10000');
  const merchantId = newId('merchant');
  busDouble.on(getMerchantProfile, () => refuse('service_unavailable'));
  expect((await open(merchantId)).status).toBe(503);
  busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId)));
  expect((await open(merchantId)).status).toBe(200);
});

test('is asked for at each open when it may have no age', async () => {
  await start('0');
  const merchantId = newId('merchant');
  await open(merchantId);
  busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId, { active: false })));
  expect((await open(merchantId)).body).toMatchObject({ code: 'merchant_inactive' });
});
