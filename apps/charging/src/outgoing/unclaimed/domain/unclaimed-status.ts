import type { UnclaimedState } from '@paygate/contracts';

/**
 * listed → confirmed → matched, or confirmed → returning → returned; a return that fails leads back. `gone`: the statement has no such line any
 * more, until it has it again. `dismissed`: people have found that the operator has no such money, and may find that it has.
 */
export const initialState: UnclaimedState = 'listed';

/** States that never change again. */
export const endStates: readonly UnclaimedState[] = ['returned', 'matched'];

/** The states in which the money is in its suspense account. */
export const suspendedStates: readonly UnclaimedState[] = ['confirmed', 'returning'];

/** `lose` and `find` are of statements, `complete` and `fail` of the operation of a return, the others of people. */
export const verbs = ['lose', 'find', 'confirm', 'dismiss', 'match', 'return', 'complete', 'fail'] as const;
export type Verb = (typeof verbs)[number];

/** The states from which a verb leads, and the one to which it does. */
export const moves: Readonly<Record<Verb, { readonly from: readonly UnclaimedState[]; readonly to: UnclaimedState }>> =
  {
    lose: { from: ['listed'], to: 'gone' },
    find: { from: ['gone'], to: 'listed' },
    confirm: { from: ['listed', 'dismissed'], to: 'confirmed' },
    dismiss: { from: ['listed'], to: 'dismissed' },
    match: { from: ['confirmed'], to: 'matched' },
    return: { from: ['confirmed'], to: 'returning' },
    complete: { from: ['returning'], to: 'returned' },
    fail: { from: ['returning'], to: 'confirmed' },
  };

/** Each pair of states between which some verb moves. */
export function pairs(): readonly (readonly [UnclaimedState, UnclaimedState])[] {
  return Object.values(moves).flatMap(({ from, to }) => from.map((state) => [state, to] as const));
}

/** The guard of a verb's statement. `row`: the name of the row in it. */
export function mayMoveSql(verb: Verb, row = 'unclaimed'): string {
  return `${row}.state IN (${moves[verb].from.map((state) => `'${state}'`).join(', ')})`;
}

/** The effect of a verb's statement on the state. */
export function moveSql(verb: Verb): string {
  return `state = '${moves[verb].to}'`;
}
