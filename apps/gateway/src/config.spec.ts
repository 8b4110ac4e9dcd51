import { describe, expect, test } from '@jest/globals';
import { ConfigurationError, loadConfig } from '@paygate/platform';
import { GatewayConfig } from './config.js';
import { environment } from './test/fixtures/gateway-under-test.js';

function faultsOf(changes: Readonly<Record<string, string>>): readonly string[] {
  try {
    loadConfig(GatewayConfig, { ...environment, ...changes });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

describe('the configuration of a gateway', () => {
  test('is accepted when it is whole, with TLS or behind a proxy', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ TLS_CERT: '', TLS_KEY: '', TRUSTED_PROXIES: '10.0.0.0/8, ::1' })).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['HTTPS is required', { TLS_CERT: '', TLS_KEY: '' }],
    ['TLS_CERT and TLS_KEY go together', { TLS_KEY: '' }],
    ['TLS_CERT must be PEM', { TLS_CERT: 'hello' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'proxy.example' }],
    ['API_KEY_PEPPER', { API_KEY_PEPPER: 'short' }],
    ['API_KEY_PEPPER', { API_KEY_PEPPER: '' }],
    ['SESSION_TOKEN_SECRETS', { SESSION_TOKEN_SECRETS: 'a,b' }],
    ['SESSION_TOKEN_SECRETS', { SESSION_TOKEN_SECRETS: '' }],
    ['REDIS_URL', { REDIS_URL: '' }],
    ['REDIS_URL', { REDIS_URL: 'http://localhost' }],
    ['RATE_LIMIT_LIVE_PER_SECOND', { RATE_LIMIT_LIVE_PER_SECOND: '0' }],
    ['RATE_LIMIT_WAIT_MS', { RATE_LIMIT_WAIT_MS: '0' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://pay.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://pay.example/checkout' }],
    ['SUPPORT_URL', { SUPPORT_URL: 'help@pay.example' }],
    ['SUPPORT_URL', { SUPPORT_URL: 'javascript:alert(1)' }],
    ['SUPPORT_URL', { SUPPORT_URL: 'https://pay.example/"><script>' }],
    ['CHECKOUT_URL and CHECKOUT_KEYS go together', { CHECKOUT_KEYS: '' }],
    ['CHECKOUT_URL', { CHECKOUT_URL: 'checkout:8080' }],
    ['CHECKOUT_KEYS', { CHECKOUT_KEYS: 'short' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: 'https' }],
    ['REQUEST_TIMEOUT_SECONDS', { REQUEST_TIMEOUT_SECONDS: '0' }],
  ])('is refused with a word about %s when it is %j', (name, changes) => {
    expect(faultsOf(changes).join('\n')).toContain(name);
  });

  test('names all its faults at once, and repeats no secret', () => {
    const faults = faultsOf({ API_KEY_PEPPER: 'canary', SESSION_TOKEN_SECRETS: 'canary', PORT: '-1' }).join('\n');
    for (const name of ['API_KEY_PEPPER', 'SESSION_TOKEN_SECRETS', 'PORT']) expect(faults).toContain(name);
    expect(faults).not.toContain('canary');
  });
});
