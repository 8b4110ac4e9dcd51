import type { TimelineWords } from './api-words.js';

const types: TimelineWords = {
  'payment.created': 'Payment created',
  'otp.sent': 'One-time password sent',
  'otp.verified': 'One-time password verified',
  'charge.accepted': 'Charge accepted',
  'charge.submitted': 'Sent to the operator',
  'charge.prompted': 'The operator asks the payer',
  'charge.succeeded': 'Charge succeeded',
  'charge.failed': 'Charge failed',
  'payment.completed': 'Payment completed',
  'payment.failed': 'Payment failed',
  'payment.expired': 'Payment expired',
  'payment.canceled': 'Payment canceled',
  'event.created': 'Event',
  'delivery.attempted': 'Delivery',
};

/** English texts of the course of payments. */
export const enPayments = {
  timeline: {
    title: 'Timeline',
    cut: 'Only the newest entries are shown.',
    missing: 'Part of it cannot be read at the moment.',
    attempt: (number: string) => `attempt ${number}`,
    channels: { sms: 'SMS', email: 'e-mail' },
    types,
  },
};
