import type { PaygateBrowser } from '@paygate/browser';
import type { ReactNode } from 'react';
import { StrictMode, Suspense, use } from 'react';
import type { loadPaygate, UsePayment } from '../index.js';
import { PaygateProvider, usePaygate, usePayment } from '../index.js';

/** The texts that the components below have shown so far. */
export const shown: { statuses: string[]; readonly clients: Set<PaygateBrowser>; payment?: UsePayment } = {
  statuses: [],
  clients: new Set(),
};

interface AppProps {
  readonly paygate: ReturnType<typeof loadPaygate> | null;
  /** Data that a component below the provider waits for. */
  readonly data?: Promise<string>;
}

/** A payment's status in StrictMode, beside a component that suspends. */
export function App({ paygate, data }: AppProps): ReactNode {
  return (
    <StrictMode>
      <Suspense fallback={<p>waiting</p>}>
        <PaygateProvider paygate={paygate}>
          <Probe />
          {data && <Late data={data} />}
        </PaygateProvider>
      </Suspense>
    </StrictMode>
  );
}

function Probe(): ReactNode {
  const session = usePaygate();
  const payment = usePayment();
  if (session) shown.clients.add(session.client);
  if (shown.statuses.at(-1) !== payment.status) shown.statuses.push(payment.status);
  shown.payment = payment;
  return <output>{payment.status}</output>;
}

function Late({ data }: { readonly data: Promise<string> }): ReactNode {
  return <p>{use(data)}</p>;
}
