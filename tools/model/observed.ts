/** Real histories: what a payment has left behind is looked for among the histories of the model. */
import { actionOf, stepsOf, worldOf } from './search.js';
import { AMOUNT, messages, start } from './state.js';
import type { Method, Ref, State } from './state.js';

/**
 * What a payment `A`, its charge `A/A1` and its refunds `r1`, … have left behind: for each place its facts in their order, such as
 * `intent.processing A/A1`. Between places no order is claimed. `created A`, `lapsed A` and `stored intent.completed A` are no messages.
 */
export interface Observed {
  readonly method: Method;
  /** The amount of each, in hundredths of the payment. */
  readonly refunds: Readonly<Record<Ref, number>>;
  readonly places: Readonly<Record<string, readonly string[]>>;
}
export interface Explained {
  /** True when a history of the model leaves exactly this behind. */
  readonly isPossible: boolean;
  /** The facts that the history that comes closest does not reach: the first of each place. */
  readonly unexplained: readonly string[];
  /** States that were visited. */
  readonly states: number;
}

/** States that are visited for one payment. A possible one needs some hundreds, with three refunds 35,000. */
const MOST_STATES = 60_000;
/** Actions that leave nothing behind, and after which no other action can. */
const SILENT = new Set([
  ...['answerCreation', 'checkWrongCode', 'loseRedis'],
  ...['enqueue', 'postEvent', 'recordDelivery', 'crashWebhooks'],
]);
/** Kinds of messages that say something to others. */
const told = /^(intent|charge|refund|otp)\./;

/** Looks for a history of the model that leaves these facts, in the order of each place, and no others. */
export function explain(observed: Observed): Explained {
  const sure = search(observed, false);
  return sure.isPossible ? sure : search(observed, true);
}

interface Node {
  readonly state: State;
  /** The number of facts of each place that the history has left so far. */
  readonly left: readonly number[];
}

function search({ method, refunds, places }: Observed, losesMessages: boolean): Explained {
  const names = Object.keys(places);
  const wanted = Object.values(places);
  const total = wanted.reduce((sum, { length }) => sum + length, 0);
  const world = worldOf({
    ...{ orders: ['A'], tries: [], refunds, payouts: {}, earned: AMOUNT, methods: [method] },
    ...{ checks: 1, attempts: 2, workers: 1, losesMessages },
  });
  const first: Node = { state: start(world.instance), left: names.map(() => 0) };
  // those that have left most are looked at first, the oldest of them before the others
  const open: Node[][] = Array.from({ length: total + 1 }, () => []);
  const known = new Set([keyOf(first)]);
  open[0]?.push(first);
  let closest = first;
  let best = 0;
  for (let node = taken(open); node !== undefined && known.size < MOST_STATES; node = taken(open)) {
    for (const step of stepsOf(node.state, world)) {
      if (SILENT.has(actionOf(step))) continue;
      const state = step.next();
      const left = leftAfter(factsOf(node.state, state), { names, wanted, left: node.left });
      if (left === undefined) continue;
      const next = { state, left };
      const key = keyOf(next);
      if (known.has(key)) continue;
      known.add(key);
      const sum = left.reduce((one, other) => one + other, 0);
      if (sum === total) return { isPossible: true, unexplained: [], states: known.size };
      if (sum > best) [best, closest] = [sum, next];
      open[sum]?.push(next);
    }
  }
  const unexplained = wanted.flatMap((facts, at) => facts[closest.left[at] ?? 0] ?? []);
  return { isPossible: false, unexplained, states: known.size };
}

const keyOf = ({ state, left }: Node): string => JSON.stringify([left, state]);

function taken(open: readonly Node[][]): Node | undefined {
  return open.findLast(({ length }) => length > 0)?.shift();
}

interface Fact {
  readonly place: string;
  readonly text: string;
  /** False for one that may leave no trace. */
  readonly isSeen: boolean;
}

/** The counts after these facts; undefined when one of them is not the next of its place. */
function leftAfter(
  facts: readonly Fact[],
  {
    names,
    wanted,
    left,
  }: { readonly names: readonly string[]; readonly wanted: readonly (readonly string[])[] } & Pick<Node, 'left'>,
): readonly number[] | undefined {
  const after = [...left];
  for (const { place, text, isSeen } of facts) {
    const at = names.indexOf(place);
    const count = after[at] ?? 0;
    if (wanted[at]?.[count] === text) after[at] = count + 1;
    else if (isSeen) return undefined;
  }
  return after;
}

/** The facts that a step leaves. */
function factsOf(before: State, after: State): readonly Fact[] {
  const created = Object.entries(after.intents).flatMap(([id, { status, isLapsed }]): readonly Fact[] => [
    ...(before.intents[id]?.status === 'ABSENT' && status !== 'ABSENT' ? [seen('intents', `created ${id}`)] : []),
    ...(before.intents[id]?.isLapsed !== isLapsed ? [{ ...seen('intents', `lapsed ${id}`), isSeen: false }] : []),
  ]);
  const earlier = new Set(messages(before).map(({ id }) => id));
  const emitted = messages(after)
    .filter(({ id, kind }) => !earlier.has(id) && told.test(kind))
    .map(({ kind, ref }) => seen(ownerOf(kind), `${kind} ${ref}`));
  const stored = after.events
    .filter((event) => !before.events.includes(event))
    .map(({ kind, ref }) => seen(`webhooks ${kind} ${ref}`, `stored ${kind} ${ref}`));
  return [...created, ...emitted, ...stored];
}

const seen = (place: string, text: string): Fact => ({ place, text, isSeen: true });
function ownerOf(kind: string): string {
  if (kind.startsWith('otp.')) return 'otp';
  return kind.startsWith('intent.') ? 'intents' : 'charging';
}
