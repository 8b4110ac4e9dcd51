import { randomUUID } from 'node:crypto';
import { Paygate } from '@paygate/node';
import type { PaymentIntent } from '@paygate/node';
import express from 'express';

const {
  PAYGATE_SECRET_KEY = '',
  PAYGATE_PUBLISHABLE_KEY = '',
  PAYGATE_WEBHOOK_SECRET = '',
  PORT = '3000',
} = process.env;
const paygate = new Paygate({ secretKey: PAYGATE_SECRET_KEY });

/** The status of each order. A shop that sells keeps this in its database. */
const orders = new Map<string, 'open' | 'paid' | 'failed'>();

/** An event may arrive twice, and after later ones: an order that is paid stays paid. */
const end =
  (status: 'paid' | 'failed') =>
  ({ data: { paymentIntent } }: { readonly data: { readonly paymentIntent: PaymentIntent } }): void => {
    const { reference } = paymentIntent;
    if (reference !== null && orders.get(reference) !== 'paid') orders.set(reference, status);
  };

const receiveEvents = paygate.webhooks.nodeHandler({
  secret: PAYGATE_WEBHOOK_SECRET,
  on: {
    'payment.completed': end('paid'),
    'payment.failed': end('failed'),
    'payment.expired': end('failed'),
    'payment.canceled': end('failed'),
  },
  onError: console.error,
});

const app = express();
// the signature is of the bytes that arrived, so this route comes before the one that parses JSON
app.post('/webhooks', express.raw({ type: 'application/json' }), receiveEvents);
app.use(express.json());

/** Begins a payment. The page gets what it needs to pay, and no secret key. */
app.post('/orders', async (_request, response) => {
  const orderId = randomUUID();
  const { sessionToken } = await paygate.paymentIntents.create(
    {
      amount: '5000', // 5 000 FCFA
      currency: 'XAF',
      description: 'Wax fabric, six yards',
      reference: orderId,
    },
    { idempotencyKey: orderId },
  );
  orders.set(orderId, 'open');
  response.status(201).json({ orderId, sessionToken, apiKey: PAYGATE_PUBLISHABLE_KEY });
});

app.get('/orders/:orderId', ({ params: { orderId } }, response) => {
  const status = orders.get(orderId);
  if (status) response.json({ orderId, status });
  else response.status(404).json({});
});

app.listen(Number(PORT));
