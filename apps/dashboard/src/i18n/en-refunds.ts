import type { RefundWords } from './api-words.js';

const words: RefundWords = {
  statuses: { PENDING: 'On its way', COMPLETED: 'Refunded', FAILED: 'Failed' },
  transmissions: {
    not_sent: 'not sent to the operator yet',
    sent: 'sent, the operator has not answered yet',
    in_doubt: 'we are asking the operator whether it arrived',
  },
};

/** English texts of refunds. */
export const enRefunds = {
  ...words,
  inFull: 'Refunded',
  inPart: 'Partly refunded',
  reversedInFull: 'Taken back by the operator',
  reversedInPart: 'Partly taken back by the operator',
  reversed: 'Of which taken back by the operator',
  reversals: {
    title: 'Taken back by the operator',
    statuses: { BOOKED: 'Taken back', RETURNED: 'Given back' },
    booked: 'Taken back',
    returned: 'Given back',
    id: 'Reversal',
  },
  title: 'Refunds',
  empty: 'Nothing has been refunded.',
  action: 'Refund',
  of: (id: string) => `Refund payment ${id}`,
  amount: 'Amount',
  amountHint: (most: string) => `Up to ${most}. You can refund only a part, and refund several times.`,
  tooMuch: (most: string) => `At most ${most} can be refunded.`,
  reason: 'Reason',
  reasonHint: 'For your records. The customer does not see it.',
  goOn: 'Continue',
  back: 'Back',
  confirm: (amount: string) => `Refund ${amount}`,
  toWallet: (amount: string) => `${amount} goes back to the customer’s wallet, at once.`,
  toPhone: (amount: string, phone: string, operator: string) =>
    `${amount} goes back to the phone that paid, ${phone}, by ${operator}. It cannot be undone.`,
  toPayer: (amount: string) => `${amount} goes back to whoever paid. It cannot be undone.`,
  feeKept: (fee: string) =>
    `The fee of the payment, ${fee}, is not returned to you. The refund is taken from your balance.`,
  noFee: 'The refund is taken from your balance.',
  id: 'Refund',
  status: 'Status',
  created: 'Created',
};
