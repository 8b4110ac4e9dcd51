import type { Principal } from '@paygate/contracts';
import { principals, STAFF_PROOFS_MAX } from '@paygate/contracts';
import { TRACEPARENT } from '@paygate/platform';

/**
 * The data of a message beside its payload, as one header in JSON: with a header for each field, kafkajs would spend more on
 * encoding them than on everything else. Times are in milliseconds since 1970.
 */
export interface Envelope extends EnvelopeDraft {
  readonly producer: Principal;
  readonly keyId: string;
}

/** An envelope that is not signed yet. */
export interface EnvelopeDraft {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: number;
  readonly requestId: string;
  readonly causationId?: string;
  /** The span that led to the message, as W3C Trace Context writes it; absent when traces are off. */
  readonly traceparent?: string | undefined;
  /** Commands: the caller waits no longer than this. */
  readonly deadlineAt?: number;
  /** Commands of the installation's team: the proofs of the persons who stand behind it. */
  readonly proofs?: readonly string[];
  /** Commands: the partition of the reply topic that the caller reads. */
  readonly replyPartition?: number;
}

/** A reply names the command it answers, and nothing else. */
export interface ReplyEnvelope {
  readonly correlationId: string;
  readonly producer: Principal;
  readonly keyId: string;
}

export const ENVELOPE_HEADER = 'envelope';
export const SIGNATURE_HEADER = 'signature';

/** Type of the message with which a table's owner reports that it is alive. */
export const HEARTBEAT_TYPE = 'heartbeat';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_ENVELOPE_CHARACTERS = 4_096;
const MAX_NAME_CHARACTERS = 128;

/** The envelope of an event or command; undefined when the text is none. Its signature is not checked here. */
export function parseEnvelope(text: string): Envelope | undefined {
  const given = parseObject(text);
  return given !== undefined && isEnvelope(given) ? given : undefined;
}

/** The envelope of a reply; undefined when the text is none. */
export function parseReplyEnvelope(text: string): ReplyEnvelope | undefined {
  const given = parseObject(text);
  return given !== undefined && isName(given['correlationId']) && isSigner(given)
    ? (given as unknown as ReplyEnvelope)
    : undefined;
}

type Given = Readonly<Record<string, unknown>>;

function parseObject(text: string): Given | undefined {
  if (text.length > MAX_ENVELOPE_CHARACTERS) return undefined;
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null ? (given as Given) : undefined;
  } catch {
    return undefined;
  }
}

function isEnvelope(given: Given): given is Given & Envelope {
  return (
    isSigner(given) &&
    typeof given['id'] === 'string' &&
    UUID.test(given['id']) &&
    isName(given['type']) &&
    Number.isSafeInteger(given['occurredAt']) &&
    isName(given['requestId']) &&
    isAbsentOr(isName, given['causationId']) &&
    isAbsentOr(isTraceparent, given['traceparent']) &&
    isAbsentOr(isCount, given['deadlineAt']) &&
    isAbsentOr(isCount, given['replyPartition']) &&
    isAbsentOr(areProofs, given['proofs'])
  );
}

function isSigner(given: Given): boolean {
  return (principals as readonly unknown[]).includes(given['producer']) && isName(given['keyId']);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME_CHARACTERS;
}

function isTraceparent(value: unknown): boolean {
  return typeof value === 'string' && TRACEPARENT.test(value);
}

function areProofs(value: unknown): boolean {
  return Array.isArray(value) && value.length <= STAFF_PROOFS_MAX && value.every(isName);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isAbsentOr(is: (value: unknown) => boolean, value: unknown): boolean {
  return value === undefined || is(value);
}
