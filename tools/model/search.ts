/** Searches for histories that break a statement: random ones of a seed, and all of a small instance. */
import { deliveries, faults, publications, time } from './deliveries.js';
import type { GuardName } from './guards.js';
import { beginnings, cancellations, codes, consumed, requests } from './intents.js';
import { charges, withdrawals } from './ledger.js';
import { decisions, operations, turns } from './rails.js';
import type { StatementName } from './statements.js';
import { brokenBy } from './statements.js';
import { start } from './state.js';
import type { Instance, State, Step, World } from './state.js';

/** One step in this many is a fault, a cancellation or a passage of time. */
const FAULTS = 8;

const work = [
  requests,
  codes,
  beginnings,
  publications,
  consumed,
  charges,
  operations,
  turns,
  decisions,
  withdrawals,
  deliveries,
];
const trouble = [cancellations, faults, time];

export const worldOf = (instance: Instance, lacking?: GuardName): World => ({
  instance,
  lacks: (guard) => guard === lacking,
});
export const stepsOf = (s: State, world: World): readonly Step[] =>
  [...work, ...trouble].flatMap((steps) => steps(s, world));
export const actionOf = ({ name }: Step): string => name.split(' ')[0] ?? name;

/** A history that breaks statements: the names of its steps. */
export interface Broken {
  readonly statements: readonly StatementName[];
  readonly history: readonly string[];
}
export interface Walks {
  readonly traces: number;
  readonly steps: number;
  /** The number of times that each action was taken. */
  readonly actions: ReadonlyMap<string, number>;
  readonly broken: Broken | undefined;
}

/** Random histories. The same seed gives the same ones; the search ends with the first that breaks a statement. */
export function walk(
  world: World,
  bounds: { readonly seed: number; readonly traces: number; readonly steps: number },
): Walks {
  const actions = new Map<string, number>();
  const random = randomOf(bounds.seed);
  let taken = 0;
  for (let trace = 1; trace <= bounds.traces; trace++) {
    const history: string[] = [];
    let now = start(world.instance);
    while (history.length < bounds.steps) {
      const step = choose(now, world, random);
      if (step === undefined) break;
      const next = step.next();
      history.push(step.name);
      taken++;
      actions.set(actionOf(step), (actions.get(actionOf(step)) ?? 0) + 1);
      const broken = brokenBy(next, now);
      if (broken.length > 0) return { traces: trace, steps: taken, actions, broken: { statements: broken, history } };
      now = next;
    }
  }
  return { traces: bounds.traces, steps: taken, actions, broken: undefined };
}

/** Every action is as likely as every other, however many things it may be about. */
function choose(s: State, world: World, random: (bound: number) => number): Step | undefined {
  const groups = random(FAULTS) === 0 ? [trouble, work] : [work, trouble];
  for (const group of groups) {
    const possible = group.flatMap((steps) => steps(s, world));
    if (possible.length === 0) continue;
    const byAction = [...Map.groupBy(possible, actionOf).values()];
    const steps = byAction[random(byAction.length)] ?? possible;
    return steps[random(steps.length)];
  }
  return undefined;
}

/** Mulberry32, by T. Ettinger, as a choice below a bound. */
function randomOf(seed: number): (bound: number) => number {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/** All states of an instance. `isWhole` is false when there are more than `most`. */
export function exhaust(
  world: World,
  most: number,
): { readonly states: number; readonly isWhole: boolean; readonly broken: Broken | undefined } {
  const first = start(world.instance);
  const ways = new Map<string, readonly [before: string, step: string] | undefined>([
    [JSON.stringify(first), undefined],
  ]);
  const open: (readonly [string, State])[] = [[JSON.stringify(first), first]];
  for (const [key, now] of open) {
    for (const step of stepsOf(now, world)) {
      const then = step.next();
      const broken = brokenBy(then, now);
      const history = (): readonly string[] => [...historyOf(ways, key), step.name];
      if (broken.length > 0)
        return { states: ways.size, isWhole: false, broken: { statements: broken, history: history() } };
      const thenKey = JSON.stringify(then);
      if (ways.has(thenKey)) continue;
      if (ways.size === most) return { states: most, isWhole: false, broken: undefined };
      ways.set(thenKey, [key, step.name]);
      open.push([thenKey, then]);
    }
  }
  return { states: ways.size, isWhole: true, broken: undefined };
}

function historyOf(ways: ReadonlyMap<string, readonly [string, string] | undefined>, key: string): readonly string[] {
  const way = ways.get(key);
  return way === undefined ? [] : [...historyOf(ways, way[0]), way[1]];
}

/** The state after a history that is given by the names of its steps. A name that is not possible there is an error. */
export function follow(world: World, history: readonly string[]): State {
  return history.reduce((s, name) => {
    const step = stepsOf(s, world).find((one) => one.name === name);
    if (step === undefined)
      throw new Error(
        `${name} is not possible; ${stepsOf(s, world)
          .map((one) => one.name)
          .join(', ')} are`,
      );
    const then = step.next();
    const broken = brokenBy(then, s);
    if (broken.length > 0) throw new Error(`${name} breaks ${broken.join(', ')}`);
    return then;
  }, start(world.instance));
}
