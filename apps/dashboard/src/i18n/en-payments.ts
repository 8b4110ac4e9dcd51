import type { TimelineWords } from './api-words.js';
import { enBatches } from './payouts/en-batches.js';
import { enPayouts } from './payouts/en-payouts.js';

const types: TimelineWords = {
  'payment.created': 'Payment created',
  'otp.sent': 'One-time password sent',
  'otp.verified': 'One-time password verified',
  'charge.accepted': 'Charge accepted',
  'charge.submitted': 'Sent to the operator',
  'charge.prompted': 'The operator asked the payer to approve',
  'charge.succeeded': 'Charge succeeded',
  'charge.failed': 'Charge failed',
  'payment.completed': 'Payment completed',
  'payment.failed': 'Payment failed',
  'payment.expired': 'Payment expired',
  'payment.canceled': 'Payment canceled',
  'refund.requested': 'Refund requested',
  'refund.completed': 'Refunded',
  'refund.failed': 'Refund failed',
  'reversal.booked': 'Taken back by the operator',
  'reversal.returned': 'Given back by the operator',
  'event.created': 'Event',
  'delivery.attempted': 'Delivery',
};

/** English texts of the course of payments, of their export, and of customers. */
export const enPayments = {
  payouts: enPayouts,
  batches: enBatches,
  receipt: {
    action: 'Send the receipt',
    title: 'Send the receipt by e-mail',
    email: 'E-mail address (optional)',
    hint: 'Empty: the address of the account that paid. A guest has none.',
    send: 'Send',
    sent: (left: string) => `The receipt is on its way. It can be sent ${left} more times.`,
  },
  orders: {
    refunded: (amount: string) => `${amount} refunded`,
    otherTries: (count: number) => (count === 1 ? 'another try' : `${count} other tries`),
    page: 'Payment page',
    pageHint: 'Whoever opens this address can pay this payment, until it ends.',
    address: 'Address of the payment page',
  },
  operatorNumber: {
    title: 'Operator’s transaction number',
    hint: 'The number in the operator’s message, a phone or its last four digits, an amount, or words of the payment.',
    hintOfEnds:
      'The number in the operator’s message, the last four digits of a phone, an amount, or words of the payment.',
  },
  customers: {
    title: 'Customers',
    choose: 'Kind of customer',
    kinds: { guests: 'Guests', accounts: 'With an account' },
    leads: {
      guests: 'Phones that have completed a payment without an account, the one that paid last first.',
      accounts: 'Users who have completed a payment, the most recently registered first.',
    },
    empty: { guests: 'No guest has paid yet.', accounts: 'No registered customer has paid yet.' },
    emptyPage: 'None among the payments of this page: older ones are on the next page.',
    customer: 'Customer',
    payments: 'Payments',
    newest: (count: string) => `newest ${count}`,
    paid: 'Paid',
    refunded: (amount: string) => `${amount} refunded`,
    first: 'First payment',
    last: 'Last payment',
  },
  payerNumber: {
    show: 'Show number',
    number: 'Phone number',
    recorded: 'The audit log records who reads it.',
    reasons: {
      not_charged: 'Nobody has been asked to pay yet.',
      wallet: 'Paid from a wallet, whose number is not shown.',
      not_kept: 'No number is kept for this payment.',
      period_over: 'Its number is no longer shown, because the payment can no longer be refunded.',
    },
  },
  timeline: {
    title: 'Timeline',
    cut: 'Only the newest entries are shown.',
    missing: 'Part of the timeline cannot be shown at the moment.',
    attempt: (number: string) => `attempt ${number}`,
    channels: { sms: 'SMS', email: 'e-mail' },
    types,
  },
  exporting: {
    actions: { totals: 'Totals', file: 'Export' },
    titles: { totals: 'Totals of payments', file: 'Export payments' },
    texts: {
      totals: (most: string) =>
        `The totals of these payments; only completed ones count. At most the newest ${most} are read.`,
      file: (most: string) =>
        `A file for spreadsheets with these payments, the newest first. It holds at most ${most}.`,
    },
    everything: 'All payments: no filter is set.',
    soFar: (count: string) => `Payments so far: ${count}`,
    done: (count: string) => `Payments read: ${count}`,
    cut: (count: string) =>
      `The limit is reached: these are only the newest ${count} payments, and older ones may be missing. For those, filter by a period that ends earlier (“Other dates”) and try again.`,
    format: 'Kind of file',
    file: 'Save the file again',
    completed: 'Completed',
    kind: 'What',
    total: 'Total',
    link: 'Payment link',
    at: (heading: string) => `${heading} (Douala time)`,
    currency: 'Currency',
    fee: 'Fee',
    net: 'Net amount',
  },
};
