import { Paygate } from '@paygate/node';
import type { PaymentIntent } from '@paygate/node';

export type OrderStatus = 'open' | 'paid' | 'failed';

/** Made when the first request comes: `next build` loads the routes as well, and has no keys. */
let client: Paygate | undefined;
export const paygate = (): Paygate => (client ??= new Paygate({ secretKey: process.env['PAYGATE_SECRET_KEY'] ?? '' }));

const shop = globalThis as typeof globalThis & { orders?: Map<string, OrderStatus> };

/**
 * The status of each order. A shop that sells keeps this in its database. It is a global because Next.js may load this module
 * once for each route.
 */
export const orders = (shop.orders ??= new Map());

/** An event may arrive twice, and after later ones: an order that is paid stays paid. */
export const end =
  (status: 'paid' | 'failed') =>
  ({ data: { paymentIntent } }: { readonly data: { readonly paymentIntent: PaymentIntent } }): void => {
    const { reference } = paymentIntent;
    if (reference !== null && orders.get(reference) !== 'paid') orders.set(reference, status);
  };
