import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Paygate } from '@paygate/node';
import type { PaymentIntent } from '@paygate/node';

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

/** Begins a payment. The page gets what it needs to pay, and no secret key. */
async function createOrder(response: ServerResponse): Promise<void> {
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
  send(response, 201, { orderId, sessionToken, apiKey: PAYGATE_PUBLISHABLE_KEY });
}

function readOrder(orderId: string, response: ServerResponse): void {
  const status = orders.get(orderId);
  if (status) send(response, 200, { orderId, status });
  else send(response, 404, {});
}

async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request;
  const [, orderId] = /^\/orders\/([\w-]+)$/.exec(url) ?? [];
  if (method === 'POST' && url === '/webhooks') await receiveEvents(request, response);
  else if (method === 'POST' && url === '/orders') await createOrder(response);
  else if (method === 'GET' && orderId) readOrder(orderId, response);
  else send(response, 404, {});
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

createServer((request, response) => {
  route(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, {});
  });
}).listen(Number(PORT));
