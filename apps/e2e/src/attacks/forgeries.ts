import { randomUUID } from 'node:crypto';
import type { StackBus, TopicRecord } from '@paygate/testing';

type Principal = Parameters<StackBus['signer']>[0];

/** A forged message: the content of a real one under a new id. */
export interface Draft {
  readonly owner: Principal;
  readonly topic: string;
  readonly key: string;
  /** The envelope in JSON, without its signature. */
  readonly envelope: string;
  readonly value: string;
  /** Replies: the sender of the command that is answered. */
  readonly caller?: Principal;
}

/** Replays of all commands wait for it. */
const DEADLINE_MS = 20_000;

/** The kinds of forgery, each with the way to produce a draft. */
export const forgeries = {
  'signed with a key that nobody has': (bus: StackBus, draft: Draft): TopicRecord =>
    signed(draft, bus.signer(draft.owner, 'nobody')),
  'signed with the key of another service': (bus: StackBus, draft: Draft): TopicRecord =>
    signed(draft, bus.signer(draft.owner, otherThanOwnerOf(draft))),
  'signed by another service as itself': (bus: StackBus, draft: Draft): TopicRecord =>
    signed(draft, bus.signer(otherThanOwnerOf(draft))),
  'not signed': (bus: StackBus, draft: Draft): TopicRecord => {
    const { headers, ...record } = signed(draft, bus.signer(draft.owner));
    return { ...record, headers: { envelope: String(headers['envelope']) } };
  },
  'with other content than was signed': (bus: StackBus, draft: Draft): TopicRecord => ({
    ...signed({ ...draft, value: '{}' }, bus.signer(draft.owner)),
    value: draft.value,
  }),
  'moved from another key': (bus: StackBus, draft: Draft): TopicRecord => ({
    ...signed({ ...draft, key: `${draft.key}0` }, bus.signer(draft.owner)),
    key: draft.key,
  }),
  'moved from another topic': (bus: StackBus, draft: Draft): TopicRecord => ({
    // of another deployment, so that the same key signs
    ...signed({ ...draft, topic: draft.topic.replace(/^\w+/, '$&0') }, bus.signer(draft.owner)),
    topic: draft.topic,
  }),
};

/** A draft like `record`: new and before its deadline; for a table row the next version, with nothing revoked. */
export function draftLike(record: TopicRecord): Draft {
  const { producer, ...envelope } = envelopeOf(record);
  const row = JSON.parse(String(record.value)) as { version?: number; revokedAt?: unknown };
  const value = row.version === undefined ? String(record.value) : JSON.stringify(nextOf(row));
  const now = Date.now();
  const timing = {
    occurredAt: now,
    ...(envelope['deadlineAt'] === undefined ? {} : { deadlineAt: now + DEADLINE_MS }),
  };
  return {
    owner: producer,
    topic: record.topic,
    key: record.key?.toString() ?? '',
    envelope: JSON.stringify({ ...envelope, keyId: undefined, id: randomUUID(), ...timing }),
    value,
  };
}

/** A command as it was sent, with more time until its deadline: the same id, key and content, signed by its sender. */
export function withNewDeadline(bus: StackBus, { topic, key, value, headers }: TopicRecord): TopicRecord {
  const { producer: owner, ...envelope } = envelopeOf({ topic, key, value, headers });
  const renewed = JSON.stringify({ ...envelope, keyId: undefined, deadlineAt: Date.now() + DEADLINE_MS });
  const draft = { owner, topic, key: key?.toString() ?? '', envelope: renewed, value: String(value) };
  return signed(draft, bus.signer(owner));
}

/** The newest message of each type on a topic, without heartbeats. */
export function newestOfEachType(records: readonly TopicRecord[]): readonly TopicRecord[] {
  const newest = new Map(records.map((record) => [String(envelopeOf(record)['type']), record]));
  newest.delete('heartbeat');
  return [...newest.values()];
}

export function envelopeOf({ headers }: TopicRecord): Record<string, unknown> & { readonly producer: Principal } {
  return JSON.parse(String(headers['envelope'])) as Record<string, unknown> & { readonly producer: Principal };
}

/** A reply to the gateway names the command that it answers, and has no key. */
export function replyDraft(topic: string, correlationId: unknown, value: object): Draft {
  return {
    owner: 'intents',
    caller: 'gateway',
    topic,
    key: '',
    envelope: JSON.stringify({ correlationId }),
    value: JSON.stringify(value),
  };
}

function signed({ topic, key, value, envelope, caller }: Draft, signer: ReturnType<StackBus['signer']>): TopicRecord {
  const to = caller === undefined ? {} : { caller };
  return { topic, key, value, headers: { ...signer.sign({ topic, key, value, draft: envelope, ...to }) } };
}

/** A service that may not produce this message, and is not its addressee. */
function otherThanOwnerOf({ owner, topic }: Draft): Principal {
  return owner === 'webhooks' || topic.includes('.webhooks.') ? 'charging' : 'webhooks';
}

function nextOf(row: { readonly version?: number }): object {
  return { ...row, version: (row.version ?? 0) + 1, ...('revokedAt' in row ? { revokedAt: null } : {}) };
}
