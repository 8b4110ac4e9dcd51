import { randomUUID } from 'node:crypto';
import { Paygate, SignatureVerificationError } from '@paygate/node';
import type { PaymentIntent } from '@paygate/node';
import fastify from 'fastify';

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
function end({ reference }: PaymentIntent, status: 'paid' | 'failed'): void {
  if (reference !== null && orders.get(reference) !== 'paid') orders.set(reference, status);
}

const app = fastify({ logger: { level: 'warn' } });

// the signature is of the bytes that arrived: within this plugin a body stays a Buffer
await app.register((webhooks, _options, done) => {
  webhooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => {
    parsed(null, body);
  });
  webhooks.post<{ Body: Buffer }>('/webhooks', async ({ body, headers, log }, reply) => {
    try {
      const event = paygate.webhooks.constructEvent(body, headers['service-signature'], PAYGATE_WEBHOOK_SECRET);
      if (event.type === 'payment.completed') end(event.data.paymentIntent, 'paid');
      if (event.type === 'payment.failed' || event.type === 'payment.expired' || event.type === 'payment.canceled')
        end(event.data.paymentIntent, 'failed');
      return await reply.send('ok');
    } catch (error) {
      if (!(error instanceof SignatureVerificationError)) throw error;
      log.warn(error);
      return reply.code(400).send(error.message);
    }
  });
  done();
});

/** Begins a payment. The page gets what it needs to pay, and no secret key. */
app.post('/orders', async (_request, reply) => {
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
  return reply.code(201).send({ orderId, sessionToken, apiKey: PAYGATE_PUBLISHABLE_KEY });
});

app.get<{ Params: { orderId: string } }>('/orders/:orderId', async ({ params: { orderId } }, reply) => {
  const status = orders.get(orderId);
  return status ? { orderId, status } : reply.code(404).send({});
});

await app.listen({ port: Number(PORT) });
