import type { ReactNode } from 'react';
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PaygateSession } from './load-paygate.js';
import type { PaymentState } from './payment-state.js';
import type { Payment, PaymentSteps } from './payment.js';
import { createPayment } from './payment.js';

const Session = createContext<PaygateSession | null>(null);

export interface PaygateProviderProps {
  /** The result of `loadPaygate`, or a session; null while there is none, as on a server. */
  readonly paygate: Promise<PaygateSession | null> | PaygateSession | null;
  readonly children?: ReactNode;
}

/** Gives the session of a payment to the components within. An error of `loadPaygate` goes to the next error boundary. */
export function PaygateProvider({ paygate, children }: PaygateProviderProps): ReactNode {
  const [session, setSession] = useState(isSession(paygate) ? paygate : null);
  const [failure, setFailure] = useState<unknown>();
  const first = useRef(paygate);
  useEffect(() => {
    if (first.current && first.current !== paygate) {
      console.warn('PaygateProvider keeps its first paygate: another payment needs another key');
    } else {
      first.current = paygate;
      Promise.resolve(paygate).then(setSession, setFailure);
    }
  }, [paygate]);
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- an error boundary receives what loadPaygate threw
  if (failure) throw failure;
  return <Session.Provider value={session}>{children}</Session.Provider>;
}

function isSession(paygate: PaygateProviderProps['paygate']): paygate is PaygateSession {
  return paygate !== null && 'clientSecret' in paygate;
}

/** The session of the provider around; null while it is loading. */
export function usePaygate(): PaygateSession | null {
  return useContext(Session);
}

export type UsePayment = PaymentState & PaymentSteps;

const payments = new WeakMap<PaygateSession, Payment>();
const withoutSession = createPayment(null);

/** The payment of the provider around: its state, and the steps that lead on. */
export function usePayment(): UsePayment {
  const { subscribe, state, steps } = paymentOf(usePaygate());
  return { ...useSyncExternalStore(subscribe, state, withoutSession.state), ...steps };
}

/** One for a session, however often components mount. */
function paymentOf(session: PaygateSession | null): Payment {
  if (!session) return withoutSession;
  const payment = payments.get(session) ?? createPayment(session);
  payments.set(session, payment);
  return payment;
}
