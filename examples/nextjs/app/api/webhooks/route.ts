import { Paygate } from '@paygate/node';
import { orders } from '../../../shop.ts';

export const POST = Paygate.webhooks.handler({
  secret: process.env['PAYGATE_WEBHOOK_SECRET'] ?? '',
  on: {
    // an event may arrive twice: the second time it changes nothing
    'payment.completed': ({ data }) => orders.set(String(data.paymentIntent.metadata['orderId']), 'paid'),
    'payment.failed': ({ data }) => orders.set(String(data.paymentIntent.metadata['orderId']), 'failed'),
  },
  onError: console.error,
});
