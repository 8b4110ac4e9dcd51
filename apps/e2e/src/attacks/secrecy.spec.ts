import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { deliveryOf, eventually, inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';
import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { search } from './canary/search.js';
import type { Secret } from './canary/spellings.js';
import { spellings } from './canary/spellings.js';
import { everythingWritten } from './canary/stores.js';
import type { TraceReceiver } from '../telemetry/trace-receiver.js';
import { receiveTraces } from '../telemetry/trace-receiver.js';
import { otherThan } from '../payments/paying.js';

let receiver: TraceReceiver;
const stack = readStack();
const api = stackClient(stack);
const { publishableKey, secretKey, webhookSecret } = stack.merchant;
const user = stack.users.find(({ walletBalance }) => walletBalance !== '0');
if (user === undefined) throw new Error('the stack has no user with money');
const { id: userId, phoneNumber, password } = user;
const stores = {
  logs: join(dirname(process.env['PAYGATE_STACK_FILE'] ?? '.local/stack.json'), 'logs'),
  postgres: stack.postgres,
  redis: stack.redis,
  kafka: stack.kafka,
  services: stack.services.filter(({ pid }) => pid > 0),
  traces: () => receiver.bodies,
};

beforeAll(async () => {
  receiver = await receiveTraces();
});
afterAll(async () => {
  api.close();
  await receiver.close();
});

const send = (
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answer> => api.request({ method, path, headers, ...(body === undefined ? {} : { body }) });

/** A payment with every kind of secret, right ones and almost right ones. */
async function useEverySecret(): Promise<readonly Secret[]> {
  const made = await send('POST', '/api-keys', { 'x-api-key': secretKey }, { type: 'secret', name: 'canary' });
  const key = String(made.body['key']);
  const { token: userToken } = (await api.signIn(phoneNumber, password)).body;
  const guess = `not the password ${randomBytes(8).toString('hex')}`;
  expect((await api.signIn(phoneNumber, guess)).status).toBe(401);
  const intent = { amount: '300', currency: 'XAF', description: 'canary', metadata: { order: '1' } };
  const { id, sessionToken } = (await api.createIntent(intent, { 'x-api-key': key, authorization: `Bearer ${key}` }))
    .body;
  const code = await codeOf(id);
  const wrong = otherThan(code);
  expect((await api.verifyOtp(userId, wrong, { intentionId: id })).status).toBe(401);
  const { token: otpToken } = (await api.verifyOtp(userId, code, { intentionId: id })).body;
  // a caller may choose its request id, but nothing that looks like a credential
  await send('POST', '/gateway', { 'x-api-key': secretKey, 'x-request-id': key }, {});
  await misplace({ key, userToken, otpToken, sessionToken, code, password });
  expect((await api.charge(id, otpToken)).status).toBe(202);
  await deliveryOf(stack, id, 'payment.completed');
  expect((await api.retrieveIntent(sessionToken)).body['status']).toBe('COMPLETED');
  const leaving = { 'x-api-key': publishableKey, authorization: `Bearer ${userToken}` };
  expect((await send('POST', '/auth/logout', leaving)).status).toBe(204);
  return Object.entries({ key, guess, userToken, otpToken, sessionToken, code, password, secretKey, webhookSecret })
    .map(([name, value]) => ({ name, value }))
    .concat([
      { name: 'phone', value: phoneNumber.slice(1) },
      { name: 'signature of the user token', value: lastPart(userToken) },
      { name: 'signature of the OTP token', value: lastPart(otpToken) },
      { name: 'webhook secret without its prefix', value: lastPart(webhookSecret, '_') },
    ]);
}

async function codeOf(intentionId: string): Promise<string> {
  const seen = await inboxMessages(stack, phoneNumber);
  expect((await api.initOtp(userId, { intentionId })).status).toBe(202);
  return newCode(stack, phoneNumber, seen);
}

/** Secrets in wrong places: a refusal must not write them down either. */
async function misplace(secrets: Readonly<Record<string, string>>): Promise<void> {
  const known = { 'x-api-key': secretKey };
  for (const [name, value] of Object.entries(secrets)) {
    const text = encodeURIComponent(value);
    const refused = await Promise.all([
      send('GET', `/gateway/${text}`, known),
      send('GET', `/gateway?${name}=${text}`, known),
      send('GET', `/gateway?reference=${text}&limit=0`, known),
      send('GET', `/${text}`, known),
      send('POST', '/gateway', known, { amount: value, currency: value, [value]: value }),
      send('POST', '/gateway', known, `{"amount":"${value}`),
      send('POST', '/auth/web', { 'x-api-key': publishableKey }, { phoneNumber: value, password: 5, [value]: 1 }),
      send('POST', '/gateway', { ...known, 'idempotency-key': '', 'user-agent': value }, {}),
      send('GET', '/gateway/session', { 'x-api-key': value, 'x-session-token': value, 'user-agent': value }),
      send('POST', '/payment/charge', { 'x-api-key': publishableKey, authorization: value }, { intentionId: value }),
    ]);
    expect(refused.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
  }
}

function lastPart(text: string, separator = '.'): string {
  return text.slice(text.lastIndexOf(separator) + 1);
}

test('the secrets of a payment are in no log, topic, table, Redis key, metric or trace, in any encoding', async () => {
  const secrets = await useEverySecret();
  await eventually(() => receiver.spans.some(({ name }) => name === 'POST /payment/charge'));
  const { sightings, pieces } = await search(everythingWritten(stores), secrets);
  expect(sightings).toEqual([]);
  for (const store of ['log', 'table', 'topic', 'redis', 'metric', 'trace'] as const)
    expect(pieces.get(store)).toBeGreaterThan(0);
});

describe('a leak that was planted is found', () => {
  const name = `canary_${randomBytes(4).toString('hex')}`;
  const value = `sk_test_${randomBytes(24).toString('base64url')}`;
  const hex = Buffer.from(value).toString('hex');
  const written = {
    clear: `it is ${value}.`,
    JSON: hex.replaceAll(/../g, String.raw`\u00$&`),
    'URL-encoded': hex.replaceAll(/../g, '%$&'),
    hex: `ab${hex}`,
    base64: Buffer.from(`a${value}b`).toString('base64'),
  } as const;
  const log = join(stores.logs, `${name}.log`);

  const plant = async (): Promise<void> => {
    writeFileSync(log, Object.values(written).join('\n'));
    await onPostgres(`CREATE DATABASE ${name}`);
    await onPostgres('CREATE TABLE leak (text text)', name);
    await onPostgres('INSERT INTO leak SELECT unnest($1::text[])', name, [Object.values(written)]);
    const redis = new Redis(stack.redis);
    await redis.hset(name, written);
    redis.disconnect();
    const kafka = new Kafka({ brokers: [...stack.kafka], logLevel: logLevel.NOTHING });
    const producer = kafka.producer();
    const admin = kafka.admin();
    await Promise.all([admin.connect(), producer.connect()]);
    await admin.createTopics({ topics: [{ topic: name, numPartitions: 1 }], waitForLeaders: true });
    const messages = Object.values(written).map((text) => ({ value: 'nothing', headers: { text } }));
    await producer.send({ topic: name, messages });
    await Promise.all([admin.disconnect(), producer.disconnect()]);
  };

  afterAll(async () => {
    rmSync(log, { force: true });
    await onPostgres(`DROP DATABASE IF EXISTS ${name}`);
    const redis = new Redis(stack.redis);
    await redis.del(name);
    redis.disconnect();
    const admin = new Kafka({ brokers: [...stack.kafka], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [name] });
    await admin.disconnect();
  });

  test('in every store and encoding', async () => {
    await plant();
    const { sightings } = await search(everythingWritten(stores), [{ name: 'planted', value }]);
    const places = { log: `${name}.log`, table: `${name}.public.leak`, topic: name, redis: name };
    const all = Object.entries(places).flatMap(([store, place]) =>
      spellings.map((spelling) => ({ secret: 'planted', spelling, store, place })),
    );
    expect(sightings).toEqual(expect.arrayContaining(all));
    expect(sightings).toHaveLength(all.length);
  });

  async function onPostgres(text: string, database?: string, values: readonly unknown[] = []): Promise<void> {
    const url = new URL(stack.postgres);
    if (database !== undefined) url.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(text, [...values]).finally(() => client.end());
  }
});
