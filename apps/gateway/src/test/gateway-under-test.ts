import { createSecretKey, randomBytes } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { ApiKeyRow } from '@paygate/contracts';
import { API_VERSION } from '@paygate/contracts';
import type { StartedService } from '@paygate/platform';
import { apiKeyHash, loadConfig, mintApiKey, newId, startService } from '@paygate/platform';
import { testKeys } from '@paygate/testing';
import { GatewayConfig } from '../config.js';
import { gatewayEdge, portOf } from '../edge/gateway-edge.js';
import { certificate, certificateKey, GatewayClient } from './gateway-client.js';

export { certificate, type Answer, type Asking } from './gateway-client.js';

export const keys = testKeys();
export const pepper = randomBytes(32).toString('base64');

export const environment = {
  KAFKA_BROKERS: '127.0.0.1:1',
  HEALTH_PORT: '0',
  PORT: '0',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'silent',
  TLS_CERT: certificate,
  TLS_KEY: certificateKey,
  API_KEY_PEPPER: pepper,
  SESSION_TOKEN_SECRETS: `${randomBytes(32).toString('base64')},${randomBytes(32).toString('base64')}`,
  // a suite asks more often than a merchant may, and on a busy machine: the limits have a suite of their own
  REDIS_URL: process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:1',
  RATE_LIMIT_LIVE_PER_SECOND: '1000000',
  RATE_LIMIT_TEST_PER_SECOND: '1000000',
  RATE_LIMIT_SIGN_INS: '1000000',
  RATE_LIMIT_REFUSED_PER_SECOND: '1000000',
  RATE_LIMIT_DASHBOARD_PER_SECOND: '1000000',
  RATE_LIMIT_DASHBOARD_MEMBER_PER_SECOND: '1000000',
  RATE_LIMIT_DASHBOARD_MERCHANT_PER_SECOND: '1000000',
  RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '1000000',
  RATE_LIMIT_WAIT_MS: '5000',
  ...keys,
};

/** A gateway in this process, reached over real sockets. */
export class GatewayUnderTest extends GatewayClient {
  private constructor(
    readonly service: StartedService,
    port: number,
    isTls: boolean,
  ) {
    super(port, isTls);
  }

  /** `env` is added to a working configuration; an empty variable takes one away. */
  static async start(module: Type, env: Readonly<Record<string, string>> = {}): Promise<GatewayUnderTest> {
    const variables = { ...environment, ...env };
    const config = loadConfig(GatewayConfig, variables);
    const service = await startService({ name: 'gateway', module, config, http: gatewayEdge });
    await service.connected;
    return new GatewayUnderTest(service, portOf(service.app as never), variables.TLS_CERT !== '');
  }

  get<Part>(token: Type<Part> | string): Part {
    return this.service.app.get<Part>(token, { strict: false });
  }

  stop(): Promise<boolean> {
    return this.service.stop();
  }
}

/** A new API key and the row that a gateway knows it by. */
export function newApiKey(more: Partial<ApiKeyRow> = {}): { readonly key: string; readonly row: ApiKeyRow } {
  const { type = 'secret', mode = 'test', apiKeyId = newId('apiKey') } = more;
  const key = mintApiKey(type, mode, apiKeyId);
  const row: ApiKeyRow = {
    apiKeyId,
    version: 1,
    merchantId: newId('merchant'),
    merchantName: 'Chez Test',
    merchantActive: true,
    requireSignIn: false,
    apiVersion: API_VERSION,
    mode,
    type,
    hash: apiKeyHash(createSecretKey(Buffer.from(pepper, 'base64')), key),
    scopes: [],
    origins: [],
    expiresAt: null,
    revokedAt: null,
    ...more,
  };
  return { key, row };
}
