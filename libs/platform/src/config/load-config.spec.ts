import { inspect } from 'node:util';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IsInt, IsNumber, IsOptional, IsString, Max, Min } from 'class-validator';
import { eventually } from '../time/eventually.js';
import { ConfigurationError, loadConfig, unreadFiles } from './load-config.js';
import { ReloadingSecret } from './reloading-secret.js';
import { Secret } from './secret.js';
import { DatabaseServiceConfig } from './service-config.js';

class OtpConfig extends DatabaseServiceConfig {
  @IsInt() @Min(60) @Max(900) readonly OTP_TTL_SECONDS: number = 300;
  @IsNumber() readonly SAMPLE_RATE: number = 0.5;
  @IsString() readonly OTP_PEPPER!: Secret;
  @IsOptional() @IsString() readonly SENDER_NAME?: string;
  @IsOptional() @IsString() readonly RAIL_CREDENTIALS?: ReloadingSecret;
}

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const good = {
  KAFKA_BROKERS: '127.0.0.1:9092, broker-2:9092',
  HEALTH_PORT: '0',
  MESSAGE_KEYS: `otp:one:${key(1)}`,
  MESSAGE_PUBLIC_KEYS: `otp:one:${key(9)}`,
  SEAL_KEYS: `auth-otp:one:${key(2)},gateway-otp:one:${key(3)}`,
  DATABASE_URL: 'postgres://otp:hunter2@127.0.0.1:5432/otp',
  OTP_PEPPER: 'pepper-canary',
};
const faultsOf = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    loadConfig(OtpConfig, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe('values', () => {
  it('are converted to the declared types, with defaults where a variable is absent or empty', () => {
    const config = loadConfig(OtpConfig, {
      ...good,
      OTP_TTL_SECONDS: '120',
      SAMPLE_RATE: '0.25',
      TEST_MODE: 'true',
      LOG_LEVEL: '',
    });
    expect(config).toMatchObject({
      KAFKA_BROKERS: ['127.0.0.1:9092', 'broker-2:9092'],
      TOPIC_PREFIX: 'pay',
      HEALTH_HOST: '127.0.0.1',
      HEALTH_PORT: 0,
      LOG_LEVEL: 'info',
      TEST_MODE: true,
      DATABASE_POOL_SIZE: 10,
      OTP_TTL_SECONDS: 120,
      SAMPLE_RATE: 0.25,
    });
    expect(config.SENDER_NAME).toBeUndefined();
    expect(config.INSTANCE_ID).toMatch(/^[A-Za-z0-9.-]+-[0-9]+-[0-9a-f]{6}$/);
  });

  it('come from files too, without the newline an editor adds', () => {
    const config = loadConfig(OtpConfig, { ...good, OTP_PEPPER: '', OTP_PEPPER_FILE: file('pepper', 'from file\n') });
    expect(config.OTP_PEPPER.reveal()).toBe('from file');
  });
});

describe('the folder of the configuration', () => {
  const folderWith = (files: Readonly<Record<string, string>>): string => {
    const path = mkdtempSync(join(folder, 'variables-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
    return path;
  };
  const { OTP_PEPPER: pepper, ...others } = good;

  it('gives a variable of any kind by a file of its name', async () => {
    const path = folderWith({ OTP_PEPPER: `${pepper}\n`, OTP_TTL_SECONDS: '120', RAIL_CREDENTIALS: 'first' });
    const config = loadConfig(OtpConfig, { ...others, CONFIGURATION_FOLDER: path });
    expect([config.OTP_PEPPER.reveal(), config.OTP_TTL_SECONDS]).toEqual([pepper, 120]);
    writeFileSync(join(path, 'RAIL_CREDENTIALS'), 'second');
    await eventually(() => config.RAIL_CREDENTIALS?.reveal() === 'second');
  });

  it.each([
    ['a variable that is given twice', { OTP_PEPPER: 'canary' }, /OTP_PEPPER and OTP_PEPPER of CONFIGURATION_FOLDER/],
    ['an empty file', { SENDER_NAME: '' }, /SENDER_NAME of CONFIGURATION_FOLDER names an empty file/],
  ])('is refused with %s', (_, files, fault) => {
    const faults = faultsOf({ ...good, CONFIGURATION_FOLDER: folderWith(files) });
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  it('is refused when it cannot be read', () => {
    const faults = faultsOf({ ...good, CONFIGURATION_FOLDER: join(folder, 'missing') });
    expect(faults).toEqual(['CONFIGURATION_FOLDER names a folder that cannot be read (ENOENT)']);
  });

  it('may hold what is not read, which is named', () => {
    const path = folderWith({ OTP_PEPER: 'canary', OTP_PEPPER: pepper, 'ca.pem': '' });
    expect(unreadFiles(OtpConfig, { CONFIGURATION_FOLDER: path })).toEqual(['OTP_PEPER']);
  });
});

describe('a secret that may be replaced', () => {
  it('is read again when its file has changed', async () => {
    const path = file('credentials', 'first\n');
    const config = loadConfig(OtpConfig, { ...good, RAIL_CREDENTIALS_FILE: path });
    expect(config.RAIL_CREDENTIALS?.reveal()).toBe('first');
    writeFileSync(path, 'second\n');
    await eventually(() => config.RAIL_CREDENTIALS?.reveal() === 'second');
    writeFileSync(path, '');
    await delay(1_100);
    expect(config.RAIL_CREDENTIALS?.reveal()).toBe('second');
    expect(inspect(config, { depth: 9, showHidden: true })).not.toContain('second');
  });

  it('never changes without a file', () => {
    const config = loadConfig(OtpConfig, { ...good, RAIL_CREDENTIALS: 'fixed' });
    expect(config.RAIL_CREDENTIALS?.reveal()).toBe('fixed');
  });
});

describe('secrets', () => {
  it('show themselves to reveal() only', () => {
    const config = loadConfig(OtpConfig, good);
    expect(config.OTP_PEPPER.reveal()).toBe('pepper-canary');
    expect(JSON.stringify([config.OTP_PEPPER])).toBe('["[secret]"]');
    for (const printed of [
      inspect(config, { depth: 9, showHidden: true }),
      JSON.stringify(config),
      String(config.OTP_PEPPER),
    ])
      for (const secret of ['pepper-canary', 'hunter2', key(1), key(3)]) expect(printed).not.toContain(secret);
  });

  it('are in no message about faults', () => {
    const faults = faultsOf({
      ...good,
      DATABASE_URL: 'postgres-canary',
      MESSAGE_KEYS: 'otp:one:canary',
      SEAL_KEYS: 'canary:one:x',
      OTP_TTL_SECONDS: 'canary',
    });
    expect(faults).toHaveLength(4);
    expect(faults.join()).not.toContain('canary');
  });
});

describe('faults', () => {
  it('are named all at once', () => {
    const faults = faultsOf({
      KAFKA_BROKERS: 'nowhere',
      HEALTH_PORT: '70000',
      LOG_LEVEL: 'loud',
      MESSAGE_KEYS: `otp:one:${key(1)},stranger:one:${key(1)},otp:one:${key(2)},otp:two:AAAA,otp`,
      DATABASE_URL: 'http://db/otp',
      OTP_TTL_SECONDS: '5e2',
      TEST_MODE: 'perhaps',
      OTP_PEPPER_FILE: join(folder, 'missing'),
    });
    expect(faults.map((fault) => /^[A-Z_]+/.exec(fault)?.[0]).sort()).toEqual([
      'DATABASE_URL',
      'HEALTH_PORT',
      'KAFKA_BROKERS',
      'LOG_LEVEL',
      'MESSAGE_KEYS',
      'MESSAGE_PUBLIC_KEYS',
      'OTP_PEPPER_FILE',
      'OTP_TTL_SECONDS',
      'SEAL_KEYS',
      'TEST_MODE',
    ]);
    expect(faults).toContain('SEAL_KEYS is missing');
    expect(faults).toContain('OTP_PEPPER_FILE names a file that cannot be read (ENOENT)');
    expect(faults.find((fault) => fault.startsWith('MESSAGE_KEYS'))).toBe(
      'MESSAGE_KEYS: key 2 names no known principal or pair; key 3 repeats a key id; key 4 is not 32 bytes in base64; key 5 must have the form owner:key-id:base64',
    );
  });

  it.each([
    ['a variable that is given twice', { OTP_PEPPER_FILE: '/dev/null' }, /OTP_PEPPER and OTP_PEPPER_FILE are both set/],
    ['an empty file', { OTP_PEPPER: '', OTP_PEPPER_FILE: '/dev/null' }, /empty file/],
    ['a number below its bound', { OTP_TTL_SECONDS: '59' }, /OTP_TTL_SECONDS must not be less than 60/],
    ['a number above its bound', { OTP_TTL_SECONDS: '901' }, /OTP_TTL_SECONDS must not be greater than 900/],
    ['a fraction for an integer', { OTP_TTL_SECONDS: '60.5' }, /OTP_TTL_SECONDS must be an integer/],
    ['a secret that is absent', { OTP_PEPPER: undefined }, /OTP_PEPPER is missing/],
  ])('include %s', (_, change, message) => {
    const faults = faultsOf({ ...good, ...change });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(message);
  });
});
