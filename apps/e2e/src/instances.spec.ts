import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer, PaygateHttp, StackUser } from '@paygate/testing';
import { deliveriesOf, deliveryOf, eventually, gatewaysOf, inboxMessages, newCode, readStack } from '@paygate/testing';
import type { Admin } from 'kafkajs';
import { AssignerProtocol, Kafka, logLevel } from 'kafkajs';
import { isReady, replaced } from './instance.js';

const stack = readStack();
const gateways = gatewaysOf(stack);
const payers = stack.users.filter(({ walletBalance }) => walletBalance !== '0');
const workers = ['auth', 'intents', 'otp', 'charging', 'webhooks'];
const TEST_MS = 120_000;

let admin: Admin;

beforeAll(async () => {
  admin = new Kafka({ brokers: [...stack.kafka], clientId: 'e2e', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
});
afterAll(async () => {
  await admin.disconnect();
  for (const { api } of gateways) api.close();
});

/** Asks as through a balancer: a gateway that is ready, and when it cannot be connected to, which asks nothing of it, the other. */
async function ask<Body>(send: (api: PaygateHttp) => Promise<Answer<Body>>, turn: number): Promise<Answer<Body>> {
  const [one, other] = turn % 2 === 0 ? gateways : gateways.toReversed();
  if (one === undefined || other === undefined) throw new Error('the stack has fewer than two gateways');
  if (!(await isReady(one.healthUrl))) return send(other.api);
  return send(one.api).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ECONNREFUSED') return send(other.api);
    throw error;
  });
}

function accepted<Body>(status: number, answer: Answer<Body>): Body {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer.body;
}

/** One payment, every request of it by another gateway than the one before. */
async function pay(user: StackUser, turn: number): Promise<string> {
  const { id } = accepted(201, await ask((api) => api.createIntent({ amount: '300', currency: 'XAF' }), turn));
  const seen = await inboxMessages(stack, user.phoneNumber);
  accepted(202, await ask((api) => api.initOtp(user.id, { intentionId: id }), turn + 1));
  const code = await newCode(stack, user.phoneNumber, seen);
  const { token } = accepted(200, await ask((api) => api.verifyOtp(user.id, code, { intentionId: id }), turn));
  accepted(202, await ask((api) => api.charge(id, token), turn + 1));
  return id;
}

interface Load {
  readonly ids: readonly string[];
  readonly failures: readonly string[];
}

/** Payers who pay until `over` is settled. */
async function payUntil(over: Promise<unknown>): Promise<Load> {
  const ids: string[] = [];
  const failures: string[] = [];
  let going = true;
  void over.finally(() => (going = false)).catch(() => undefined);
  await Promise.all(
    payers.slice(0, 12).map(async (user, index) => {
      for (let turn = index; going; turn += 1) {
        await pay(user, turn).then(
          (id) => ids.push(id),
          (error: unknown) => failures.push(String(error)),
        );
      }
    }),
  );
  await over;
  return { ids, failures };
}

/** What the members of a service's group have read so far, by member. */
async function positions(service: string): Promise<ReadonlyMap<string, number>> {
  const groupId = `pay.${service}`;
  const { groups } = await admin.describeGroups([groupId]);
  const offsets = await admin.fetchOffsets({ groupId });
  const readOf = (topic: string, partition: number): number =>
    Number(
      offsets.find((one) => one.topic === topic)?.partitions.find((one) => one.partition === partition)?.offset ?? 0,
    );
  return new Map(
    (groups[0]?.members ?? []).map(({ memberId, memberAssignment }) => {
      const { assignment = {} } = AssignerProtocol.MemberAssignment.decode(memberAssignment) ?? {};
      const read = Object.entries(assignment).flatMap(([topic, own]) =>
        own.map((partition) => readOf(topic, partition)),
      );
      return [memberId, read.reduce((sum, offset) => sum + Math.max(0, offset), 0)];
    }),
  );
}

async function sharesOf(service: string, before: ReadonlyMap<string, number>): Promise<readonly number[]> {
  const after = await positions(service);
  const read = [...after].map(([member, offset]) => offset - (before.get(member) ?? Number.NaN));
  const all = read.reduce((sum, one) => sum + one, 0);
  return read.map((one) => one / all);
}

describe('two instances of each service', () => {
  test(
    'share the work: each takes a fifth of it or more, and what is asked by either gateway is answered there',
    async () => {
      const before = new Map(await Promise.all(workers.map(async (name) => [name, await positions(name)] as const)));
      expect([...before].map(([name, members]) => [name, members.size])).toEqual(workers.map((name) => [name, 2]));
      const rounds = Array.from({ length: 10 }, (_, round) => round);
      const ids = await Promise.all(
        payers.slice(0, 12).map(async (user, index) => {
          const paid: string[] = [];
          for (const round of rounds) paid.push(await pay(user, index + round));
          return paid;
        }),
      );
      for (const id of ids.flat()) await deliveryOf(stack, id, 'payment.completed');
      for (const [name, members] of before) {
        await eventually(async () => {
          const shares = await sharesOf(name, members);
          expect({ name, shares, fair: shares.every((share) => share >= 0.2) }).toMatchObject({ fair: true });
          return true;
        });
      }
    },
    TEST_MS,
  );

  test('60 parallel charges by both gateways make one charge', async () => {
    const [user] = payers;
    const { id } = accepted(201, await ask((api) => api.createIntent({ amount: '400', currency: 'XAF' }), 0));
    const seen = await inboxMessages(stack, user?.phoneNumber ?? '');
    accepted(202, await ask((api) => api.initOtp(user?.id ?? '', { intentionId: id }), 1));
    const code = await newCode(stack, user?.phoneNumber ?? '', seen);
    const verified = await ask((api) => api.verifyOtp(user?.id ?? '', code, { intentionId: id }), 0);
    const { token } = accepted(200, verified);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => ask((api) => api.charge(id, token), turn)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    await deliveryOf(stack, id, 'payment.completed');
    expect(new Set((await deliveriesOf(stack, id)).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('40 parallel creates by both gateways with one Idempotency-Key make one intent', async () => {
    const headers = { 'idempotency-key': `key-${Date.now()}-${Math.random()}` };
    const body = { amount: '2500', currency: 'XAF' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => ask((api) => api.createIntent(body, headers), turn)),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status, text }) => status !== 201 && !text.includes('idempotency_key_in_use'))).toEqual(
      [],
    );
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(created.filter(({ headers: sent }) => sent['idempotency-replayed'] === undefined)).toHaveLength(1);
  });

  test(
    'a gateway that is killed under load fails only what was under way on it',
    async () => {
      const { ids, failures } = await payUntil(replaced('gateway-2', 'SIGKILL'));
      expect(failures.filter((failure) => !/ECONNRESET|socket hang up|EPIPE/.test(failure))).toEqual([]);
      // of each of the twelve payers one request at most was under way
      expect(failures.length).toBeLessThanOrEqual(12);
      for (const id of ids) await deliveryOf(stack, id, 'payment.completed');
    },
    TEST_MS,
  );

  test(
    'are replaced one after the other under load, and no request fails',
    async () => {
      const all = ['gateway', ...workers];
      const rolling = (async () => {
        await Promise.all(all.map((name) => replaced(`${name}-2`, 'SIGTERM')));
        await Promise.all(all.map((name) => replaced(name, 'SIGTERM')));
      })();
      const { ids, failures } = await payUntil(rolling);
      expect(failures).toEqual([]);
      for (const id of ids) await deliveryOf(stack, id, 'payment.completed');
    },
    TEST_MS,
  );
});
