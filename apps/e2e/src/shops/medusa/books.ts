import type { Paygate, PaymentIntent } from '@paygate/node';
import type { MedusaShop } from './medusa-shop.js';

/** Carts with their payments, and what was refunded of each. */
export interface Books {
  readonly paid: readonly string[];
  readonly refunded: Readonly<Record<string, string>>;
}

/** Orders of these carts with the captures of their payments. */
export async function booksOfShop(shop: MedusaShop, carts: readonly string[]): Promise<Books> {
  const rows = await shop.rows<Record<'cart' | 'intent' | 'captured' | 'refunded', string>>(
    `SELECT link.cart_id AS cart, payment.data->>'intent_id' AS intent,
       (SELECT sum(amount)::text FROM capture WHERE payment_id = payment.id AND deleted_at IS NULL) AS captured,
       (SELECT coalesce(sum(amount), 0)::text FROM refund WHERE payment_id = payment.id AND deleted_at IS NULL) AS refunded
     FROM order_cart link
     JOIN "order" ON "order".id = link.order_id AND "order".deleted_at IS NULL
     JOIN order_payment_collection USING (order_id)
     JOIN payment USING (payment_collection_id)
     WHERE link.deleted_at IS NULL AND order_payment_collection.deleted_at IS NULL AND link.cart_id = ANY ($1) ORDER BY 1, 2`,
    [carts],
  );
  return {
    paid: rows.map(({ cart, intent, captured }) => `${cart} ${intent} ${captured}`),
    refunded: Object.fromEntries(rows.map(({ cart, refunded }) => [cart, refunded])),
  };
}

/** The same from the payments that Paygate has completed for these carts. */
export async function booksOfPaygate(paygate: Paygate, carts: readonly string[]): Promise<Books> {
  const intents: PaymentIntent[] = [];
  for (const reference of carts)
    for await (const intent of paygate.paymentIntents.list({ reference }))
      if (intent.status === 'COMPLETED') intents.push(intent);
  return {
    paid: intents.map(({ id, reference, amount }) => `${reference} ${id} ${amount}`).sort(),
    refunded: Object.fromEntries(
      intents.map(({ reference, amountRefunded }) => [reference ?? '', amountRefunded]).sort(),
    ) as Record<string, string>,
  };
}

/** The number of orders of the shop, also of those that belong to no cart. */
export async function countOfOrders(shop: MedusaShop): Promise<number> {
  const [row] = await shop.rows<{ n: number }>('SELECT count(*)::int AS n FROM "order" WHERE deleted_at IS NULL');
  return row?.n ?? 0;
}
