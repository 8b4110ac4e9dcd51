export const operationStates = [
  'requested',
  'submitting',
  'pending',
  'in_doubt',
  'escalated',
  'succeeded',
  'declined',
] as const;

/**
 * requested → submitting → pending → succeeded | declined. `in_doubt`: a submission may or may not have arrived. `escalated`: people
 * have to look at it; it is still polled.
 */
export type OperationState = (typeof operationStates)[number];

export const initialState: OperationState = 'requested';

/** States that never change again. */
export const endStates: readonly OperationState[] = ['succeeded', 'declined'];

/**
 * Everything that can happen to an operation after it was opened. `succeed` and `decline` are reports of its rail, `decide-…` are
 * decisions of the installation's team, and `decline-unsent` ends one of which nothing was sent: in time, or before its owner canceled it. `ask-first` is for the rows of a restored
 * database, whose submissions may have been made since the backup. `suspend`: the rail collected what was not
 * asked for. `contradict` and `acknowledge` concern what is decided or in dispute; `close` and `look-again` end a look at what is decided.
 */
export const verbs = [
  'ask-first',
  'keep-token',
  'submit',
  'take-back',
  'postpone',
  'accept',
  'escalate',
  'suspend',
  'contradict',
  'succeed',
  'decline',
  'decide-succeeded',
  'decide-declined',
  'decline-unsent',
  'close',
  'look-again',
  'acknowledge',
] as const;
export type Verb = (typeof verbs)[number];

/** The state to which a verb leads, by the state before. From a state that is not listed the verb changes nothing: another step was first. */
export type Moves = Readonly<Partial<Record<OperationState, OperationState>>>;
export type StateTable = Readonly<Record<Verb, Moves>>;

/** Sent, and not decided. */
const open = ['submitting', 'pending', 'in_doubt', 'escalated'] as const;

const all = (from: readonly OperationState[], to: OperationState): Moves =>
  Object.fromEntries(from.map((state) => [state, to]));
const stay = (states: readonly OperationState[]): Moves => Object.fromEntries(states.map((state) => [state, state]));

/** The states of a rail operation and its legal moves, stated in this one place. */
export const moves: StateTable = {
  'ask-first': { requested: 'in_doubt' },
  'keep-token': stay(['requested']),
  submit: all(['requested', 'submitting', 'in_doubt'], 'submitting'),
  'take-back': { submitting: 'requested' },
  postpone: { ...stay(['requested', 'pending', 'in_doubt', 'escalated']), submitting: 'in_doubt' },
  accept: { ...all(open, 'pending'), escalated: 'escalated' },
  escalate: all(['submitting', 'pending', 'in_doubt'], 'escalated'),
  suspend: { ...all(open, 'escalated'), declined: 'declined' },
  contradict: stay(['escalated', 'succeeded', 'declined']),
  succeed: all(open, 'succeeded'),
  decline: all(open, 'declined'),
  'decide-succeeded': all(['in_doubt', 'escalated'], 'succeeded'),
  'decide-declined': all(['in_doubt', 'escalated'], 'declined'),
  'decline-unsent': { requested: 'declined' },
  close: stay(endStates),
  'look-again': stay(endStates),
  acknowledge: stay(endStates),
};

/** Each pair of states between which some verb moves. */
export function pairsOf(table: StateTable): readonly (readonly [OperationState, OperationState])[] {
  const pairs = Object.values(table).flatMap((row) => Object.entries(row) as [OperationState, OperationState][]);
  return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
}

/**
 * The faults of a table, none for a good one: every verb has a state, what is decided stays decided, every state can be reached from
 * the first, and from every state an end can be reached.
 */
export function faultsOf(table: StateTable): readonly string[] {
  const pairs = pairsOf(table);
  const reached = (start: OperationState): ReadonlySet<OperationState> => {
    const found = new Set([start]);
    for (const state of found) for (const [from, to] of pairs) if (from === state) found.add(to);
    return found;
  };
  return [
    ...verbs.filter((verb) => Object.keys(table[verb]).length === 0).map((verb) => `${verb} is never possible`),
    ...pairs
      .filter(([from, to]) => endStates.includes(from) && from !== to)
      .map(([from, to]) => `${from} is decided, but something leads to ${to}`),
    ...operationStates
      .filter((state) => !reached(initialState).has(state))
      .map((state) => `${state} cannot be reached`),
    ...operationStates
      .filter((state) => !endStates.some((end) => reached(state).has(end)))
      .map((state) => `${state} leads to no end`),
  ];
}

/** The guard of a verb's statement. */
export function mayMoveSql(verb: Verb): string {
  const states = Object.keys(moves[verb]).map((state) => `'${state}'`);
  return `state IN (${states.join(', ')})`;
}

/** The effect of a verb's statement on the state. */
export function moveSql(verb: Verb): string {
  const cases = Object.entries(moves[verb]).map(([from, to]) => `WHEN '${from}' THEN '${to}'`);
  return `state = CASE state ${cases.join(' ')} END`;
}
