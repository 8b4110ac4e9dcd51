import { Paygate } from '@paygate/node';

export type OrderStatus = 'open' | 'paid' | 'failed';

/** Made when the first request comes: `next build` loads the routes as well, and has no keys. */
let client: Paygate | undefined;
export const paygate = (): Paygate => (client ??= new Paygate({ secretKey: process.env['PAYGATE_SECRET_KEY'] ?? '' }));

const shop = globalThis as typeof globalThis & { orders?: Map<string, OrderStatus> };

/**
 * Where each order stands. A shop that sells keeps this in its database. It is a global because Next.js may load this module
 * once for each route.
 */
export const orders = (shop.orders ??= new Map());
