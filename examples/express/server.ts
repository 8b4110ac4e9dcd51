import { randomUUID } from 'node:crypto';
import { Paygate } from '@paygate/node';
import express from 'express';

const {
  PAYGATE_SECRET_KEY = '',
  PAYGATE_PUBLISHABLE_KEY = '',
  PAYGATE_WEBHOOK_SECRET = '',
  PORT = '3000',
} = process.env;
const paygate = new Paygate({ secretKey: PAYGATE_SECRET_KEY });

/** Where each order stands. A shop that sells keeps this in its database. */
const orders = new Map<string, 'open' | 'paid' | 'failed'>();

const receiveEvents = paygate.webhooks.nodeHandler({
  secret: PAYGATE_WEBHOOK_SECRET,
  on: {
    // an event may arrive twice: the second time it changes nothing
    'payment.completed': ({ data }) => orders.set(String(data.paymentIntent.metadata['orderId']), 'paid'),
    'payment.failed': ({ data }) => orders.set(String(data.paymentIntent.metadata['orderId']), 'failed'),
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
  const { sessionToken } = await paygate.paymentIntents.create({
    amount: '5000', // 5 000 FCFA
    currency: 'XAF',
    description: 'Wax fabric, six yards',
    metadata: { orderId },
  });
  orders.set(orderId, 'open');
  response.status(201).json({ orderId, sessionToken, apiKey: PAYGATE_PUBLISHABLE_KEY });
});

app.get('/orders/:orderId', ({ params: { orderId } }, response) => {
  const status = orders.get(orderId);
  if (status) response.json({ orderId, status });
  else response.status(404).json({});
});

app.listen(Number(PORT));
