import { setTimeout as delay } from 'node:timers/promises';
import type { Checker, CommandContract, Reply } from '@paygate/contracts';
import { isErrorCode, refuse, replyStream } from '@paygate/contracts';
import type { Clock, OpenSpan, Tracing } from '@paygate/platform';
import { uuidV7 } from '@paygate/platform';
import { checkerOf } from '../consumer/routes.js';
import type { AnyCommand } from '../contracts.js';
import type { Counters } from '../counters.js';
import type { EnvelopeDraft } from '../envelope/envelope.js';
import { ENVELOPE_HEADER, parseReplyEnvelope, SIGNATURE_HEADER } from '../envelope/envelope.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import type { Received } from '../envelope/received.js';
import { headerText, parsePayload } from '../envelope/signed-message.js';
import { COMMAND_TIMEOUT_MS, COMMANDS_IN_FLIGHT, MAX_PAYLOAD_CHARACTERS, NESTED_COMMAND_MARGIN_MS } from '../limits.js';
import type { LocalMessage } from '../local/local-messages.js';
import type { Names } from '../names.js';
import type { BatchingProducer, Dispatch, Outgoing } from '../producer/batching-producer.js';
import type { ReplyReader } from './reply-reader.js';

/** `requestId` (`req_…`) travels through every message and log line. Times are in milliseconds. */
export interface SendOptions {
  readonly requestId: string;
  readonly timeoutMs?: number;
  readonly causationId?: string;
  /** Deadline of the command whose handler sends this one, which then times out before it. */
  readonly outerDeadlineAt?: number | undefined;
  /** Of the persons of the installation's team who stand behind the command. */
  readonly proofs?: readonly string[] | undefined;
}

/** The options of a command that the handler of `message` sends. */
export function nested({ id, requestId, deadlineAt }: Received<unknown>): SendOptions {
  return { requestId, causationId: id, outerDeadlineAt: deadlineAt };
}

export interface CommandBusOptions {
  readonly producer: BatchingProducer;
  readonly signer: MessageSigner;
  readonly names: Names;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly tracing: Tracing;
}

type AnyReply = Reply<object>;

/** A command that waits for its reply. */
interface Pending {
  readonly id: string;
  readonly contract: AnyCommand;
  readonly resolve: (reply: AnyReply) => void;
  readonly timer: NodeJS.Timeout;
  readonly span: OpenSpan;
  /** True when a service may have seen it. */
  seen: boolean;
  dispatch?: Dispatch;
}

const RESEND_MS = 100;
/** The longest wait of a first command for a bus that is still joining. */
const START_TIMEOUT_MS = 5_000;
const START_POLL_MS = 20;

/** Sends commands to other services and receives their replies. */
export class CommandBus {
  readonly #options: CommandBusOptions;
  readonly #replyTopic: string;
  readonly #pending = new Map<string, Pending>();
  readonly #checkers = new Map<AnyCommand, Checker>();
  #replies: ReplyReader | undefined;
  #stopping = false;

  constructor(options: CommandBusOptions) {
    this.#options = options;
    this.#replyTopic = options.names.topic(replyStream);
  }

  /** Sets the reader of replies. Without one every command is refused. */
  use(replies: ReplyReader): void {
    this.#replies = replies;
  }

  /**
   * Sends a command and gives its answer. Never throws: a command that was not sent is refused with
   * `service_unavailable`, one that was sent and not answered in time with `upstream_timeout`.
   */
  async send<Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    payload: NoInfer<Request>,
    options: SendOptions,
  ): Promise<Reply<Answer>> {
    const startMs = performance.now();
    while (this.#replies?.ready === false && !this.#stopping && performance.now() - startMs < START_TIMEOUT_MS)
      await delay(START_POLL_MS);
    return (await this.#request(contract, payload, options)) as Reply<Answer>;
  }

  /** Takes a message of the reply partition; false when no command waits for it, and it is not even verified. */
  take(message: LocalMessage): boolean {
    const text = headerText(message.headers, ENVELOPE_HEADER);
    const envelope = text === undefined ? undefined : parseReplyEnvelope(text);
    const pending = envelope === undefined ? undefined : this.#pending.get(envelope.correlationId);
    if (text === undefined || envelope === undefined || pending === undefined) return false;
    const { signer, counters } = this.#options;
    const signature = headerText(message.headers, SIGNATURE_HEADER) ?? '';
    const value = message.value ?? Buffer.alloc(0);
    const parts = { topic: this.#replyTopic, key: message.key?.toString() ?? '', envelope: text, value };
    if (envelope.producer !== pending.contract.owner || !signer.verify(envelope, parts, signature)) {
      counters.add('replies_unexpected');
      return true;
    }
    this.#settle(pending, this.#replyOf(pending.contract, value));
    return true;
  }

  /** No command waits for the start any more. */
  stop(): void {
    this.#stopping = true;
  }

  /** Refuses the commands that wait: no reply will be read any more. */
  close(): void {
    for (const pending of [...this.#pending.values()]) this.#settle(pending, refusalOf(pending));
  }

  #request(contract: AnyCommand, payload: object, options: SendOptions): Promise<AnyReply> {
    const { promise, resolve } = Promise.withResolvers<AnyReply>();
    const timeoutMs = options.timeoutMs ?? this.#timeLeftMs(options);
    const id = uuidV7();
    const timer = setTimeout(() => {
      this.#expire(id);
    }, timeoutMs);
    const pending: Pending = { id, contract, resolve, timer, span: this.#begin(contract, id, options), seen: false };
    this.#pending.set(id, pending);
    try {
      const message = this.#messageOf(pending, payload, options, timeoutMs);
      if (message === undefined) this.#settle(pending, refuse('service_unavailable'));
      else this.#send(pending, message);
    } catch {
      // a payload without a JSON form is a fault of the caller's code
      this.#settle(pending, refuse('internal_error'));
    }
    return promise;
  }

  #timeLeftMs({ outerDeadlineAt }: SendOptions): number {
    if (outerDeadlineAt === undefined) return COMMAND_TIMEOUT_MS;
    return Math.max(0, outerDeadlineAt - NESTED_COMMAND_MARGIN_MS - this.#options.clock.epochMs());
  }

  #begin({ name, stream }: AnyCommand, id: string, origin: SendOptions): OpenSpan {
    const { tracing, names } = this.#options;
    return tracing.begin({
      ...{ name: `send ${name}`, kind: 'producer', parent: tracing.active(origin) },
      attributes: {
        'messaging.system': 'kafka',
        'messaging.operation.name': 'send',
        'messaging.destination.name': names.topic(stream),
        'messaging.message.id': id,
      },
    });
  }

  #messageOf(pending: Pending, payload: object, options: SendOptions, timeoutMs: number): Outgoing | undefined {
    const { names, signer, clock } = this.#options;
    const replyPartition = this.#replies?.partition;
    if (replyPartition === undefined || this.#pending.size > COMMANDS_IN_FLIGHT) return undefined;
    const { contract, id } = pending;
    const nowMs = clock.epochMs();
    const draft: EnvelopeDraft = {
      id,
      type: contract.name,
      occurredAt: nowMs,
      requestId: options.requestId,
      ...(options.causationId === undefined ? {} : { causationId: options.causationId }),
      traceparent: pending.span.traceparent,
      deadlineAt: nowMs + timeoutMs,
      ...(options.proofs === undefined ? {} : { proofs: options.proofs }),
      replyPartition,
    };
    const topic = names.topic(contract.stream);
    const key = contract.key(payload as never);
    const value = JSON.stringify(payload);
    if (value.length > MAX_PAYLOAD_CHARACTERS) return undefined;
    const headers = signer.sign({ topic, key, draft: JSON.stringify(draft), value });
    return { topic, key, value, headers, unordered: contract.unordered === true };
  }

  #send(pending: Pending, message: Outgoing): void {
    pending.dispatch = this.#options.producer.dispatch(message, (error) => {
      if (error === undefined) this.#options.counters.add('commands_sent');
      else if (this.#pending.has(pending.id)) this.#unsent(pending, message, error.name === 'SendFailed');
    });
  }

  /**
   * A command that no service can have seen is refused at once. One that a service may have seen is sent again with its id
   * until it is answered or its time is over: handlers have one effect of a command that is delivered twice.
   */
  #unsent(pending: Pending, message: Outgoing, seen: boolean): void {
    pending.seen ||= seen;
    if (!pending.seen) {
      this.#options.counters.add('commands_unsent');
      this.#settle(pending, refuse('service_unavailable'));
      return;
    }
    void delay(RESEND_MS).then(() => {
      if (this.#pending.has(pending.id)) this.#send(pending, message);
    });
  }

  #expire(id: string): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const reply = refusalOf(pending);
    this.#options.counters.add(reply.code === 'upstream_timeout' ? 'commands_timed_out' : 'commands_unsent');
    this.#settle(pending, reply);
  }

  #settle(pending: Pending, reply: AnyReply): void {
    clearTimeout(pending.timer);
    this.#pending.delete(pending.id);
    pending.span.end(reply.ok ? {} : { 'paygate.outcome': reply.code });
    pending.resolve(reply);
  }

  /** A reply that does not keep the contract counts as no answer: the effect is unknown. */
  #replyOf(contract: AnyCommand, value: Buffer): AnyReply {
    const reply = parsePayload(value) as Partial<Record<string, unknown>> | undefined;
    if (reply?.['ok'] === false && typeof reply['code'] === 'string' && isErrorCode(reply['code']))
      return reply as unknown as AnyReply;
    if (reply?.['ok'] === true && this.#checkerOf(contract)(reply['data']).length === 0)
      return reply as unknown as AnyReply;
    this.#options.counters.add('replies_unexpected');
    return refuse('upstream_timeout');
  }

  #checkerOf(contract: AnyCommand): Checker {
    let checker = this.#checkers.get(contract);
    if (checker === undefined) this.#checkers.set(contract, (checker = checkerOf(contract.answer)));
    return checker;
  }
}

function refusalOf(pending: Pending): AnyReply & { readonly ok: false } {
  const unsent = !pending.seen && (pending.dispatch === undefined || pending.dispatch.withdraw());
  return refuse(unsent ? 'service_unavailable' : 'upstream_timeout');
}
