import type { PaygateError } from '@paygate/browser';
import type { PaygateSession } from './load-paygate.js';
import type { PaymentState } from './payment-state.js';
import { LOADING, nextReadMs, statusAfter, waitSecondsOf } from './payment-state.js';

/** The state of one payment. The intent is read when the first listener subscribes, and while its outcome is awaited. */
export interface PaymentStore {
  readonly state: () => PaymentState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly show: (next: Partial<PaymentState>) => void;
  /** Reads the intent and shows what it says. */
  readonly read: () => Promise<void>;
}

/** Without a session, as on a server, it stays in `loading`. */
export function createStore(session: PaygateSession | null): PaymentStore {
  const listeners = new Set<() => void>();
  let state = LOADING;
  let isReading = false;
  let reads = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: Partial<PaymentState>): void => {
    state = { ...state, ...next };
    listeners.forEach((listener) => {
      listener();
    });
  };
  const schedule = (): void => {
    clearTimeout(timer);
    const delayMs = nextReadMs(state, reads);
    if (listeners.size && delayMs) timer = setTimeout(() => void read(), delayMs);
  };
  const read = async (): Promise<void> => {
    if (!session || isReading) return;
    isReading = true;
    try {
      reads++;
      const intent = await session.client.retrieveIntent(session.clientSecret, { waitSeconds: waitSecondsOf(state) });
      show({ intent, status: statusAfter(intent, state.status) });
    } catch (error) {
      // while an outcome is awaited the next read may succeed
      if (state.status === 'loading') show({ status: 'error', error: error as PaygateError });
    }
    isReading = false;
    schedule();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    if (state === LOADING) void read();
    else schedule();
    return () => {
      listeners.delete(listener);
      schedule();
    };
  };
  return { state: () => state, subscribe, show, read };
}
