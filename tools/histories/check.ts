import type { Explained, Observed } from '../model/observed.js';
import { explain } from '../model/observed.js';
import type { PaymentHistory } from './payments.js';

export interface Checked {
  readonly payments: number;
  /** Histories that differ in more than their ids. */
  readonly kinds: number;
  /** One sentence for each payment that the model does not allow. */
  readonly faults: readonly string[];
}

/** Looks for the histories of payments among those of the model. Those that are alike are looked for once. */
export function check(histories: readonly PaymentHistory[]): Checked {
  const known = new Map<string, Explained>();
  const explained = (one: Observed, kind: string): Explained => {
    const found = known.get(kind) ?? explain(one);
    known.set(kind, found);
    return found;
  };
  const faults = histories.flatMap(({ intentId, observed }) => {
    const kind = JSON.stringify(observed);
    const { isPossible, unexplained } = explained(observed, kind);
    return isPossible ? [] : [`${intentId}: the model has no history with ${unexplained.join(', ')}: ${kind}`];
  });
  return { payments: histories.length, kinds: known.size, faults };
}
