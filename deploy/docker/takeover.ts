/**
 * Tries at a Kafka with logins what the service whose container this is has no right to, with everything that the service has: to write
 * to the topics of others, to read them, to log in as another, the operator among them, and to give itself rights. Exits with 1 when an attempt succeeds.
 */
import { readFileSync } from 'node:fs';
import type { AclEntry, Kafka as Client } from 'kafkajs';
import kafkajs from 'kafkajs';

const { KAFKA_BROKERS = '', KAFKA_USERNAME = '', KAFKA_CA_FILE = '', KAFKA_PASSWORD_FILE = '' } = process.env;
/** The resources that belong to others, as deploy/docker/trial-file.ts names it. */
const { TOPICS_TO_WRITE = '', TOPICS_TO_READ = '', LOGINS = '' } = process.env;
const NO_RETRIES = { retry: { retries: 0 } };
const READ_MS = 20_000;

const own = clientAs(KAFKA_USERNAME);
const admin = own.admin(NO_RETRIES);
const producer = own.producer({ ...NO_RETRIES, allowAutoTopicCreation: false });
await Promise.all([admin.connect(), producer.connect()]);
let succeeded = 0;

for (const topic of TOPICS_TO_WRITE.split(','))
  await attempt(`write to ${topic}`, () => producer.send({ topic, messages: [{ value: '{}' }] }));
for (const topic of TOPICS_TO_READ.split(',')) await attempt(`read ${topic}`, () => read(topic));
for (const login of LOGINS.split(',')) await attempt(`log in as ${login}`, () => logIn(login));
await attempt('give itself rights', () => admin.createAcls({ acl: [everything()] }));

await Promise.all([admin.disconnect(), producer.disconnect()]);
console.log(`${KAFKA_USERNAME}: ${succeeded} attempts succeeded`);
process.exitCode = succeeded === 0 ? 0 : 1;

/** A failure for any other reason than a refusal counts as a success: nothing is known then. */
async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
  const outcome = await work().then(() => 'succeeded', causeOf);
  const isRefused = /AUTHORIZATION_FAILED|SASL/.test(outcome);
  if (!isRefused) succeeded += 1;
  console.log(`${isRefused ? '✓' : '✗'} ${what}: ${outcome}`);
}

function causeOf(error: unknown): string {
  const { type, name, message, cause } = error as Error & { readonly type?: string };
  return type ?? (cause as { readonly type?: string } | undefined)?.type ?? `${name}: ${message}`;
}

function clientAs(username: string): Client {
  const password = readFileSync(KAFKA_PASSWORD_FILE, 'utf8');
  return new kafkajs.Kafka({
    brokers: KAFKA_BROKERS.split(','),
    logLevel: kafkajs.logLevel.NOTHING,
    ssl: { ca: readFileSync(KAFKA_CA_FILE, 'utf8') },
    sasl: { mechanism: 'scram-sha-512', username, password },
    ...NO_RETRIES,
  });
}

async function logIn(login: string): Promise<void> {
  const other = clientAs(login).admin(NO_RETRIES);
  await other.connect();
  await other.disconnect();
}

/** Reads in a group that the service may have. */
async function read(topic: string): Promise<void> {
  const groupId = `${KAFKA_USERNAME.replace('-', '.')}.takeover`;
  const consumer = own.consumer({ ...NO_RETRIES, groupId, maxWaitTimeInMs: 200 });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    reject(payload.error);
  });
  consumer.on(consumer.events.FETCH, resolve);
  const late = setTimeout(() => {
    reject(new Error(`no answer within ${READ_MS} ms`));
  }, READ_MS);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic] });
    await consumer.run({ eachMessage: () => Promise.resolve() });
    await promise;
  } finally {
    clearTimeout(late);
    await consumer.disconnect();
  }
}

function everything(): AclEntry {
  return {
    principal: `User:${KAFKA_USERNAME}`,
    host: '*',
    operation: kafkajs.AclOperationTypes.ALL,
    permissionType: kafkajs.AclPermissionTypes.ALLOW,
    resourceType: kafkajs.AclResourceTypes.TOPIC,
    resourceName: '*',
    resourcePatternType: kafkajs.ResourcePatternTypes.LITERAL,
  };
}
