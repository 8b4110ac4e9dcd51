import type { ServiceName } from './services.js';
import { dataServices } from './services.js';

/** The kind of messages of a topic. Its retention depends on it. */
export type StreamKind = 'events' | 'commands' | 'replies' | 'dead-letters' | 'table';

/**
 * One Kafka topic. Deployments prefix the name (`pay.` by default); topics are created from this declaration and never
 * by the broker on first use.
 */
export interface Stream {
  readonly name: string;
  readonly kind: StreamKind;
  /** The only principal whose signature is accepted on the topic; absent where several may write (commands, replies). */
  readonly owner?: ServiceName;
  /** Events and tables: the services that read it. The broker refuses others, where it knows its clients. */
  readonly readers?: readonly ServiceName[];
  readonly partitions: number;
  readonly retentionMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Retention is ordered: topics 14 d < inbox 21 d < webhook events 30 d, so a replayed message is always recognised. */
export const EVENT_RETENTION_MS = 14 * DAY_MS;
/** A command past its deadline is dropped, so there is no use in keeping it longer. */
export const COMMAND_RETENTION_MS = 60 * MINUTE_MS;
/** Readers begin at the end of a table's topic and read the rows from its owner: they do not use older changes. */
const TABLE_RETENTION_MS = 60 * MINUTE_MS;

const events = (owner: ServiceName, readers: readonly ServiceName[], name = `${owner}.v1`): Stream => ({
  name,
  kind: 'events',
  owner,
  readers,
  partitions: 6,
  retentionMs: EVENT_RETENTION_MS,
});
/** One partition, so that the changes of a table have one order and a missing one is noticed. */
const table = (name: string, owner: ServiceName, readers: readonly ServiceName[]): Stream => ({
  name,
  kind: 'table',
  owner,
  readers,
  partitions: 1,
  retentionMs: TABLE_RETENTION_MS,
});

/** Event streams: one owner produces. Key = aggregate id, so order holds per aggregate. */
export const eventStreams = {
  auth: events('auth', ['intents', 'charging', 'webhooks']),
  intents: events('intents', ['auth', 'charging', 'webhooks']),
  otp: events('otp', ['intents']),
  charging: events('charging', ['intents']),
  /** Payouts that have ended, and operators that have changed: apart, so that webhooks does not read the events of charges. */
  chargingPayouts: events('charging', ['webhooks'], 'charging.payouts.v1'),
  /** Acts for the audit trail: apart from the events of payments, so that they do not wait behind those. */
  intentsAudit: events('intents', ['auth'], 'intents.audit.v1'),
  chargingAudit: events('charging', ['auth'], 'charging.audit.v1'),
  webhooksAudit: events('webhooks', ['auth'], 'webhooks.audit.v1'),
} as const;

/** Changes of the tables that readers hold in memory. */
export const tableStreams = {
  apiKeys: table('api-keys.v1', 'auth', ['gateway']),
  /** Public signing keys of auth (user tokens) and otp (authorization tokens): one topic each, as each has one owner. */
  userTokenKeys: table('keys.v1', 'auth', ['gateway']),
  deniedTokens: table('denied-tokens.v1', 'auth', ['gateway']),
  otpTokenKeys: table('otp-keys.v1', 'otp', ['intents']),
} as const;

/** Replies to commands. Each calling instance reads one partition of its own. */
export const replyStream: Stream = { name: 'replies.v1', kind: 'replies', partitions: 32, retentionMs: 10 * MINUTE_MS };

/** The topic of the commands to `service`. */
export function commandStream(service: ServiceName): Stream {
  return { name: `${service}.commands.v1`, kind: 'commands', partitions: 6, retentionMs: COMMAND_RETENTION_MS };
}

/** The dead-letter topic of `consumer`. */
export function deadLetterStream(consumer: ServiceName): Stream {
  return {
    name: `${consumer}.dead.v1`,
    kind: 'dead-letters',
    owner: consumer,
    partitions: 1,
    retentionMs: 30 * DAY_MS,
  };
}

/** Every topic of the system. */
export const streams: readonly Stream[] = [
  ...Object.values(eventStreams),
  ...Object.values(tableStreams),
  ...dataServices.map(commandStream),
  ...dataServices.map(deadLetterStream),
  replyStream,
];
