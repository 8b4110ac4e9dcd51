/** The invariants. Each statement stands below the sentence of docs/ARCHITECTURE.md that it says, with its number there. */
import { outcomes } from './deliveries.js';
import { available, refundedOf } from './ledger.js';
import { legalTransitions, terminalStatuses } from './tables.js';
import { AMOUNT, balance, intentOf, messages, stateOf } from './state.js';
import type { State } from './state.js';

/** True where the statement holds of a state, and of the step that led to it. */
export type Statement = (now: State, before: State) => boolean;

const ids = (s: State): readonly string[] => Object.keys(s.intents);
const statusOf = (s: State, id: string): string => intentOf(s, id).status;
const paid = (s: State, id: string): number =>
  s.postings.reduce((sum, { of, credit, amount }) => sum + (of === id && credit !== 'float' ? amount : 0), 0);
/** The number of times that the rail moved money for an operation, and still may. */
function atRail(s: State, ref: string): { readonly moved: number; readonly mayMove: number } {
  const own = Object.entries(s.rail).filter(([key]) => key.startsWith(`${ref}#`));
  const count = (status: string): number => own.filter(([, one]) => one === status).length;
  return { moved: count('succeeded'), mayMove: count('pending') };
}
const isTerminal = (status: string): boolean => terminalStatuses.some((one) => one === status);
export const statements = {
  // 1. "At most one charge per intent, for ever"
  'at most one charge': (s) =>
    ids(s).every((id) => {
      const ends = messages(s).filter(({ kind, of }) => of === id && kind.startsWith('charge.'));
      return intentOf(s, id).charges.length <= 1 && paid(s, id) <= AMOUNT && ends.length <= 1;
    }),
  // 1. "a COMPLETED intent has exactly one journal whose sum is its amount"; one that ended otherwise has none
  'a COMPLETED intent has its amount': (s) =>
    ids(s).every((id) => {
      const status = statusOf(s, id);
      return status === 'PROCESSING'
        ? [0, AMOUNT].includes(paid(s, id))
        : paid(s, id) === (status === 'COMPLETED' ? AMOUNT : 0);
    }),
  // 1. "Of the further tries of a declined intent at most one is open or COMPLETED."
  'at most one try is open or COMPLETED': (s) => {
    // the tries of A are named after it
    const order = ids(s).filter((id) => id.startsWith('A'));
    return order.filter((id) => !['ABSENT', 'FAILED', 'EXPIRED', 'CANCELED'].includes(statusOf(s, id))).length <= 1;
  },
  // 2. "Every acknowledged write survives SIGKILL of any process."
  'acknowledged writes survive': (s) => s.acknowledged.every((id) => statusOf(s, id) !== 'ABSENT'),
  // 3. "A terminal intent has exactly one terminal event, with one id"
  'one terminal event': (s) =>
    ids(s).every((id) => {
      const ends = messages(s).filter(({ kind, of }) => of === id && outcomes.includes(kind));
      const status = statusOf(s, id);
      return isTerminal(status)
        ? ends.length === 1 && ends[0]?.kind === `intent.${status.toLowerCase()}`
        : ends.length === 0;
    }),
  // 3. "delivered at least once with the same bytes". 8. "Losing all of Redis loses nothing"
  'an event is delivered': (s) =>
    s.received.every((id) => s.events.some((event) => event.id === id)) &&
    s.events.every(({ id }) => [...s.due, ...s.jobs, ...s.received].includes(id)),
  // 4. "The ledger sums to zero per currency": what the accounts have adds up
  'the ledger sums to zero': (s) =>
    ['wallet', 'float', 'merchant', 'fees'].reduce((sum, account) => sum + balance(s, account), 0) === 0,
  // 4. "no wallet is below its floor"
  'no wallet below its floor': (s) => balance(s, 'wallet') >= 0,
  // 4. "entries are immutable"
  'entries are immutable': (s, before) => before.postings.every((entry) => s.postings.includes(entry)),
  // 4. "Refunds never exceed their charge", nor does what may still become one
  'refunds within their charge': (s) =>
    ids(s).every((id) => refundedOf(s, id, (state) => state !== 'declined') <= paid(s, id)),
  // 4. "an intent reports the same refunds as the ledger", when it has seen their ends
  'an intent says what was refunded': (s) =>
    ids(s).every((id) => {
      const unseen = messages(s).some(
        (one) => one.kind === 'refund.completed' && one.of === id && !s.inbox.includes(one.id),
      );
      const inLedger = refundedOf(s, id, (state) => state === 'succeeded');
      const { refunded } = intentOf(s, id);
      return unseen ? refunded <= inLedger : refunded === inLedger;
    }),
  'one event of each refund': (s) =>
    messages(s).every(({ kind, id }) => kind !== 'intent.refunded' || id.endsWith(' 1')),
  // 4. "A payout ... takes no more than is available"
  'no more than is available': (s) => available(s) >= 0,
  // "charging's ledger decides whether money moved": what is declined never moves, what succeeded has moved once
  'ledger and rail agree': (s) =>
    Object.keys(s.operations).every((ref) => {
      const { moved, mayMove } = atRail(s, ref);
      const state = stateOf(s, ref);
      return moved + mayMove <= (state === 'declined' ? 0 : 1) && (state !== 'succeeded' || mayMove === 0);
    }),
  // 5. "At most five checks per OTP challenge"
  'at most five checks': (s) => Object.values(s.challenges).every(({ checks }) => checks <= 5),
  // 5. "no code or token works twice"
  'no code works twice': (s) => Object.values(s.challenges).every(({ tokens }) => tokens <= 1),
  'no token works twice': (s) => {
    const used = ids(s).flatMap((id) => intentOf(s, id).charges.map((ref) => ref.split('/')[1]));
    return new Set(used).size === used.length;
  },
  // 5. "no charge without a consumed token"
  'no charge without a token': (s) =>
    Object.entries(s.operations).every(
      ([ref, { kind, of }]) =>
        kind !== 'collect' || (intentOf(s, of).charges.includes(ref) && s.tokens.includes(ref.split('/')[1] ?? '')),
    ),
  // 6. "Only legal transitions; terminal states never change"
  'only legal transitions': (s, before) =>
    s.contradiction === null &&
    ids(s).every((id) => {
      const [from, to] = [statusOf(before, id), statusOf(s, id)];
      return from === to || (from === 'ABSENT' && to === 'PENDING') || legalTransitions.has(`${from} ${to}`);
    }),
  // 6. "no charge begins after `expiresAt`"
  'no charge begins after expiresAt': (s, before) =>
    ids(s).every(
      (id) =>
        statusOf(before, id) === statusOf(s, id) || statusOf(s, id) !== 'PROCESSING' || !intentOf(before, id).isLapsed,
    ),
  // 8. "losing Kafka for a while delays but loses nothing"
  'no event is lost': (s, before) => {
    const now = new Set(messages(s).map(({ id }) => id));
    return messages(before).every(({ id }) => now.has(id));
  },
} as const satisfies Readonly<Record<string, Statement>>;
export type StatementName = keyof typeof statements;

const all = Object.entries(statements) as readonly (readonly [StatementName, Statement])[];
/** The statements that a step breaks. */
export function brokenBy(now: State, before: State): readonly StatementName[] {
  return all.flatMap(([name, holds]) => (holds(now, before) ? [] : [name]));
}
