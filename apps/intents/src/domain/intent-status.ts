import type { ErrorCode, IntentStatus } from '@paygate/contracts';
import { intentStatuses } from '@paygate/contracts';

/**
 * Everything that can happen to an intent after its creation. `prompt-payer`: the operator of mobile money asks for approval on
 * the phone. `delay`: charging was asked and has no outcome in time. `refund`: a refund has ended.
 * `reverse`: a reversal was booked or returned.
 */
export const verbs = [
  'otp-sent',
  'begin-charge',
  'prompt-payer',
  'delay',
  'succeed',
  'decline',
  'expire',
  'cancel',
  'refund',
  'reverse',
] as const;
export type Verb = (typeof verbs)[number];

/**
 * The effect of a verb in a status: it moves the intent, is refused with a code, is late (the intent has moved on, so there is
 * nothing to do), or contradicts the intent, which only a fault of the system can cause.
 */
export type Step =
  | { readonly kind: 'move'; readonly to: IntentStatus }
  | { readonly kind: 'refuse'; readonly code: ErrorCode }
  | { readonly kind: 'late' }
  | { readonly kind: 'contradiction' };

export type TransitionTable = Readonly<Record<IntentStatus, Readonly<Record<Verb, Step>>>>;

export const initialStatus: IntentStatus = 'PENDING';

/** Statuses that never become another. */
export const terminalStatuses: readonly IntentStatus[] = ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED'];

const to = (status: IntentStatus): Step => ({ kind: 'move', to: status });
const refuse = (code: ErrorCode): Step => ({ kind: 'refuse', code });
const late: Step = { kind: 'late' };
const contradiction: Step = { kind: 'contradiction' };

const waitingForCustomer: Readonly<Record<Verb, Step>> = {
  'otp-sent': to('REQUIRES_ACTION'),
  'begin-charge': to('PROCESSING'),
  'prompt-payer': contradiction,
  delay: contradiction,
  succeed: contradiction,
  decline: contradiction,
  expire: to('EXPIRED'),
  cancel: to('CANCELED'),
  refund: contradiction,
  reverse: contradiction,
};
const neverCharged: Readonly<Record<Verb, Step>> = {
  'otp-sent': late,
  'begin-charge': refuse('intent_unexpected_state'),
  'prompt-payer': contradiction,
  delay: contradiction,
  succeed: contradiction,
  decline: contradiction,
  expire: late,
  cancel: refuse('intent_unexpected_state'),
  refund: contradiction,
  reverse: contradiction,
};
const charged: Readonly<Record<Verb, Step>> = {
  ...neverCharged,
  'begin-charge': refuse('intent_already_charged'),
  'prompt-payer': late,
  delay: late,
};

/** The states of a payment intent and its legal transitions, stated in this one place. */
export const transitions: TransitionTable = {
  PENDING: waitingForCustomer,
  REQUIRES_ACTION: waitingForCustomer,
  PROCESSING: {
    ...charged,
    'prompt-payer': to('PROCESSING'),
    delay: to('PROCESSING'),
    succeed: to('COMPLETED'),
    decline: to('FAILED'),
  },
  COMPLETED: { ...charged, succeed: late, refund: to('COMPLETED'), reverse: to('COMPLETED') },
  FAILED: { ...charged, decline: late },
  EXPIRED: { ...neverCharged, 'begin-charge': refuse('intent_expired'), cancel: refuse('intent_expired') },
  CANCELED: { ...neverCharged, cancel: late },
};

/**
 * The faults of a table, none for a good one: it is total over status and verb, a terminal status never changes, every
 * status can be reached from the first, and from every status an end can be reached.
 */
export function faultsOf(table: TransitionTable): readonly string[] {
  const cells = intentStatuses.flatMap((from) =>
    verbs.map((verb) => ({ from, verb, step: stepAt(table, from, verb) })),
  );
  const moves = cells.flatMap(({ from, verb, step }) => (step?.kind === 'move' ? [{ from, verb, to: step.to }] : []));
  const isEnd = (status: IntentStatus): boolean => terminalStatuses.includes(status);
  return [
    ...cells.filter(({ step }) => step === undefined).map(({ from, verb }) => `${from} × ${verb} is missing`),
    ...moves
      .filter((move) => isEnd(move.from) && move.to !== move.from)
      .map((move) => `${move.from} is terminal, but ${move.verb} leads to ${move.to}`),
    ...intentStatuses
      .filter((status) => !reachableFrom(initialStatus, moves).has(status))
      .map((status) => `${status} cannot be reached`),
    ...intentStatuses
      .filter((status) => ![...reachableFrom(status, moves)].some(isEnd))
      .map((status) => `${status} leads to no end`),
  ];
}

/** The types promise a total table; the check does not rely on them. */
function stepAt(table: TransitionTable, from: IntentStatus, verb: Verb): Step | undefined {
  const rows: Partial<Record<IntentStatus, Partial<Record<Verb, Step>>>> = table;
  return rows[from]?.[verb];
}

function reachableFrom(
  start: IntentStatus,
  moves: readonly { readonly from: IntentStatus; readonly to: IntentStatus }[],
): ReadonlySet<IntentStatus> {
  const reached = new Set([start]);
  for (const status of reached) for (const move of moves) if (move.from === status) reached.add(move.to);
  return reached;
}
