import { Paygate } from '@paygate/node';
import { end } from '../../../shop.ts';

export const POST = Paygate.webhooks.handler({
  secret: process.env['PAYGATE_WEBHOOK_SECRET'] ?? '',
  on: {
    'payment.completed': end('paid'),
    'payment.failed': end('failed'),
    'payment.expired': end('failed'),
    'payment.canceled': end('failed'),
  },
  onError: console.error,
});
