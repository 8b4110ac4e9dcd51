import type { KafkaMessage } from 'kafkajs';
import type { LocalMessage } from '../local/local-messages.js';
import type { Envelope } from './envelope.js';
import { ENVELOPE_HEADER, parseEnvelope, SIGNATURE_HEADER } from './envelope.js';
import type { SignedParts } from './message-signer.js';
import type { Received } from './received.js';

/** A message with an envelope and a signature, which is not verified yet. */
export interface SignedMessage {
  readonly envelope: Envelope;
  readonly parts: SignedParts;
  readonly signature: string;
}

/** Reads a message of `topic`; undefined when it has no envelope or no signature. */
export function readSigned(topic: string, { headers, key, value }: LocalMessage): SignedMessage | undefined {
  const text = headerText(headers, ENVELOPE_HEADER);
  const signature = headerText(headers, SIGNATURE_HEADER);
  const envelope = text === undefined ? undefined : parseEnvelope(text);
  if (text === undefined || signature === undefined || envelope === undefined) return undefined;
  const parts = { topic, key: key?.toString() ?? '', envelope: text, value: value ?? Buffer.alloc(0) };
  return { envelope, parts, signature };
}

/** The text of a header; undefined when it is absent or given more than once. */
export function headerText(headers: KafkaMessage['headers'], name: string): string | undefined {
  const value = headers?.[name];
  return Buffer.isBuffer(value) ? value.toString() : undefined;
}

/** The JSON object in `value`. */
export function parsePayload(value: string | Uint8Array): object | undefined {
  try {
    const payload: unknown = JSON.parse(value.toString());
    return typeof payload === 'object' && payload !== null ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** A message as it claims to be, for tools that only look: neither its signature nor its payload is checked. */
export function readUnverified(message: KafkaMessage): Received<object> | undefined {
  const text = headerText(message.headers, ENVELOPE_HEADER);
  const envelope = text === undefined ? undefined : parseEnvelope(text);
  const payload = parsePayload(message.value ?? '');
  if (envelope === undefined || payload === undefined) return undefined;
  return receivedOf(envelope, message.key?.toString() ?? '', payload);
}

/** The parts of a message that a handler gets. */
export function receivedOf(envelope: Envelope, key: string, payload: object): Received<object> {
  return {
    id: envelope.id,
    type: envelope.type,
    payload,
    key,
    producer: envelope.producer,
    occurredAt: new Date(envelope.occurredAt),
    requestId: envelope.requestId,
    ...(envelope.causationId === undefined ? {} : { causationId: envelope.causationId }),
    ...(envelope.traceparent === undefined ? {} : { traceparent: envelope.traceparent }),
    ...(envelope.deadlineAt === undefined ? {} : { deadlineAt: envelope.deadlineAt }),
    ...(envelope.proofs === undefined ? {} : { proofs: envelope.proofs }),
  };
}
