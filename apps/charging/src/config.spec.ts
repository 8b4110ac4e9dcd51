import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from '@jest/globals';
import { loadConfig } from '@paygate/platform';
import { testKeys } from '@paygate/testing';
import { ChargingConfig } from './config.js';
import { feeOf } from './books/fees/domain/fee.js';

const load = (env: Readonly<Record<string, string>>): ChargingConfig =>
  loadConfig(ChargingConfig, {
    ...testKeys(),
    HEALTH_PORT: '0',
    KAFKA_BROKERS: '127.0.0.1:1',
    DATABASE_URL: 'postgres://charging:secret@127.0.0.1:1/charging',
    CHARGING_DATA_KEYS: `charging:k1:${randomBytes(32).toString('base64')}`,
    PAYER_INDEX_KEY: randomBytes(32).toString('base64'),
    ...env,
  });

const credentials = {
  MTN_MOMO: JSON.stringify({ targetEnvironment: 'c', subscriptionKey: 's', apiUser: 'u', apiKey: 'k' }),
  ORANGE_MONEY: JSON.stringify({
    clientId: 'i',
    clientSecret: 's',
    authToken: 't',
    channelMsisdn: 'm',
    channelPin: 'p',
  }),
};

describe.each(['MTN_MOMO', 'ORANGE_MONEY'] as const)('%s', (rail) => {
  const [url, secret] = [`${rail}_LIVE_URL`, `${rail}_LIVE_CREDENTIALS`];
  const live = { [url]: 'https://rail.example', [secret]: credentials[rail] };

  test('has a live URL with https', () => {
    expect(() => load({ ...live, [url]: 'http://rail.example' })).toThrow(url);
    expect(load(live)).toBeDefined();
  });

  test.each([url, secret])('is refused with %s alone', (variable) => {
    expect(() => load({ [variable]: live[variable] ?? '' })).toThrow(`${url} and ${secret} go together`);
  });

  test.each(['MTN_MOMO', 'ORANGE_MONEY'] as const)(
    'is refused in live mode at the host of %s of test mode',
    (other) => {
      const test = (host: string) =>
        load({
          ...live,
          [`${other}_TEST_URL`]: `http://${host}:8026`,
          [`${other}_TEST_CREDENTIALS`]: credentials[other],
        });
      expect(() => test('rail.example')).toThrow(`${url} must not have the host of a rail of test mode`);
      expect(test('simulator.example')).toBeDefined();
    },
  );

  test('is refused in live mode beside TEST_MODE', () => {
    expect(() => load({ ...live, TEST_MODE: 'true' })).toThrow('TEST_MODE is refused beside a part of live mode');
    expect(load({ TEST_MODE: 'true' })).toBeDefined();
  });

  test('is a part of live mode when it has both', () => {
    const part = rail.toLowerCase();
    expect([load({}).liveModeParts(), load(live).liveModeParts()]).toMatchObject([{ [part]: false }, { [part]: true }]);
  });
});

describe('the lease of an operation', () => {
  it('is longer than a call to its rail', () => {
    expect(load({}).RAIL_LEASE_SECONDS).toBeGreaterThan(load({}).RAIL_CALL_SECONDS);
    expect(load({ RAIL_CALL_SECONDS: '5', RAIL_LEASE_SECONDS: '6' }).RAIL_LEASE_SECONDS).toBe(6);
  });

  it.each([
    [{ RAIL_LEASE_SECONDS: '20' }],
    [{ RAIL_CALL_SECONDS: '45' }],
    [{ RAIL_CALL_SECONDS: '9', RAIL_LEASE_SECONDS: '8' }],
  ])('is refused with %j', (env) => {
    expect(() => load(env)).toThrow('RAIL_LEASE_SECONDS must be greater than RAIL_CALL_SECONDS');
  });
});

test('the guide for merchants states the fees that hold without other settings', () => {
  const { WALLET_FEE_BPS, WALLET_FEE_FIXED, MOBILE_MONEY_FEE_BPS, MOBILE_MONEY_FEE_FIXED } = load({});
  const guide = readFileSync('docs/guides/fees-and-limits.md', 'utf8');
  const row = (method: string, bps: number) => [method, `${bps / 100} %`].map((cell) => ` ${cell} `);
  const rows = guide.split('\n').map((line) => line.replaceAll(/ +/g, ' ').split('|').slice(1, -1));
  expect(rows).toContainEqual(row('wallet', WALLET_FEE_BPS));
  expect(rows).toContainEqual(row('mobile money', MOBILE_MONEY_FEE_BPS));
  expect([WALLET_FEE_FIXED, MOBILE_MONEY_FEE_FIXED]).toEqual([0, 0]);
  for (const amount of [100n, 333n, 5_000n, 25_000n, 1_000_000n]) {
    const shown = [WALLET_FEE_BPS, MOBILE_MONEY_FEE_BPS].flatMap((bps) => {
      const fee = feeOf(amount, { bps: BigInt(bps), fixed: 0n });
      return [fee, amount - fee];
    });
    const cells = [amount, ...shown].map((value) => ` ${value.toString().replace(/\B(?=(\d{3})+$)/g, ' ')} `);
    expect(rows).toContainEqual(cells);
  }
});
