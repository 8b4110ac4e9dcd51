import { randomUUID } from 'node:crypto';
import { orders, paygate } from '../../../shop.ts';

/** Begins a payment. The page gets what it needs to pay, and no secret key. */
export async function POST(): Promise<Response> {
  const orderId = randomUUID();
  const { sessionToken } = await paygate().paymentIntents.create(
    {
      amount: '5000', // 5 000 FCFA
      currency: 'XAF',
      description: 'Wax fabric, six yards',
      reference: orderId,
    },
    { idempotencyKey: orderId },
  );
  orders.set(orderId, 'open');
  const apiKey = process.env['PAYGATE_PUBLISHABLE_KEY'];
  return Response.json({ orderId, sessionToken, apiKey }, { status: 201 });
}
