import type { ServiceName } from './services.js';
import type { Stream } from './streams.js';
import { commandStream } from './streams.js';
import type { StaffNeed } from '../vocabulary/member-roles.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { PayloadClass } from '../schema/schema.js';

/** A command: a request from one service to another, answered by a {@link Reply} before its deadline or not at all. */
export interface CommandContract<Request extends object, Answer extends object> {
  readonly name: string;
  readonly owner: ServiceName;
  readonly stream: Stream;
  readonly request: PayloadClass<Request>;
  readonly answer: PayloadClass<Answer>;
  /** The services that may send it, besides the `operator` command as `staff` says: a compromised service cannot send the commands of another. */
  readonly callers: readonly ServiceName[];
  /** Who of the installation's team must stand behind it when the `operator` command sends it; absent where it moves no money of anybody. */
  readonly staff?: StaffNeed | 'nobody';
  /** Kafka key: commands with one key are executed one after the other, unless they are `unordered`. */
  readonly key: (request: Request) => string;
  /** True when it may be executed before earlier commands of its key: a read, or the first command of its key. Cheaper in bulk. */
  readonly unordered?: boolean;
  /** The codes that a refusal may carry, besides `service_unavailable`, `upstream_timeout` and `internal_error`. */
  readonly refusals: readonly ErrorCode[];
}

/** An event: a fact that its owner has committed. */
export interface EventContract<Payload extends object> {
  readonly type: string;
  readonly stream: Stream;
  readonly payload: PayloadClass<Payload>;
  readonly key: (payload: Payload) => string;
}

/** The reason for which a command was not executed. A decline is a value, not an exception; `fields` go into the problem document. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly detail?: string;
  readonly param?: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}

/** `replayed`: the answer of an earlier execution with the same idempotency key. */
export interface Acceptance<Answer> {
  readonly ok: true;
  readonly data: Answer;
  readonly replayed?: boolean;
}

/** The answer to a command. */
export type Reply<Answer> = Acceptance<Answer> | Refusal;

type Declared<Request extends object, Answer extends object> = Omit<
  CommandContract<Request, Answer>,
  'stream' | 'callers' | 'refusals' | 'key'
> &
  Partial<Pick<CommandContract<Request, Answer>, 'callers' | 'refusals'>>;
type Keyed<Request extends object> = Pick<CommandContract<Request, object>, 'key'>;

/** Declares a command of `owner`. The gateway calls it, it is ordered by its merchant, and never refused, unless it says otherwise. */
export function defineCommand<Request extends { readonly merchantId: string }, Answer extends object>(
  contract: Declared<Request, Answer> & Partial<Keyed<Request>>,
): CommandContract<Request, Answer>;
export function defineCommand<Request extends object, Answer extends object>(
  contract: Declared<Request, Answer> & Keyed<Request>,
): CommandContract<Request, Answer>;
export function defineCommand<Request extends { readonly merchantId: string }, Answer extends object>(
  contract: Declared<Request, Answer> & Partial<Keyed<Request>>,
): CommandContract<Request, Answer> {
  const usual = { callers: ['gateway'], refusals: [], key: ({ merchantId }: Request) => merchantId } as const;
  const { refusals = usual.refusals, staff = 'nobody' } = contract;
  const ofStaff = staff === 'nobody' ? refusals : [...new Set([...refusals, 'scope_missing' as const])];
  return { ...usual, ...contract, refusals: ofStaff, stream: commandStream(contract.owner) };
}

/** Declares an event. */
export function defineEvent<Payload extends object>(contract: EventContract<Payload>): EventContract<Payload> {
  return contract;
}

/** A positive answer. */
export function accept<Answer>(data: Answer): Acceptance<Answer> {
  return { ok: true, data };
}

/** A refusal with a code of the catalogue. */
export function refuse(code: ErrorCode, more: Omit<Refusal, 'ok' | 'code'> = {}): Refusal {
  return { ok: false, code, ...more };
}

/** True when a decision is a refusal. */
export function isRefusal(decision: object): decision is Refusal {
  return 'ok' in decision && decision.ok === false;
}
