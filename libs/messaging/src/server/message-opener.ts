import type { Fault, Principal } from '@paygate/contracts';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { Counters } from '../counters.js';
import type { Envelope } from '../envelope/envelope.js';
import { ENVELOPE_HEADER, parseEnvelope, SIGNATURE_HEADER } from '../envelope/envelope.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import type { Received } from '../received.js';
import type { Route } from './routes.js';

/** Why a message is not handled. */
export type RefusalReason = 'unsigned' | 'forged' | 'foreign_producer';

/** What a message turned out to be. */
export type Opened =
  | { readonly kind: 'message'; readonly message: Received<object>; readonly envelope: Envelope; readonly route: Route }
  /** A type this service has no handler for. */
  | { readonly kind: 'not-ours' }
  /** Its sender is not who it says, or may not send this: it is not even looked at. */
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly ofCommand: boolean }
  /** Its sender is known and its payload is not what the contract says. */
  | { readonly kind: 'invalid'; readonly envelope: Envelope; readonly route: Route; readonly faults: readonly Fault[] };

const notOurs: Opened = { kind: 'not-ours' };
const malformed: readonly Fault[] = [{ param: '', code: 'json_invalid', detail: 'must be a JSON object' }];

/** Finds out what a message is, cheapest questions first: type, signature, permission, payload. */
export class MessageOpener {
  constructor(
    private readonly signer: MessageSigner,
    private readonly counters: Counters,
  ) {}

  open(topic: string, routes: ReadonlyMap<string, Route>, given: KafkaMessage): Opened {
    const text = headerText(given.headers, ENVELOPE_HEADER);
    const signature = headerText(given.headers, SIGNATURE_HEADER);
    const envelope = text === undefined ? undefined : parseEnvelope(text);
    if (text === undefined || signature === undefined || envelope === undefined)
      return this.#refuse('unsigned', routes);
    const route = routes.get(envelope.type);
    if (route !== undefined && !maySend(envelope.producer, route)) return this.#refuse('foreign_producer', routes);
    // a stream carries types that a consumer has no use for: they cost it nothing more
    if (route === undefined && !isCommandTopic(routes)) return notOurs;
    const key = given.key?.toString() ?? '';
    const value = given.value ?? Buffer.alloc(0);
    if (!this.signer.verify(envelope, { topic, key, envelope: text, value }, signature))
      return this.#refuse('forged', routes);
    if (route === undefined) return this.#unknownCommand();
    return this.#check(route, envelope, key, value);
  }

  #check(route: Route, envelope: Envelope, key: string, value: Buffer): Opened {
    const payload = parsePayload(value);
    const faults = payload === undefined ? malformed : route.accepts(payload);
    if (payload !== undefined && faults.length === 0)
      return { kind: 'message', envelope, route, message: receivedOf(envelope, key, payload) };
    this.counters.add('messages_malformed');
    return { kind: 'invalid', route, envelope, faults };
  }

  #refuse(reason: RefusalReason, routes: ReadonlyMap<string, Route>): Opened {
    this.counters.add(`messages_${reason}`);
    return { kind: 'refused', reason, ofCommand: isCommandTopic(routes) };
  }

  /** Of a newer caller. It waits for nothing: its time-out tells it. */
  #unknownCommand(): Opened {
    this.counters.add('commands_unknown');
    return notOurs;
  }
}

/** Events come from their owner; commands from the callers that the contract names, and from the operator's tools. */
function maySend(producer: Principal, route: Route): boolean {
  if (route.kind === 'event') return producer === route.contract.stream.owner;
  return producer === 'operator' || route.contract.callers.includes(producer);
}

function isCommandTopic(routes: ReadonlyMap<string, Route>): boolean {
  for (const route of routes.values()) return route.kind === 'command';
  return false;
}

/** The text of a header; undefined when it is absent or given more than once. */
export function headerText(headers: IHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  return Buffer.isBuffer(value) ? value.toString() : undefined;
}

/** The JSON object in `value`. */
export function parsePayload(value: Buffer): object | undefined {
  try {
    const payload: unknown = JSON.parse(value.toString());
    return typeof payload === 'object' && payload !== null ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** A message as it claims to be, for tools that only look: neither its signature nor its payload is checked. */
export function readUnverified(given: KafkaMessage): Received<object> | undefined {
  const text = headerText(given.headers, ENVELOPE_HEADER);
  const envelope = text === undefined ? undefined : parseEnvelope(text);
  const payload = parsePayload(given.value ?? Buffer.alloc(0));
  if (envelope === undefined || payload === undefined) return undefined;
  return receivedOf(envelope, given.key?.toString() ?? '', payload);
}

function receivedOf(envelope: Envelope, key: string, payload: object): Received<object> {
  return {
    id: envelope.id,
    type: envelope.type,
    payload,
    key,
    producer: envelope.producer,
    occurredAt: new Date(envelope.occurredAt),
    requestId: envelope.requestId,
    ...(envelope.causationId === undefined ? {} : { causationId: envelope.causationId }),
    ...(envelope.deadlineAt === undefined ? {} : { deadlineAt: envelope.deadlineAt }),
  };
}
