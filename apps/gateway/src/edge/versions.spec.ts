import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { accept, API_VERSION, pinApiVersion } from '@paygate/contracts';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../test/fixtures/gateway-under-test.js';

const PINNED = '2026-01-15';
const pinned = newApiKey({ apiVersion: PINNED });
const { merchantId } = pinned.row;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  apiKeyRows.put(pinned.row.apiKeyId, pinned.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(pinApiVersion, (request) =>
    accept({
      merchantId: request.merchantId,
      apiVersion: request.apiVersion,
      active: true,
      liveActive: false,
      customerSignIn: 'never',
      otherPhones: false,
      guestPayments: true,
    }),
  );
});

const versionOf = async (headers: Record<string, string>) => {
  const answer = await gateway.ask({ path: '/api-keys', headers });
  return answer.headers['x-api-version'];
};
const pins = () => busDouble.sent.filter(({ name }) => name === 'pin-api-version').map(({ payload }) => payload);

test('[2.13] the version that answers is the requested one, else the merchant’s, else the newest', async () => {
  expect(await versionOf({ 'x-api-key': pinned.key })).toBe(PINNED);
  expect(await versionOf({ 'x-api-key': pinned.key, 'x-api-version': API_VERSION })).toBe(API_VERSION);
  expect(await versionOf({})).toBe(API_VERSION);
  expect(pins()).toEqual([]);
});

test('[2.14] the first call of a merchant pins it, and further calls do not repeat the command', async () => {
  const fresh = newApiKey({ apiVersion: null });
  apiKeyRows.put(fresh.row.apiKeyId, fresh.row);
  const answers = await Promise.all(Array.from({ length: 5 }, () => versionOf({ 'x-api-key': fresh.key })));
  expect(new Set(answers)).toEqual(new Set([API_VERSION]));
  expect(pins()).toEqual([{ merchantId: fresh.row.merchantId, apiVersion: API_VERSION }]);
  expect(fresh.row.merchantId).not.toBe(merchantId);
});

test('[2.13] an unknown version is refused with the known ones', async () => {
  const { body } = await gateway.ask({
    path: '/api-keys',
    headers: { 'x-api-key': pinned.key, 'x-api-version': '2019-01-01' },
  });
  expect(body).toMatchObject({ status: 400, code: 'version_unknown', knownVersions: API_VERSION });
});

test('[2.14] a call that is refused for its key pins nothing', async () => {
  const fresh = newApiKey({ type: 'publishable', apiVersion: null });
  apiKeyRows.put(fresh.row.apiKeyId, fresh.row);
  const { status } = await gateway.ask({ path: '/api-keys', headers: { 'x-api-key': fresh.key } });
  expect([status, pins()]).toEqual([403, []]);
});
