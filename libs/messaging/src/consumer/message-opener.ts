import type { Fault, Principal } from '@paygate/contracts';
import type { Counters } from '../counters.js';
import type { Envelope } from '../envelope/envelope.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import type { Received } from '../envelope/received.js';
import type { SignedMessage } from '../envelope/signed-message.js';
import { parsePayload, readSigned, receivedOf } from '../envelope/signed-message.js';
import type { LocalMessage } from '../local/local-messages.js';
import type { Route } from './routes.js';

/** A message after its checks. */
export type Opened =
  | { readonly kind: 'message'; readonly message: Received<object>; readonly envelope: Envelope; readonly route: Route }
  /** Nothing is done with it: this service has no handler for its type, or its sender is not entitled to it. */
  | { readonly kind: 'ignored' }
  /** Its sender is known and its payload is not what the contract says. */
  | { readonly kind: 'invalid'; readonly envelope: Envelope; readonly route: Route; readonly faults: readonly Fault[] };

const ignored: Opened = { kind: 'ignored' };
const malformed: readonly Fault[] = [{ param: '', code: 'json_invalid', detail: 'must be a JSON object' }];

/** Checks messages, with the cheapest check first: type, permission, signature, payload. */
export class MessageOpener {
  constructor(
    private readonly signer: MessageSigner,
    private readonly counters: Counters,
  ) {}

  open(topic: string, routes: ReadonlyMap<string, Route>, given: LocalMessage): Opened {
    const signed = readSigned(topic, given);
    if (signed === undefined) return this.#ignore('messages_unsigned');
    const { envelope, parts, signature } = signed;
    const route = routes.get(envelope.type);
    if (route === undefined) return ignored;
    if (!maySend(envelope.producer, route)) return this.#ignore('messages_foreign_producer');
    if (!this.signer.verify(envelope, parts, signature)) return this.#ignore('messages_forged');
    return this.#check(route, signed);
  }

  #check(route: Route, { envelope, parts: { key, value } }: SignedMessage): Opened {
    const payload = parsePayload(value);
    const faults = payload === undefined ? malformed : route.accepts(payload);
    if (payload !== undefined && faults.length === 0)
      return { kind: 'message', envelope, route, message: receivedOf(envelope, key, payload) };
    this.counters.add('messages_malformed');
    return { kind: 'invalid', route, envelope, faults };
  }

  #ignore(reason: 'messages_unsigned' | 'messages_foreign_producer' | 'messages_forged'): Opened {
    this.counters.add(reason);
    return ignored;
  }
}

/** Events come from their owner; commands from the callers that the contract names, and from the `operator` command unless it is nobody's. */
function maySend(producer: Principal, route: Route): boolean {
  if (route.kind === 'event') return producer === route.contract.stream.owner;
  return producer === 'operator' ? route.contract.staff !== 'nobody' : route.contract.callers.includes(producer);
}
