import { describe, expect, it } from '@jest/globals';
import { ConfigurationError, loadConfig } from '@paygate/platform';
import { currencyRefusal, parseAmountBounds, takenCurrencies } from '@paygate/contracts';
import { IntentsConfig } from './config.js';

const key = Buffer.alloc(32).toString('base64');
const required = {
  KAFKA_BROKERS: '127.0.0.1:9092',
  MESSAGE_KEYS: `intents:k1:${key}`,
  MESSAGE_PUBLIC_KEYS: `operator:k1:${key}`,
  SEAL_KEYS: `intents:k1:${key}`,
  DATABASE_URL: 'postgres://intents:secret@127.0.0.1:5432/intents',
  HEALTH_PORT: '0',
};
const faultsWith = (env: Readonly<Record<string, string>>): readonly string[] => {
  try {
    loadConfig(IntentsConfig, { ...required, ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
};

describe('the configuration of intents', () => {
  it('has the defaults of the contract', () => {
    const config = loadConfig(IntentsConfig, required);
    expect(config.INTENT_EXPIRY_SECONDS).toBe(1_800);
    expect(config.IDEMPOTENCY_RETENTION_DAYS).toBe(30);
    expect(parseAmountBounds(config.AMOUNT_BOUNDS)).toEqual(new Map([['XAF', { min: 100n, max: 1_000_000n }]]));
  });

  it('takes bounds per currency', () => {
    const config = loadConfig(IntentsConfig, { ...required, AMOUNT_BOUNDS: 'XAF:1-2, XOF:3-3' });
    expect(parseAmountBounds(config.AMOUNT_BOUNDS).get('XOF')).toEqual({ min: 3n, max: 3n });
  });

  it('takes a currency that nobody could pay in test mode only', () => {
    const taken = takenCurrencies(['XAF:1-2', 'XOF:3-3']);
    expect([...taken.test.keys(), ...taken.live.keys()]).toEqual(['XAF', 'XOF', 'XAF']);
    expect(currencyRefusal({ currency: 'XOF', mode: 'live' }, taken)).toMatchObject({
      code: 'currency_unsupported',
      detail: expect.stringContaining('in XOF are not accepted here, only in XAF:'),
    });
  });

  it.each([
    'XAF:100-1000,XOF:2-1',
    'XAF:100-1000,XAF:100-1000',
    'XAF:100-1000,XOF:0-5',
    'XAF:100-1000,EUR:1-5',
    'XAF:100-1000,XOF:1-5,EUR:1-5',
    'all',
  ])('refuses %s as AMOUNT_BOUNDS', (bounds) => {
    expect(faultsWith({ AMOUNT_BOUNDS: bounds })).toEqual([
      'AMOUNT_BOUNDS must give <currency>:<min>-<max> once for some of XAF, XOF',
    ]);
  });

  it('names every fault at once', () => {
    expect(
      faultsWith({ AMOUNT_BOUNDS: 'x', INTENT_EXPIRY_SECONDS: '0', IDEMPOTENCY_RETENTION_DAYS: '0' }),
    ).toHaveLength(3);
  });
});
