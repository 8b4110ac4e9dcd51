import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let hasEnded = false;

/** Notes that the API no longer knows the session, or knows a new one. */
export function noteSessionEnd(ended: boolean): void {
  hasEnded = ended;
  for (const listener of listeners) listener();
}

/** True when the session of the shown page has ended. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hasEnded,
  );
}
