import type { Dispatch, SetStateAction } from 'react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/client.js';
import type { Wish } from './asking.js';
import { Asking } from './asking.js';
import { TillSound } from './till-sound.js';
import type { Asked, Heard, TillState } from './till-state.js';
import { afterAnswer, afterLeave, afterTime, isBehind, OPEN } from './till-state.js';

/** A till, and what may be done at it. */
export interface Till {
  readonly state: TillState;
  /** True while it hears nothing: what it shows may be old. */
  readonly isBehind: boolean;
  readonly isOffline: boolean;
  /** Resolves to the refusal of the ask; undefined when the phone is asked, or the code can be shown. */
  readonly ask: (wish: Wish) => Promise<Error | undefined>;
  /** The ask without an answer, also of this tab before a reload. */
  readonly unanswered: Wish | null;
  readonly next: () => void;
}

const TICK_MS = 500;
const WAIT_SECONDS = 5;
const PAUSE_MS = 1_000;
/** A question without an answer for longer than this is asked again: its connection may be dead. */
const QUESTION_MS = 10_000;
const WAKES = ['pageshow', 'visibilitychange', 'online'] as const;

/**
 * The state of a till of an account in a mode, of which the ask in progress outlives a reload of this tab, and no more. It changes by answers
 * about the payment that it asked for, read without a cache, and by time: a device that has slept shows nothing old.
 */
export function useTill(account: string): Till {
  const name = `paygate.till.${account}`;
  const [state, setState] = useState<TillState>(() => kept(name));
  const [sound] = useState(() => new TillSound());
  const [asking] = useState(() => new Asking(account));
  const now = useTime(setState);
  const isOffline = !useSyncExternalStore(onConnection, () => navigator.onLine);
  const asked = state.kind === 'waiting' ? state.asked : null;
  const isPaid = state.kind === 'paid';
  const intentId = asked?.intentId;
  useEffect(() => {
    if (asked === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(asked));
  }, [asked, name]);
  useEffect(() => {
    if (isPaid) sound.paid();
  }, [isPaid, sound]);
  useEffect(() => {
    if (intentId === undefined) return undefined;
    const end = new AbortController();
    void listen(intentId, end.signal, (heard) => {
      setState((before) => afterAnswer(before, heard, Date.now()));
    });
    return () => {
      end.abort();
    };
  }, [intentId]);
  return {
    ...{ state, isOffline, isBehind: isBehind(state, now), unanswered: asking.unanswered },
    ask: async (wish) => {
      sound.allow();
      const outcome = await asking.ask(wish);
      if (outcome instanceof Error) return outcome;
      setState({ kind: 'waiting', asked: outcome, heardAtMs: Date.now() });
      return undefined;
    },
    next: () => {
      setState(afterLeave);
    },
  };
}

/** The time, which moves the till on, also as soon as the device wakes. */
function useTime(setState: Dispatch<SetStateAction<TillState>>): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = (): void => {
      setNow(Date.now());
      setState((before) => afterTime(before, Date.now()));
    };
    const timer = setInterval(tick, TICK_MS);
    for (const wake of WAKES) window.addEventListener(wake, tick);
    return () => {
      clearInterval(timer);
      for (const wake of WAKES) window.removeEventListener(wake, tick);
    };
  }, [setState]);
  return now;
}

function onConnection(changed: () => void): () => void {
  const changes = ['online', 'offline'] as const;
  for (const change of changes) window.addEventListener(change, changed);
  return () => {
    for (const change of changes) window.removeEventListener(change, changed);
  };
}

/** Asks for the outcome of a payment again and again; each question waits for it at the server. */
async function listen(id: string, signal: AbortSignal, onHeard: (heard: Heard) => void): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const begun = Date.now();
    try {
      const heard = await question(id, signal);
      if (!isOver()) onHeard(heard);
    } catch {
      // the till says that it is behind
    }
    if (Date.now() - begun < PAUSE_MS) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function question(id: string, signal: AbortSignal): Promise<Heard> {
  const given = new AbortController();
  const giveUp = (): void => {
    given.abort();
  };
  const timer = setTimeout(giveUp, QUESTION_MS);
  signal.addEventListener('abort', giveUp);
  try {
    return await call('GET /gateway/{id}', { path: { id } }, { signal: given.signal, waitSeconds: WAIT_SECONDS });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

/** The ask of this tab before a reload: it is waited for again, and nothing is known of it. */
function kept(name: string): TillState {
  try {
    const asked = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Asked | null;
    if (typeof asked?.intentId !== 'string' || typeof asked.askedAtMs !== 'number') return OPEN;
    return afterTime({ kind: 'waiting', asked, heardAtMs: Date.now() }, Date.now());
  } catch {
    return OPEN;
  }
}
