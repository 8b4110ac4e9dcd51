/** charging's ledger decides whether money moved: charges, refunds and payouts begin here, and end in `settle`, the one place that decides. */
import { endStates, moves } from './tables.js';
import { intentOf, balance, emit, operationOf, plus, put, stateOf, without, AMOUNT, FEE } from './state.js';
import type { Message, Method, Operation, Ref, State, Step, Steps } from './state.js';
import { recordOutcome } from './intents.js';

/** True when the table has a move for the verb from the state that the operation is in. */
export const may = (s: State, ref: Ref, verb: string): boolean => moves[verb]?.[stateOf(s, ref)] !== undefined;
export function move(s: State, ref: Ref, verb: string): State {
  const operation = operationOf(s, ref);
  const state = moves[verb]?.[operation.state];
  if (state === undefined) throw new Error(`${verb} from ${operation.state}`);
  return { ...s, operations: put(s.operations, ref, { ...operation, state }) };
}

export const isDecided = (s: State, ref: Ref): boolean => endStates.includes(stateOf(s, ref));

/** The sum of the refunds of an intent in some states. */
export function refundedOf(s: State, id: string, counts: (state: string) => boolean): number {
  const refunds = Object.values(s.operations).filter(
    ({ kind, of, state }) => kind === 'refund' && of === id && counts(state),
  );
  return sumOf(refunds);
}
const sumOf = (all: readonly Operation[]): number => all.reduce((sum, { amount }) => sum + amount, 0);
export const available = (s: State): number =>
  balance(s, 'merchant') - sumOf(s.holds.map((ref) => operationOf(s, ref)));

function post(s: State, ref: Ref, [debit, credit]: readonly [string, string], amount: number): State {
  const { of } = operationOf(s, ref);
  // repeated postings are kept apart: a ledger has no sets
  const number = s.postings.filter((one) => one.ref === ref && one.credit === credit).length;
  const posting = { ref, of, debit, credit, amount, ...(number > 0 && { number }) };
  return { ...s, postings: plus(s.postings, posting) };
}

/** Moves an operation and, only if it moved, posts, ends the hold and emits the event: whoever is second changes nothing. */
export function settle(s: State, ref: Ref, verb: string): State {
  if (!may(s, ref, verb)) return s;
  const moved = move(s, ref, verb);
  const { kind, of, amount, state } = operationOf(moved, ref);
  const isPaid = state === 'succeeded';
  if (kind === 'collect') return charged(moved, ref, { from: 'float', isPaid });
  const released = { ...moved, holds: without(moved.holds, ref) };
  const posted = isPaid ? post(released, ref, ['merchant', 'float'], amount) : released;
  const about = kind === 'refund' ? String(refundedOf(posted, of, (one) => one === 'succeeded')) : '';
  return emit(posted, { kind: `${kind}.${isPaid ? 'completed' : 'failed'}`, ref, of, about });
}

function charged(s: State, ref: Ref, { from, isPaid }: { readonly from: string; readonly isPaid: boolean }): State {
  const { of } = operationOf(s, ref);
  if (!isPaid) return emit(s, { kind: 'charge.failed', ref, of });
  const posted = post(post(s, ref, [from, 'merchant'], AMOUNT - FEE), ref, [from, 'fees'], FEE);
  return emit(posted, { kind: 'charge.succeeded', ref, of });
}

/** A charge is executed under its id: one by wallet is decided by the statement that posts it, mobile money opens an operation. */
function execute(
  s: State,
  { ref, of }: Pick<Message, 'ref' | 'of'>,
  { method, mayPay }: { readonly method: Method; readonly mayPay: boolean },
): State {
  const row = (state: string): Operation => ({ kind: 'collect', of, amount: AMOUNT, state, attempt: 0 });
  if (method === 'mobile_money') return { ...s, operations: put(s.operations, ref, row('requested')) };
  const isPaid = mayPay && !s.late.includes(ref);
  return charged({ ...s, operations: put(s.operations, ref, row(isPaid ? 'succeeded' : 'declined')) }, ref, {
    from: 'wallet',
    isPaid,
  });
}

/** intent.processing, and the question of intents about an outcome that is overdue, which begins what charging has never seen. */
export const charges: Steps = (s, { lacks }) => {
  const mayPay = balance(s, 'wallet') >= AMOUNT || lacks('a wallet has the money');
  const executions = s.topic.flatMap((message): readonly Step[] => {
    const { kind, ref, about } = message;
    if (kind !== 'intent.processing' || (stateOf(s, ref) !== 'absent' && !lacks('the charge has one row'))) return [];
    const method = about === 'wallet' ? 'wallet' : 'mobile_money';
    return [{ name: `executeCharge ${ref}`, next: () => execute(s, message, { method, mayPay }) }];
  });
  const questions = Object.entries(s.intents).flatMap(
    ([
      of,
      {
        status,
        charges: [ref],
        method,
      },
    ]): readonly Step[] => {
      if (status !== 'PROCESSING' || ref === undefined || method === null) return [];
      const name = `askForOutcome ${ref}`;
      if (stateOf(s, ref) === 'absent') return [{ name, next: () => execute(s, { ref, of }, { method, mayPay }) }];
      return isDecided(s, ref) ? [{ name, next: () => recordOutcome(s, of, stateOf(s, ref) === 'succeeded') }] : [];
    },
  );
  return [...executions, ...questions];
};

/** Refunds and payouts are decided under the locks of charge and merchant, and hold their amount in the same transaction. */
export const withdrawals: Steps = (s, { instance, lacks }) => {
  const order = (ref: Ref, { kind, of, amount }: Pick<Operation, 'kind' | 'of' | 'amount'>): Step => ({
    name: `create${kind === 'refund' ? 'Refund' : 'Payout'} ${ref} ${of}`,
    next: () => ({
      ...s,
      holds: lacks('money is held before it is sent') ? s.holds : plus(s.holds, ref),
      operations: put(s.operations, ref, { kind, of, amount, state: 'requested', attempt: 0 }),
    }),
  });
  const counts = (state: string): boolean =>
    state === 'succeeded' || (state !== 'declined' && !lacks('refunds that are pending count'));
  const newOf = (all: Readonly<Record<Ref, number>>): readonly (readonly [Ref, number])[] =>
    Object.entries(all).filter(([ref, amount]) => stateOf(s, ref) === 'absent' && amount <= available(s));
  const paid = Object.keys(s.intents).filter((id) =>
    intentOf(s, id).charges.some((ref) => stateOf(s, ref) === 'succeeded'),
  );
  const refunds = newOf(instance.refunds).flatMap(([ref, amount]) =>
    paid
      .filter((of) => refundedOf(s, of, counts) + amount <= AMOUNT)
      .map((of) => order(ref, { kind: 'refund', of, amount })),
  );
  const payouts = newOf(instance.payouts).map(([ref, amount]) => order(ref, { kind: 'payout', of: ref, amount }));
  // whoever moves the operation first wins: the worker that sends it, or its owner
  const cancels = Object.keys(instance.payouts)
    .filter((ref) => may(s, ref, lacks('only what was not sent is canceled') ? 'decline' : 'decline-unsent'))
    .map((ref) => ({
      name: `cancelPayout ${ref}`,
      next: () => settle(s, ref, may(s, ref, 'decline-unsent') ? 'decline-unsent' : 'decline'),
    }));
  return [...refunds, ...payouts, ...cancels];
};
