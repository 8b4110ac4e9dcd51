import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publicKeyOf } from '../local/secrets/key-pair.ts';
import { entryFile, itemsOf, readEntry, writeProductionSecrets } from './production-secrets.ts';
import { readOverlay } from './manifests.ts';
import { rotate } from './rotation.ts';
import { secretsOfEntries } from './secrets.ts';

let folder: string;
let authority: string;
const production = (): Parameters<typeof writeProductionSecrets>[1] => ({
  postgres: 'postgres.shop.example:5432',
  redis: 'redis.shop.example:6379',
  publicUrl: 'https://pay.shop.example',
  enginesCa: authority,
});
const entry = (name: string): Readonly<Record<string, string>> => readEntry(entryFile(folder, name));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-production-'));
  authority = join(folder, 'authority.pem');
  writeFileSync(authority, 'the authority');
  writeProductionSecrets(folder, production());
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the entries of a production', () => {
  const overlay = readOverlay('production');
  const asked = overlay
    .filter(({ kind }) => kind === 'ExternalSecret')
    .flatMap((manifest) =>
      [...JSON.stringify(manifest).matchAll(/"key":"paygate\/([a-z-]+)"/g)].map(([, name]) => name),
    );

  it('are all that the overlay reads from the secret store', () => {
    expect(asked.length).toBeGreaterThan(10);
    for (const name of asked) expect([name, Object.keys(entry(name ?? '')).length > 0]).toEqual([name, true]);
  });

  it.each(['gateway', 'checkout', 'auth', 'intents', 'otp', 'charging', 'webhooks'])(
    'have every secret that %s demands, and none of test mode',
    (name) => {
      const page = readFileSync(join(import.meta.dirname, `../../docs/configuration/${name}.md`), 'utf8');
      const demanded = [...page.matchAll(/^\| `(\w+)` +\| \*\*required\*\*, secret/gm)].map(([, variable]) => variable);
      expect(Object.keys(entry(name))).toEqual(expect.arrayContaining(demanded));
      expect(Object.keys(entry(name)).filter((variable) => /TEST|INBOX/.test(variable))).toEqual([]);
      expect(Object.values(entry(name)).filter((value) => value === '')).toEqual([]);
    },
  );

  it('reach the engines by TLS under a role of their own', () => {
    const url = new URL(entry('otp')['DATABASE_URL'] ?? '');
    expect([url.host, url.username, url.pathname]).toEqual([
      'postgres.shop.example:5432',
      'paygate_otp',
      '/paygate_otp',
    ]);
    expect(url.searchParams.get('sslmode')).toBe('verify-full');
    expect(url.searchParams.get('sslrootcert')).toBe('/run/paygate/postgres-ca.pem');
    expect(new URL(entry('otp-migrate')['DATABASE_URL'] ?? '').username).toBe('paygate_otp_owner');
    expect(entry('webhooks')['REDIS_URL']).toMatch(/^rediss:\/\/webhooks:/);
    expect(entry('otp')).toMatchObject({ KAFKA_CA: 'the authority', 'postgres-ca.pem': 'the authority' });
    expect(entry('gateway')['PUBLIC_URL']).toBe('https://pay.shop.example');
    expect(entry('auth')['VAPID_SUBJECT']).toBe('https://pay.shop.example');
    expect(entry('otp')['DASHBOARD_URL']).toBe('https://pay.shop.example/dashboard');
  });

  it('agree with the logins that the engines get', () => {
    const sql = readFileSync(join(folder, 'engines', 'postgres.sql'), 'utf8');
    const acl = readFileSync(join(folder, 'engines', 'redis-users.acl'), 'utf8');
    const logins = readFileSync(join(folder, 'engines', 'kafka-logins.sh'), 'utf8');
    expect(sql).toContain(new URL(entry('charging')['DATABASE_URL'] ?? '').password);
    expect(acl).toContain(new URL(entry('gateway')['REDIS_URL'] ?? '').password);
    expect(logins).toContain(
      `pay-intents --add-config 'SCRAM-SHA-512=[password=${entry('intents')['KAFKA_PASSWORD'] ?? ''}]'`,
    );
    expect(sql).not.toContain('simulator');
  });

  it('have simulated operators of test mode where they are asked for, and no inbox', () => {
    const other = mkdtempSync(join(tmpdir(), 'paygate-test-rails-'));
    try {
      writeProductionSecrets(other, { ...production(), testRails: true });
      const of = (name: string) => readEntry(entryFile(other, name));
      const credentials = Object.keys(of('charging')).filter((variable) => variable.includes('TEST'));
      expect(credentials).toEqual(['MTN_MOMO_TEST_CREDENTIALS', 'ORANGE_MONEY_TEST_CREDENTIALS']);
      expect(of('rail-simulator')).toMatchObject(
        Object.fromEntries(credentials.map((name) => [name, of('charging')[name]])),
      );
      expect(Object.keys(of('rail-simulator'))).toEqual(expect.arrayContaining(['DATABASE_URL', 'INBOX_TOKEN']));
      expect(Object.values(of('rail-simulator'))).not.toContain('');
      expect(Object.keys(of('otp')).filter((variable) => /TEST|INBOX/.test(variable))).toEqual([]);
      expect(readFileSync(join(other, 'engines', 'postgres.sql'), 'utf8')).toContain('paygate_rail_simulator');
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('are printed as the Secrets that the External Secrets Operator would make, with what was added by hand', () => {
    const file = entryFile(folder, 'otp');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, JSON.stringify({ ...entry('otp'), SMS_PROVIDER_TOKEN: 'added' }));
    const printed = secretsOfEntries(folder) as { metadata: { name: string }; data: Record<string, string> }[];
    writeFileSync(file, before);
    expect(printed.map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(asked.map((name) => `paygate-${name ?? ''}`)),
    );
    const ofOtp = printed.find(({ metadata }) => metadata.name === 'paygate-otp')?.data ?? {};
    const read = Object.entries(ofOtp).map(([name, value]) => [name, Buffer.from(value, 'base64').toString()] as const);
    expect(Object.fromEntries(read)).toEqual({ ...entry('otp'), SMS_PROVIDER_TOKEN: 'added' });
  });

  it('stay as they are when the command runs again, and get what a newer version needs', () => {
    const before = entry('otp');
    const file = entryFile(folder, 'otp');
    const { OTP_PEPPER, ...older } = before;
    const fewer = itemsOf(before['MESSAGE_KEYS'] ?? '')
      .slice(1)
      .join(',');
    writeFileSync(file, JSON.stringify({ ...older, MESSAGE_KEYS: fewer, SMS_PROVIDER_TOKEN: 'added by hand' }));
    writeProductionSecrets(folder, production());
    const after = entry('otp');
    expect(after).toMatchObject({ ...older, MESSAGE_KEYS: expect.any(String), SMS_PROVIDER_TOKEN: 'added by hand' });
    expect(itemsOf(after['MESSAGE_KEYS'] ?? '').toSorted()).toEqual(itemsOf(before['MESSAGE_KEYS'] ?? '').toSorted());
    expect(after['OTP_PEPPER']).toBe(OTP_PEPPER);
  });
});

it('a file that is not JSON is named, and nothing is written over', () => {
  const file = entryFile(folder, 'charging');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, `${before},`);
  expect(() => {
    writeProductionSecrets(folder, production());
  }).toThrow(`${file} is not a JSON object`);
  expect(() => rotate(folder, { variable: 'SEAL_KEYS', owner: 'auth-charging' }, 'add')).toThrow(
    'is not a JSON object',
  );
  expect(readFileSync(file, 'utf8')).toBe(`${before},`);
  writeFileSync(file, before);
});

describe('a rotation', () => {
  const ofPair = (name: string): readonly string[] =>
    itemsOf(entry(name)['SEAL_KEYS'] ?? '').filter((item) => item.startsWith('gateway-otp:'));

  it('changes the key of a pair on both its sides, in three steps', () => {
    const key = { variable: 'SEAL_KEYS', owner: 'gateway-otp' };
    const [old] = ofPair('otp');
    expect(rotate(folder, key, 'add')).toEqual(['gateway', 'otp']);
    expect(ofPair('gateway')).toEqual(ofPair('otp'));
    expect(ofPair('otp')).toEqual([old, expect.stringMatching(/^gateway-otp:k2:/)]);
    rotate(folder, key, 'use');
    // a step that was interrupted is repeated
    expect(rotate(folder, key, 'use')).toEqual([]);
    expect(ofPair('otp')).toEqual([expect.stringMatching(/^gateway-otp:k2:/), old]);
    rotate(folder, key, 'drop');
    expect(ofPair('gateway')).toEqual([expect.stringMatching(/^gateway-otp:k2:/)]);
    expect(ofPair('gateway')).toEqual(ofPair('otp'));
  });

  it('adds the halves of a pair where each belongs', () => {
    rotate(folder, { variable: 'MESSAGE_PUBLIC_KEYS', owner: 'auth' }, 'add');
    const of = (name: string, variable: string): readonly string[] =>
      itemsOf(entry(name)[variable] ?? '').filter((item) => item.startsWith('auth:k2:'));
    const [half = ''] = of('auth', 'MESSAGE_PRIVATE_KEYS');
    const seed = half.slice('auth:k2:'.length);
    for (const name of ['auth', 'gateway', 'operator'])
      expect(of(name, 'MESSAGE_PUBLIC_KEYS')).toEqual([`auth:k2:${publicKeyOf(seed)}`]);
    expect(of('otp', 'MESSAGE_PRIVATE_KEYS')).toEqual([]);
  });

  it('refuses what is no list of keys, and an owner that no entry knows', () => {
    expect(() => rotate(folder, { variable: 'DATABASE_URL' }, 'add')).toThrow('DATABASE_URL is no list of keys');
    expect(() => rotate(folder, { variable: 'SEAL_KEYS', owner: 'nobody' }, 'add')).toThrow('no entry has a key');
    expect(() => rotate(folder, { variable: 'AUTH_DATA_KEYS', owner: 'auth' }, 'drop')).toThrow('keys of data stay');
    const [pepper] = itemsOf(entry('auth')['API_KEY_PEPPER'] ?? '');
    writeFileSync(
      entryFile(folder, 'auth'),
      JSON.stringify({ ...entry('auth'), API_KEY_PEPPER: `other,${pepper ?? ''}` }),
    );
    expect(() => rotate(folder, { variable: 'API_KEY_PEPPER' }, 'use')).toThrow('the entries disagree');
  });
});
