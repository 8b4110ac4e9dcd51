import { randomUUID } from 'node:crypto';
import { Paygate, SignatureVerificationError } from '@paygate/node';
import fastify from 'fastify';

const {
  PAYGATE_SECRET_KEY = '',
  PAYGATE_PUBLISHABLE_KEY = '',
  PAYGATE_WEBHOOK_SECRET = '',
  PORT = '3000',
} = process.env;
const paygate = new Paygate({ secretKey: PAYGATE_SECRET_KEY });

/** Where each order stands. A shop that sells keeps this in its database. */
const orders = new Map<string, 'open' | 'paid' | 'failed'>();

const app = fastify({ logger: { level: 'warn' } });

// the signature is of the bytes that arrived: within this plugin a body stays a Buffer
await app.register((webhooks, _options, done) => {
  webhooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => {
    parsed(null, body);
  });
  webhooks.post<{ Body: Buffer }>('/webhooks', async ({ body, headers, log }, reply) => {
    try {
      const event = paygate.webhooks.constructEvent(body, headers['service-signature'], PAYGATE_WEBHOOK_SECRET);
      // an event may arrive twice: the second time it changes nothing
      if (event.type === 'payment.completed') orders.set(String(event.data.paymentIntent.metadata['orderId']), 'paid');
      if (event.type === 'payment.failed') orders.set(String(event.data.paymentIntent.metadata['orderId']), 'failed');
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
  const { sessionToken } = await paygate.paymentIntents.create({
    amount: '5000', // 5 000 FCFA
    currency: 'XAF',
    description: 'Wax fabric, six yards',
    metadata: { orderId },
  });
  orders.set(orderId, 'open');
  return reply.code(201).send({ orderId, sessionToken, apiKey: PAYGATE_PUBLISHABLE_KEY });
});

app.get<{ Params: { orderId: string } }>('/orders/:orderId', async ({ params: { orderId } }, reply) => {
  const status = orders.get(orderId);
  return status ? { orderId, status } : reply.code(404).send({});
});

await app.listen({ port: Number(PORT) });
