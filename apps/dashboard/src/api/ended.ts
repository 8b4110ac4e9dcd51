import { useSyncExternalStore } from 'react';
import type { ApiError } from './client.js';

const UNAUTHENTICATED = 401;
/** Refusals of a request whose session has ended, or whose cookie is gone. A wrong password is 401 too, and no end of a session. */
const ended: readonly (string | undefined)[] = ['token_invalid', 'token_missing', 'api_key_missing'];
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

/** True when the API no longer knows the session of a request. */
export function isEndOfSession({ status, problem }: ApiError): boolean {
  return status === UNAUTHENTICATED && ended.includes(problem?.code);
}
