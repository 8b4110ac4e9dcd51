export const reversalStates = ['proposed', 'confirmed', 'booked', 'returning', 'returned', 'dismissed'] as const;

/**
 * proposed → booked by one person, or proposed → confirmed → booked by two; likewise booked → returned, or booked → returning → returned.
 * `dismissed`: people have found that nothing was taken back.
 */
export type ReversalState = (typeof reversalStates)[number];

export const initialState: ReversalState = 'proposed';

/** States that never change again. */
export const endStates: readonly ReversalState[] = ['returned', 'dismissed'];

/** The states in which a reversal takes money of its charge. */
export const standingStates: readonly ReversalState[] = ['booked', 'returning'];

/** `confirm` and `ask-return` are the acts of the first of two persons, `keep` refuses a return. */
export const verbs = ['confirm', 'book', 'dismiss', 'ask-return', 'keep', 'return'] as const;
export type Verb = (typeof verbs)[number];

/** The state to which a verb leads, by the state before. From a state that is not listed the verb changes nothing. */
export const moves: Readonly<Record<Verb, Readonly<Partial<Record<ReversalState, ReversalState>>>>> = {
  confirm: { proposed: 'confirmed' },
  book: { proposed: 'booked', confirmed: 'booked' },
  dismiss: { proposed: 'dismissed', confirmed: 'dismissed' },
  'ask-return': { booked: 'returning' },
  keep: { returning: 'booked' },
  return: { booked: 'returned', returning: 'returned' },
};

/** Each pair of states between which some verb moves. */
export function pairs(): readonly (readonly [ReversalState, ReversalState])[] {
  return Object.values(moves).flatMap((row) => Object.entries(row) as [ReversalState, ReversalState][]);
}

/** The guard of a verb's statement. */
export function mayMoveSql(verb: Verb): string {
  return `reversal.state IN (${listSql(Object.keys(moves[verb]))})`;
}

/** The effect of a verb's statement on the state. */
export function moveSql(verb: Verb): string {
  const cases = Object.entries(moves[verb]).map(([from, to]) => `WHEN '${from}' THEN '${to}'`);
  return `state = CASE reversal.state ${cases.join(' ')} END`;
}

export function listSql(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}
