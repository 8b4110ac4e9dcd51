import { loadPaygate, PaygateProvider } from '@paygate/react';
import type { ReactNode } from 'react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './checkout';
import { style } from './style';

/** The answer of the shop's server to a new order. */
interface Order {
  readonly orderId: string;
  readonly apiKey: string;
  readonly sessionToken: string;
}

/** Without an address in the environment of the build, the stack of `npm start` on this machine. */
const baseUrl = import.meta.env.VITE_PAYGATE_BASE_URL;
const options = baseUrl === undefined ? ({ env: 'local' } as const) : { baseUrl };

/** The order survives a reload. The token reads this one intent and pays nothing. */
const ORDER = 'order';

function Shop(): ReactNode {
  const [order, setOrder] = useState(() => JSON.parse(sessionStorage.getItem(ORDER) ?? 'null') as Order | null);
  const buy = async (): Promise<void> => {
    const response = await fetch('/orders', { method: 'POST' });
    const begun = (await response.json()) as Order;
    sessionStorage.setItem(ORDER, JSON.stringify(begun));
    setOrder(begun);
  };
  const leave = (): void => {
    sessionStorage.removeItem(ORDER);
    setOrder(null);
  };
  return (
    <main>
      <style>{style}</style>
      <h1>Wax fabric, six yards</h1>
      {order ? (
        <PaygateProvider key={order.orderId} paygate={loadPaygate(order.apiKey, order.sessionToken, options)}>
          <Checkout onLeave={leave} />
        </PaygateProvider>
      ) : (
        <button onClick={() => void buy()}>Buy</button>
      )}
    </main>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
