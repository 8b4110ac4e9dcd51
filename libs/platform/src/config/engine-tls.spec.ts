import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IsOptional } from 'class-validator';
import { rootCertificates } from 'node:tls';
import { redisTls } from './authorities.js';
import { ConfigurationError, loadConfig } from './load-config.js';
import { ReloadingSecret } from './reloading-secret.js';
import { IsCertificates, IsRedisUrl } from './rules.js';
import { Secret } from './secret.js';
import { DatabaseServiceConfig } from './service-config.js';

class EnginesConfig extends DatabaseServiceConfig {
  @IsRedisUrl() readonly REDIS_URL!: Secret;
  @IsOptional() @IsCertificates() readonly REDIS_CA?: ReloadingSecret;
}

const [authority = ''] = rootCertificates;
const key = Buffer.alloc(32, 1).toString('base64');
const plain = {
  KAFKA_BROKERS: 'broker:9092',
  HEALTH_PORT: '0',
  MESSAGE_KEYS: `otp:one:${key}`,
  MESSAGE_PUBLIC_KEYS: `otp:one:${key}`,
  SEAL_KEYS: `otp:one:${key}`,
  DATABASE_URL: 'postgres://otp:hunter2@postgres:5432/otp',
  REDIS_URL: 'redis://:hunter2@redis:6379',
};
const faultsOf = (change: Record<string, string>): readonly string[] => {
  try {
    loadConfig(EnginesConfig, { ...plain, ...change });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
};

let folder: string;
let authorityFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-tls-'));
  authorityFile = join(folder, 'ca.pem');
  writeFileSync(authorityFile, authority);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('TLS of the engines', () => {
  it('is off by default, and on where the address asks for it', () => {
    expect(faultsOf({})).toEqual([]);
    expect(
      faultsOf({
        ...{ KAFKA_TLS: 'true', KAFKA_CA_FILE: authorityFile, KAFKA_USERNAME: 'otp', KAFKA_PASSWORD: 'canary' },
        ...{ REDIS_URL: 'rediss://otp:canary@redis:6379', REDIS_CA: authority },
        DATABASE_URL: `${plain.DATABASE_URL}?sslmode=verify-full&sslrootcert=${authorityFile}`,
      }),
    ).toEqual([]);
  });

  it('is asked of Redis by its URL alone', () => {
    expect(redisTls(loadConfig(EnginesConfig, plain))).toEqual({});
    const url = 'rediss://redis:6379';
    expect(redisTls(loadConfig(EnginesConfig, { ...plain, REDIS_URL: url })).tls?.ca).toBeUndefined();
    expect(redisTls(loadConfig(EnginesConfig, { ...plain, REDIS_URL: url, REDIS_CA: authority })).tls?.ca).toBe(
      authority,
    );
  });

  it.each([
    ['an authority without TLS', { KAFKA_CA: authority }, 'KAFKA_CA needs KAFKA_TLS=true'],
    [
      'a password in plain text',
      { KAFKA_USERNAME: 'otp', KAFKA_PASSWORD: 'canary' },
      'KAFKA_USERNAME needs KAFKA_TLS=true',
    ],
    [
      'a name without a password',
      { KAFKA_TLS: 'true', KAFKA_USERNAME: 'otp' },
      'KAFKA_USERNAME and KAFKA_PASSWORD go together',
    ],
    [
      'a password without a name',
      { KAFKA_TLS: 'true', KAFKA_PASSWORD: 'canary' },
      'KAFKA_USERNAME and KAFKA_PASSWORD go together',
    ],
    ['an unknown mechanism', { KAFKA_MECHANISM: 'gssapi' }, 'KAFKA_MECHANISM must be one of the following values'],
    ['half an authority', { KAFKA_TLS: 'true', KAFKA_CA: authority.slice(0, 300) }, 'KAFKA_CA must be certificates'],
    ['an authority that is no certificate', { REDIS_URL: 'rediss://r:1', REDIS_CA: 'canary' }, 'REDIS_CA must be'],
    ['an authority of Redis without TLS', { REDIS_CA: authority }, 'REDIS_CA needs a REDIS_URL with rediss://'],
    [
      'a mode of PostgreSQL that accepts any server',
      { DATABASE_URL: `${plain.DATABASE_URL}?sslmode=require` },
      'DATABASE_URL must have sslmode=verify-full or none',
    ],
    [
      'a second mode of PostgreSQL, which would count',
      { DATABASE_URL: `${plain.DATABASE_URL}?sslmode=verify-full&sslmode=no-verify` },
      'DATABASE_URL has sslmode more than once',
    ],
    [
      'a second authority',
      { DATABASE_URL: `${plain.DATABASE_URL}?sslmode=verify-full&sslrootcert=/ca.pem&sslrootcert=/other.pem` },
      'DATABASE_URL has sslrootcert more than once',
    ],
    [
      'an authority that is not used',
      { DATABASE_URL: `${plain.DATABASE_URL}?sslrootcert=/ca.pem` },
      'DATABASE_URL has sslrootcert without sslmode=verify-full',
    ],
    [
      'an authority that cannot be read',
      { DATABASE_URL: `${plain.DATABASE_URL}?sslmode=verify-full&sslrootcert=/canary.pem` },
      'DATABASE_URL has an sslrootcert that is no readable file of certificates in PEM',
    ],
  ])('is refused with the variable named: %s', (_, change, fault) => {
    const faults = faultsOf(change);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
    expect(faults.join()).not.toMatch(/canary|hunter2/);
  });
});
