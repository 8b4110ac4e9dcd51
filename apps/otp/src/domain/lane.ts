/**
 * Where sends and wrong checks of a user are counted. `open` is for callers who show nothing but the user's id, and so may
 * be strangers; `intent` for those who name the payment; `signed-in` for the user. What is spent in one leaves the others.
 */
export type BudgetLane = 'open' | 'intent' | 'signed-in';

/** The lane of a caller, for a code that is bound to this intent or to none. */
export function laneOf(signedIn: boolean, intentId: string | null): BudgetLane {
  if (signedIn) return 'signed-in';
  return intentId === null ? 'open' : 'intent';
}
