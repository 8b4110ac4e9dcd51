/** The state of the model: what each database, topic, process and operator holds. Every value is immutable. */
import type { IntentStatus } from '@paygate/contracts';
import type { GuardName } from './guards.js';

export type Method = 'wallet' | 'mobile_money';
/** A charge is named by its intent and the token that began it, `A/A1`; a refund `r1`, a payout `p1`. */
export type Ref = string;

export interface Intent {
  readonly status: IntentStatus | 'ABSENT';
  /** The charges that were begun: one, if all is well. */
  readonly charges: readonly Ref[];
  readonly method: Method | null;
  readonly isLapsed: boolean;
  readonly refunded: number;
}
export interface Challenge {
  readonly isOpen: boolean;
  readonly checks: number;
  readonly tokens: number;
}
export interface Operation {
  readonly kind: 'collect' | 'refund' | 'payout';
  /** The intent, or the payout itself. */
  readonly of: string;
  readonly amount: number;
  readonly state: string;
  readonly attempt: number;
}
export interface Message {
  /** The kind, the reference, and which of that kind it is: inboxes and event rows know a message by it. */
  readonly id: string;
  readonly kind: string;
  readonly ref: Ref;
  readonly of: string;
  readonly about: string;
}
/** A step of a worker that is under way: what it read of the row, and the answer of the rail once there is one. */
export interface Turn {
  readonly ref: Ref;
  /** That of the row before the step: a submission that repeats one finds another state than the first. */
  readonly state: string;
  readonly attempt: number;
  readonly isPoll: boolean;
  readonly answer: string;
}
export interface Posting {
  readonly ref: Ref;
  readonly of: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
}

export interface State {
  // databases, which survive a crash
  readonly intents: Readonly<Record<string, Intent>>;
  readonly challenges: Readonly<Record<string, Challenge>>;
  readonly tokens: readonly string[];
  readonly operations: Readonly<Record<Ref, Operation>>;
  readonly postings: readonly Posting[];
  readonly holds: readonly Ref[];
  readonly outbox: readonly Message[];
  readonly inbox: readonly string[];
  readonly events: readonly Message[];
  /** Ids of events whose delivery is not recorded. */
  readonly due: readonly string[];
  // Kafka: whatever is in the topic may be delivered at any time, in any order, and again
  readonly topic: readonly Message[];
  /** Messages that reached no consumer, until the installation's team replays them. */
  readonly lost: readonly Message[];
  // Redis
  readonly jobs: readonly string[];
  // the memory of processes, which a crash empties
  readonly turns: readonly Turn[];
  readonly posted: readonly string[];
  // what others have: the rail by reference, the merchant, the clock
  readonly rail: Readonly<Record<string, string>>;
  readonly received: readonly string[];
  readonly acknowledged: readonly string[];
  readonly late: readonly Ref[];
  /** A message that the table of intents calls a contradiction. */
  readonly contradiction: string | null;
}

/** The parts that exist once, and the bounds of those that could grow for ever. */
export interface Instance {
  readonly orders: readonly string[];
  /** Further tries of the first order. */
  readonly tries: readonly string[];
  /** Each with its amount. */
  readonly refunds: Readonly<Record<Ref, number>>;
  readonly payouts: Readonly<Record<Ref, number>>;
  /** The merchant's money of payments that the instance does not have. */
  readonly earned: number;
  readonly methods: readonly Method[];
  /** Of one challenge. */
  readonly checks: number;
  /** Of one operation. */
  readonly attempts: number;
  /** Turns of one operation at a time: the second one is of a worker whose lease ended while it was frozen. */
  readonly workers: number;
  readonly losesMessages: boolean;
}

export interface World {
  readonly instance: Instance;
  /** True for the guard that is left out, to see that its absence is found. */
  readonly lacks: (guard: GuardName) => boolean;
}
/** One transaction, one call, one message or one fault. The first word of its name is the action, the others are what it is about. */
export interface Step {
  readonly name: string;
  readonly next: () => State;
}
export type Steps = (s: State, world: World) => readonly Step[];

/** Of a payment, in minor units. */
export const AMOUNT = 100;
export const FEE = 5;

export function start({ orders, tries, earned }: Instance): State {
  const ids = [...orders, ...tries];
  const each = <Value>(value: Value): Readonly<Record<string, Value>> =>
    Object.fromEntries(ids.map((id) => [id, value]));
  return {
    intents: each<Intent>({ status: 'ABSENT', charges: [], method: null, isLapsed: false, refunded: 0 }),
    challenges: each<Challenge>({ isOpen: false, checks: 0, tokens: 0 }),
    postings: [
      { ref: 'opening', of: '', debit: 'float', credit: 'wallet', amount: AMOUNT },
      { ref: 'opening', of: '', debit: 'float', credit: 'merchant', amount: earned },
    ],
    ...{
      tokens: [],
      operations: {},
      holds: [],
      outbox: [],
      inbox: [],
      events: [],
      due: [],
      topic: [],
      lost: [],
      jobs: [],
    },
    ...{ turns: [], posted: [], rail: {}, received: [], acknowledged: [], late: [], contradiction: null },
  };
}

/** Both in one order, so that equal states have equal texts. */
export function plus<Value>(list: readonly Value[], value: Value): readonly Value[] {
  const text = JSON.stringify(value);
  const texts = list.map((one) => JSON.stringify(one));
  if (texts.includes(text)) return list;
  const at = texts.findIndex((one) => one > text);
  return at < 0 ? [...list, value] : list.toSpliced(at, 0, value);
}
export function put<Value>(record: Readonly<Record<string, Value>>, key: string, value: Value): typeof record {
  if (key in record) return { ...record, [key]: value };
  return Object.fromEntries([...Object.entries(record), [key, value] as const].sort(([a], [b]) => (a < b ? -1 : 1)));
}
export function without<Value>(list: readonly Value[], value: Value): readonly Value[] {
  return list.filter((one) => one !== value);
}

/** Every message that was ever emitted. */
export function messages(s: State): readonly Message[] {
  return [...s.outbox, ...s.topic, ...s.lost];
}

/** The row of an event commits with the change that it reports. */
export function emit(s: State, event: Pick<Message, 'kind' | 'ref' | 'of'> & { readonly about?: string }): State {
  const { kind, ref, of, about = '' } = event;
  const number = messages(s).filter((one) => one.kind === kind && one.ref === ref).length + 1;
  return { ...s, outbox: plus(s.outbox, { id: `${kind} ${ref} ${number}`, kind, ref, of, about }) };
}

export function intentOf(s: State, id: string): Intent {
  const intent = s.intents[id];
  if (intent === undefined) throw new Error(`no intent ${id}`);
  return intent;
}
export function operationOf(s: State, ref: Ref): Operation {
  const operation = s.operations[ref];
  if (operation === undefined) throw new Error(`no operation ${ref}`);
  return operation;
}
export function stateOf(s: State, ref: Ref): string {
  return s.operations[ref]?.state ?? 'absent';
}
export function balance(s: State, account: string): number {
  return s.postings.reduce(
    (sum, { debit, credit, amount }) => sum + (credit === account ? amount : 0) - (debit === account ? amount : 0),
    0,
  );
}
/** The rail's name of an operation: its reference. */
export const atRail = (ref: Ref, reference: number): string => `${ref}#${reference}`;
