import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StackUser } from '@paygate/testing';
import {
  dataServices,
  deliveryOf,
  eventually,
  inboxMessages,
  newCode,
  readStack,
  serviceNames,
  stackProcesses,
} from '@paygate/testing';
import type { Admin } from 'kafkajs';
import { AssignerProtocol, Kafka, logLevel } from 'kafkajs';
import { Gateways } from './gateways.js';
import { accepted, payersOf } from '../payments/paying.js';

const stack = readStack();
const gateways = new Gateways(stack);
const ask = gateways.ask.bind(gateways);
const payers = payersOf(stack);

let admin: Admin;

beforeAll(async () => {
  admin = new Kafka({ brokers: [...stack.kafka], clientId: 'e2e', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
});
afterAll(async () => {
  await admin.disconnect();
  gateways.close();
});

/** One payment whose requests alternate between the gateways. */
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

/** Payments that repeat until `over` is settled. */
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

/** The offsets that the members of a service's group have read so far, by member. */
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
  test('share the work: each gets a part of it, and each gateway receives its own replies', async () => {
    const before = new Map(await Promise.all(dataServices.map(async (name) => [name, await positions(name)] as const)));
    expect([...before].map(([name, members]) => [name, members.size])).toEqual(dataServices.map((name) => [name, 2]));
    // the commands of a payer have one key, so few payers might all belong to one instance
    const rounds = Array.from({ length: 6 }, (_, round) => round);
    const ids = await Promise.all(
      payers.map(async (user, index) => {
        const paid: string[] = [];
        for (const round of rounds) paid.push(await pay(user, index + round));
        return paid;
      }),
    );
    for (const id of ids.flat()) await deliveryOf(stack, id, 'payment.completed');
    for (const [name, members] of before) {
      await eventually(async () => {
        const shares = await sharesOf(name, members);
        if (!shares.every((share) => share > 0)) throw new Error(`${name}: ${shares.join(', ')}`);
        return true;
      });
    }
  });

  test('a gateway that is killed under load fails only what was under way on it', async () => {
    const { ids, failures } = await payUntil(stackProcesses.replaced('gateway-2', 'SIGKILL'));
    expect(failures.filter((failure) => !/ECONNRESET|socket hang up|EPIPE/.test(failure))).toEqual([]);
    // at most one request of each of the twelve payers was under way
    expect(failures.length).toBeLessThanOrEqual(12);
    for (const id of ids) await deliveryOf(stack, id, 'payment.completed');
  });

  test.each(dataServices)(
    'an instance of %s that is killed under load fails only what was under way on it, and says that it is retryable',
    async (worker) => {
      const { ids, failures } = await payUntil(stackProcesses.replaced(`${worker}-2`, 'SIGKILL'));
      expect(failures.filter((failure) => !/^Error: 50[34] .*"retryable":true/.test(failure))).toEqual([]);
      // at most one request of each of the twelve payers was under way
      expect(failures.length).toBeLessThanOrEqual(12);
      for (const id of ids) await deliveryOf(stack, id, 'payment.completed');
    },
  );

  test('are replaced one after the other under load, and no request fails', async () => {
    const rolling = (async () => {
      await Promise.all(serviceNames.map((name) => stackProcesses.replaced(`${name}-2`, 'SIGTERM')));
      await Promise.all(serviceNames.map((name) => stackProcesses.replaced(name, 'SIGTERM')));
    })();
    const { ids, failures } = await payUntil(rolling);
    expect(failures).toEqual([]);
    for (const id of ids) await deliveryOf(stack, id, 'payment.completed');
  });
});
