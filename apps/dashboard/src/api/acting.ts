import { useSyncExternalStore } from 'react';

export type Mode = 'test' | 'live';

/** The account and mode that this tab shows. */
export interface Acting {
  readonly merchantId: string | undefined;
  readonly mode: Mode;
}

const STORED = 'paygate.acting';
/** A notice opens its page with the account and mode that it is about. */
const OF_NOTICE = /^#as=(mer_[0-9a-z]{26})\.(test|live)$/;
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

/** Shows account and mode of the notice that has opened this page, and no longer names them in its address. */
export function actAsNotice(): void {
  const [, merchantId, mode] = OF_NOTICE.exec(location.hash) ?? [];
  if (merchantId === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  actAs({ merchantId, mode: mode === 'live' ? 'live' : 'test' });
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
