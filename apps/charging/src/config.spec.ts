import { randomBytes } from 'node:crypto';
import { describe, expect, it, test } from '@jest/globals';
import { loadConfig } from '@paygate/platform';
import { testKeys } from '@paygate/testing';
import { ChargingConfig } from './config.js';

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

test.each(['MTN_MOMO', 'ORANGE_MONEY'])('the live URL of %s has https', (rail) => {
  expect(() => load({ [`${rail}_LIVE_URL`]: 'http://rail.example' })).toThrow(`${rail}_LIVE_URL`);
  expect(
    load({ [`${rail}_LIVE_URL`]: 'https://rail.example', [`${rail}_TEST_URL`]: 'http://127.0.0.1:1' }),
  ).toBeDefined();
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
