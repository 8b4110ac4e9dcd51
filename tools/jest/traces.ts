import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenTimers } from './timers.ts';

/** What outlives a file unless the file removes it. */
export interface Trace {
  readonly variables: ReadonlyMap<string, string | undefined>;
  readonly globals: ReadonlyMap<string, unknown>;
  /** Listeners of the process by event. */
  readonly listeners: ReadonlyMap<string | symbol, readonly Listener[]>;
  /** Open handles that keep a process running, by kind: sockets, servers, children. */
  readonly handles: ReadonlyMap<string, number>;
}

type Listener = (...args: unknown[]) => void;
/** The global object of the tests, with a copy of the process that Jest makes. */
type Globals = typeof globalThis;

/** How long handles that a file closed may take until they are gone. */
const CLOSING_MS = 5_000;
const INTERVAL_MS = 20;
const pause = (): Promise<void> => sleep(INTERVAL_MS, undefined, { ref: false });

/** Properties that Jest gives the global object for one file: handlers and state of its runner, and what `jest` sets for tests. */
const OF_ONE_FILE =
  /^(EVENT_HANDLERS|JEST_STATE_SYMBOL|TEST_TIMEOUT_SYMBOL|(LOG_ERRORS_BEFORE|WAIT_BEFORE)?_?RETRY.*)$/;
const INTERNAL = Symbol.for('$$jest-internal-matcher');
const MATCHERS = Symbol.for('$$jest-matchers-object');
/** Set by Jest for each file, or by a package when it is loaded: tslib, Zod, class-validator, TypeORM. */
const NOT_OF_FILES = /^(console|process|__\w+|classValidatorMetadataStorage|typeormMetadataArgsStorage)$/;
/** The standard streams of the worker, which are opened at their first use, and timers, which {@link OpenTimers} counts. */
const NO_HANDLES = new Set(['PipeWrap', 'TTYWrap', 'Timeout', 'Immediate']);

export function traceOf(globals: Globals): Trace {
  return {
    variables: new Map(Object.entries(globals.process.env)),
    globals: new Map(valuesOf(globals)),
    listeners: listenersOf(globals.process),
    handles: openHandles(),
  };
}

/** Removes what a file left, and says what it was. */
export async function tracesLeft(
  globals: Globals,
  before: Trace,
  timers: OpenTimers | undefined,
): Promise<readonly string[]> {
  forgetJest(globals);
  return [
    ...variablesLeft(globals.process.env, before.variables),
    ...globalsLeft(globals, before.globals),
    ...listenersLeft(globals.process, before.listeners),
    ...(await openLeft(before.handles, timers)),
  ];
}

function forgetJest(globals: Globals): void {
  for (const symbol of Object.getOwnPropertySymbols(globals))
    if (OF_ONE_FILE.test(symbol.description ?? '')) Reflect.deleteProperty(globals, symbol);
  const expect = (globals as unknown as Record<symbol, Expect | undefined>)[MATCHERS];
  if (expect === undefined) return;
  for (const [name, matcher] of Object.entries(expect.matchers))
    if (matcher[INTERNAL] !== true && !name.endsWith('Snapshot')) Reflect.deleteProperty(expect.matchers, name);
  expect.customEqualityTesters.length = 0;
  Object.assign(expect.state, { assertionCalls: 0, expectedAssertionsNumber: null, isExpectingAssertions: false });
}

/** What all copies of `expect` share. */
interface Expect {
  readonly matchers: Record<string, Readonly<Record<symbol, unknown>>>;
  readonly customEqualityTesters: unknown[];
  readonly state: Record<string, unknown>;
}

function variablesLeft(env: NodeJS.ProcessEnv, before: Trace['variables']): readonly string[] {
  const names = new Set([...Object.keys(env), ...before.keys()]);
  return [...names].flatMap((name) => {
    const value = before.get(name);
    if (env[name] === value) return [];
    if (value === undefined) Reflect.deleteProperty(env, name);
    else env[name] = value;
    return `the variable ${name}`;
  });
}

function valuesOf(globals: Globals): readonly (readonly [string, unknown])[] {
  return Object.entries(Object.getOwnPropertyDescriptors(globals)).flatMap(([name, descriptor]) =>
    'value' in descriptor && !NOT_OF_FILES.test(name) ? [[name, descriptor.value] as const] : [],
  );
}

function globalsLeft(globals: Globals, before: Trace['globals']): readonly string[] {
  // a property of Node that is read for the first time gets its value then, which is no change
  const changed = valuesOf(globals).filter(([name, value]) =>
    before.has(name) ? !Object.is(before.get(name), value) : !(name in globalThis),
  );
  return changed.map(([name]) => {
    if (before.has(name)) Object.assign(globals, { [name]: before.get(name) });
    else Reflect.deleteProperty(globals, name);
    return `the global ${name}`;
  });
}

function listenersOf(process: NodeJS.Process): Trace['listeners'] {
  return new Map(process.eventNames().map((name) => [name, process.rawListeners(name as string) as Listener[]]));
}

function listenersLeft(process: NodeJS.Process, before: Trace['listeners']): readonly string[] {
  return [...listenersOf(process)].flatMap(([name, listeners]) => {
    const added = listeners.filter((listener) => before.get(name)?.includes(listener) !== true);
    for (const listener of added) process.removeListener(name, listener);
    return added.length === 0 ? [] : `a listener of the process for ${String(name)}`;
  });
}

function openHandles(): ReadonlyMap<string, number> {
  const open = process.getActiveResourcesInfo().filter((kind) => !NO_HANDLES.has(kind));
  const kinds = Map.groupBy(open, (kind) => kind);
  return new Map([...kinds].map(([kind, found]) => [kind, found.length]));
}

async function openLeft(before: Trace['handles'], timers: OpenTimers | undefined): Promise<readonly string[]> {
  const more = (): readonly string[] => [
    ...((timers?.count() ?? 0) > 0 ? ['a timer'] : []),
    ...[...openHandles()].flatMap(([kind, count]) => (count > (before.get(kind) ?? 0) ? `open handles (${kind})` : [])),
  ];
  for (let waited = 0; more().length > 0 && waited < CLOSING_MS; waited += INTERVAL_MS) await pause();
  const left = more();
  timers?.clear();
  return left;
}
