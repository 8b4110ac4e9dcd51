import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Principal, ServiceName, Stream } from '@paygate/contracts';
import { principals, replyStream, serviceNames, streams } from '@paygate/contracts';
import { aclsOf, ensureAcls, kafkaConnection, Names, rightsOf } from '@paygate/messaging';
import { Logger, Secret } from '@paygate/platform';
import { Redis } from 'ioredis';
import type { Admin, Kafka } from 'kafkajs';
import { AclPermissionTypes } from 'kafkajs';
import pg from 'pg';
import { databaseUrl } from '../databases.ts';
import { kafkaUser } from '../engines/kafka-user.ts';
import { Secrets } from '../secrets/secrets.ts';
import { commonEnvironment } from '../stack/service-environment.ts';
import { ensureTls } from '../secrets/tls.ts';
import { becomesTrue } from '../waiting.ts';
import { failureBefore, failureOf, freePort, plainAnswer } from './fixtures/attempts.ts';
import type { ForgedMessage } from './fixtures/takeover.ts';
import { attemptsOf, refusedBy, signedWithKeysOf, sumOf } from './fixtures/takeover.ts';
import { BOOT_MS, TestStack } from './runner.ts';

/*
 * A stack whose engines demand TLS and a login of each service, as in production. Its start makes a payment, so the real services
 * work with their rights. What a service that was taken over could try is tried here with its own login.
 */

const START_MS = 4 * BOOT_MS;
const TEST_MS = 120_000;
const stack = new TestStack();
const names = new Names('pay');
const logger = new Logger({ service: 'test', instance: 'secure', level: 'silent' });
let secrets: Secrets;
let authority: string;
let otherAuthority: string;
let brokers: string[];

beforeAll(async () => {
  process.env['GATEWAY_PORT'] = String(await freePort());
  const running = stack.startSecure();
  await running.prints('everything is up', START_MS);
  secrets = new Secrets(stack.paths.secretsFile);
  authority = readFileSync(String(stack.stackFile()['engineAuthority']), 'utf8');
  otherAuthority = readFileSync((await ensureTls({ tls: `${stack.paths.root}/other-tls` })).ca, 'utf8');
  brokers = stack.stackFile()['kafka'] as string[];
}, START_MS);
afterAll(async () => {
  delete process.env['GATEWAY_PORT'];
  await stack.remove();
}, START_MS);

interface Difference {
  readonly brokers?: readonly string[];
  readonly tls?: { readonly authorities: Secret };
  readonly password?: string;
}

/** Kafka as a service reaches it. */
function kafkaAs(name: string, different: Difference = {}): Kafka {
  const password = new Secret(different.password ?? secrets.enginePassword('kafka', name));
  return kafkaConnection({
    ...{ brokers, clientId: 'secure', logger, tls: { authorities: new Secret(authority) }, ...different },
    login: { username: kafkaUser(name), password, mechanism: 'scram-sha-512' },
  });
}

async function withAdmin<Result>(kafka: Kafka, work: (admin: Admin) => Promise<Result>): Promise<Result> {
  const admin = kafka.admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** The error of kafkajs for a coordinator that refuses to be found. */
const GROUP_REFUSED = /^GROUP_AUTHORIZATION_FAILED$|^KafkaJSGroupCoordinatorNotFound/;

describe('Kafka', () => {
  test('is not reached in plain text, with another authority, under another name or with a wrong password', async () => {
    const describe = (admin: Admin): Promise<unknown> => admin.describeCluster();
    expect(await failureOf(withAdmin(kafkaAs('otp'), describe))).toBe('none');
    const plain = kafkaConnection({ brokers, clientId: 'plain', logger, requestTimeoutMs: 2_000 });
    expect(await failureOf(withAdmin(plain, describe))).not.toBe('none');
    const distrusting = kafkaAs('otp', { tls: { authorities: new Secret(otherAuthority) } });
    expect(await failureOf(withAdmin(distrusting, describe))).toMatch(/certificate/i);
    const elsewhere = kafkaAs('otp', { brokers: brokers.map((broker) => broker.replace('127.0.0.1', '127.1')) });
    expect(await failureOf(withAdmin(elsewhere, describe))).toMatch(/altnames|ERR_TLS_CERT_ALTNAME_INVALID/i);
    expect(await failureOf(withAdmin(kafkaAs('otp', { password: 'guessed' }), describe))).toMatch(/SASL/);
    const unencrypted = kafkaConnection({
      ...{ brokers, clientId: 'plain', logger, requestTimeoutMs: 2_000 },
      login: { username: kafkaUser('otp'), password: new Secret('x'), mechanism: 'scram-sha-512' },
    });
    expect(await failureOf(withAdmin(unencrypted, describe))).not.toBe('none');
  });

  test.each(principals)('takes from %s messages to its topics and to no others', async (principal: Principal) => {
    const { writes } = rightsOf(principal);
    const producer = kafkaAs(principal).producer({ allowAutoTopicCreation: false, retry: { retries: 0 } });
    await producer.connect();
    const outcome = async (stream: Stream): Promise<string> =>
      failureOf(producer.send({ topic: names.topic(stream), messages: [{ key: 'unsigned', value: '{}' }] }));
    const outcomes: (readonly [string, string])[] = [];
    for (const stream of streams) outcomes.push([stream.name, await outcome(stream)]);
    await producer.disconnect();
    expect(outcomes).toEqual(
      streams.map((stream) => [stream.name, writes.includes(stream) ? 'none' : 'TOPIC_AUTHORIZATION_FAILED']),
    );
  });

  test.each(principals)(
    'gives %s the messages of the topics that it may read and of no others',
    async (principal: Principal) => {
      const { reads } = rightsOf(principal);
      const outcomes = await Promise.all(streams.map((stream) => readAs(principal, stream)));
      expect(outcomes.map((outcome, index) => [streams[index]?.name, outcome])).toEqual(
        streams.map((stream) => [stream.name, reads.includes(stream) ? 'none' : 'TOPIC_AUTHORIZATION_FAILED']),
      );
    },
  );

  test.each(serviceNames.filter((name) => attemptsOf(name).length > 0))(
    'carries no command that a taken-over %s signs as the operator or another service with the keys that it holds',
    async (impostor: ServiceName) => {
      for (const attempt of attemptsOf(impostor)) {
        const { named, command } = attempt;
        const refused = () => refusedBy(stack.stackFile(), command.owner);
        const forged = signedWithKeysOf(environmentOf(impostor), attempt);
        const genuine = signedWithKeysOf(environmentOf(named), attempt);
        const before = await refused();
        await sendAs(impostor, forged);
        // one of the sender's own keys is the right one: the broker and the service accept it, and only its payload is refused
        await sendAs(named, genuine);
        const after = { forged: before.forged + forged.length + genuine.length - 1, malformed: before.malformed + 1 };
        await becomesTrue(async () => sumOf(await refused()) >= sumOf(after), TEST_MS / 4);
        expect({ named, command: command.name, ...(await refused()) }).toEqual({
          named,
          command: command.name,
          ...after,
        });
      }
    },
  );

  test.each(principals)('lets %s join no group of another, create no topic and give no rights', async (principal) => {
    const kafka = kafkaAs(principal);
    const [other = 'auth'] = principals.filter((one) => one !== principal);
    const [own = replyStream] = rightsOf(principal).reads;
    expect(await joinFailure(kafka, names.serviceGroup(other), own)).toMatch(GROUP_REFUSED);
    expect(await joinFailure(kafka, names.instanceGroup(other, 'x'), own)).toMatch(GROUP_REFUSED);
    await withAdmin(kafka, async (admin) => {
      const topic = { topic: 'pay.own', numPartitions: 1, replicationFactor: 1 };
      expect(await failureOf(admin.createTopics({ topics: [topic], waitForLeaders: false }))).not.toBe('none');
      expect(await admin.listTopics()).not.toContain('pay.own');
      const [right] = aclsOf(names);
      const acl = right === undefined ? [] : [{ ...right, principal: `User:${kafkaUser(principal)}` }];
      expect(await failureOf(admin.createAcls({ acl }))).not.toBe('none');
      const foreign = streams.find((stream) => !rightsOf(principal).writes.includes(stream)) ?? replyStream;
      expect(await failureOf(admin.deleteTopics({ topics: [names.topic(foreign)] }))).not.toBe('none');
    });
  });

  test('shows an autoscaler how many messages wait in each group, and no message', async () => {
    const autoscaler = kafkaAs('autoscaler');
    await withAdmin(autoscaler, async (admin) => {
      expect(await admin.listTopics()).toEqual(expect.arrayContaining(streams.map((stream) => names.topic(stream))));
      const [offsets] = await admin.fetchOffsets({
        groupId: names.serviceGroup('otp'),
        topics: ['pay.otp.commands.v1'],
      });
      expect(offsets?.partitions.map(({ offset }) => Number(offset) >= 0)).toContain(true);
      expect(await admin.fetchTopicOffsets('pay.otp.commands.v1')).toHaveLength(offsets?.partitions.length ?? 0);
    });
    expect(await joinFailure(autoscaler, names.serviceGroup('otp'), replyStream)).toMatch(GROUP_REFUSED);
    const producer = autoscaler.producer({ allowAutoTopicCreation: false, retry: { retries: 0 } });
    await producer.connect();
    const attempt = producer.send({ topic: names.topic(replyStream), messages: [{ value: '{}' }] });
    expect(await failureOf(attempt)).toBe('TOPIC_AUTHORIZATION_FAILED');
    await producer.disconnect();
  });

  test('takes away by the job what reaches the deployment besides, and keeps what denies or lies elsewhere', async () => {
    const right = aclsOf(names).find(({ resourceName }) => resourceName === 'pay.replies.v1');
    if (right === undefined) throw new Error('nobody may use replies');
    const acl = { ...right, principal: `User:${kafkaUser('otp')}`, host: '192.0.2.1' };
    const [own, all, elsewhere] = [acl, { ...acl, resourceName: '*' }, { ...acl, resourceName: 'other.v1' }];
    const denial = { ...acl, permissionType: AclPermissionTypes.DENY };
    await withAdmin(kafkaAs('topics'), async (admin) => {
      await admin.createAcls({ acl: [own, all, elsewhere, denial] });
      let revoked = 0;
      const runJob = async () => (revoked += (await ensureAcls(admin, names))?.revoked.length ?? 0) >= 2;
      expect(await becomesTrue(runJob, TEST_MS / 4)).toBe(true);
      const { filterResponses } = await admin.deleteAcls({ filters: [own, all, elsewhere, denial] });
      expect(filterResponses.map(({ matchingAcls }) => matchingAcls.length)).toEqual([0, 0, 1, 1]);
    });
  });

  const environmentOf = (principal: Principal) =>
    commonEnvironment({ engines: { kafka: brokers.join() }, secrets }, principal);

  const sendAs = async (principal: Principal, forged: readonly ForgedMessage[]): Promise<void> => {
    const producer = kafkaAs(principal).producer({ allowAutoTopicCreation: false, retry: { retries: 0 } });
    await producer.connect();
    for (const { topic, ...message } of forged) await producer.send({ topic, messages: [message] });
    await producer.disconnect();
  };

  const readAs = (principal: Principal, stream: Stream): Promise<string> => {
    const consumer = kafkaAs(principal).consumer({
      groupId: `${names.groupPrefix(principal)}test.${stream.name}`,
      retry: { retries: 0 },
      maxWaitTimeInMs: 200,
    });
    return failureBefore(consumer, consumer.events.FETCH, names.topic(stream));
  };

  const joinFailure = (kafka: Kafka, groupId: string, own: Stream): Promise<string> => {
    const consumer = kafka.consumer({ groupId, retry: { retries: 0 } });
    return failureBefore(consumer, consumer.events.GROUP_JOIN, names.topic(own));
  };
});

describe('PostgreSQL', () => {
  const query = async (url: string): Promise<unknown> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).rows;
    } finally {
      await client.end();
    }
  };

  test('is reached over TLS alone, with its authority and under its name', async () => {
    const url = databaseUrl(String(stack.stackFile()['postgres']), 'otp', secrets);
    expect(await query(url)).toEqual([{ ssl: true }]);
    expect(await failureOf(query(url.replace(/\?.*$/, '')))).toBe('28000');
    const changed = (from: string | RegExp, to: string): Promise<string> => failureOf(query(url.replace(from, to)));
    const other = encodeURIComponent(`${stack.paths.root}/other-tls/ca.pem`);
    expect(await changed(/sslrootcert=.*$/, `sslrootcert=${other}`)).toMatch(/CERT|SIGNATURE|ISSUER|DEPTH/);
    expect(await changed('127.0.0.1', '127.1')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });
});

describe('Redis', () => {
  const ask = async (
    name: ServiceName,
    { ca = authority, host = '127.0.0.1' },
    work: (redis: Redis) => Promise<unknown>,
  ) => {
    const url = new URL(String(stack.stackFile()['redis']));
    const redis = new Redis(`rediss://${name}:${secrets.enginePassword('redis', name)}@${host}:${url.port}`, {
      tls: { ca },
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    let failure: Error | undefined;
    redis.on('error', (error) => (failure = error));
    try {
      await redis.connect();
      return await work(redis);
    } catch (error) {
      throw failure ?? error;
    } finally {
      redis.disconnect();
    }
  };
  const get = (key: string) => (redis: Redis) => redis.get(key);

  test('is reached over TLS alone, with its authority and under its name', async () => {
    expect(await ask('gateway', {}, get('pay:rate:x'))).toBeNull();
    expect(await failureOf(ask('gateway', { ca: otherAuthority }, get('pay:rate:x')))).toMatch(/CERT|SIGNATURE|ISSUER/);
    expect(await failureOf(ask('gateway', { host: '127.1' }, get('pay:rate:x')))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await plainAnswer(Number(new URL(String(stack.stackFile()['redis'])).port))).not.toContain('PONG');
  });

  test('gives a service its own keys and no command of an administrator', async () => {
    expect(await failureOf(ask('gateway', {}, get('pay:bull:x')))).toMatch(/NOPERM/);
    expect(await failureOf(ask('webhooks', {}, get('pay:rate:x')))).toMatch(/NOPERM/);
    expect(await failureOf(ask('webhooks', {}, (redis) => redis.flushall()))).toMatch(/NOPERM/);
    expect(await failureOf(ask('gateway', {}, (redis) => redis.config('GET', '*')))).toMatch(/NOPERM/);
    expect(await failureOf(ask('gateway', {}, (redis) => redis.call('CLIENT', 'PAUSE', '1')))).toMatch(/NOPERM/);
  });
});
