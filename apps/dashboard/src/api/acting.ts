import { useSyncExternalStore } from 'react';

export type Mode = 'test' | 'live';

/** The account and mode that this tab shows. */
export interface Acting {
  readonly merchantId: string | undefined;
  readonly mode: Mode;
}

const STORED = 'paygate.acting';
const listeners = new Set<() => void>();
let current = restored();

/** The account and mode now. */
export function acting(): Acting {
  return current;
}

/** Changes account or mode for this tab. A reload keeps the choice. */
export function actAs(change: Partial<Acting>): void {
  current = { ...current, ...change };
  sessionStorage.setItem(STORED, JSON.stringify(current));
  for (const listener of listeners) listener();
}

/** Account and mode, for a component that shows them. */
export function useActing(): Acting {
  return useSyncExternalStore(listen, acting);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function restored(): Acting {
  const text = sessionStorage.getItem(STORED);
  const { merchantId, mode } = (text === null ? {} : JSON.parse(text)) as Partial<Acting>;
  return { merchantId, mode: mode === 'live' ? 'live' : 'test' };
}
