import type { BalanceWords } from '../api-words.js';

const words: BalanceWords = {
  types: { charge: 'Payment', fee: 'Fee', refund: 'Refund', payout: 'Payout', adjustment: 'Correction' },
  methods: { wallet: 'Wallet', mtn_momo: 'MTN MoMo', orange_money: 'Orange Money' },
};

/** English texts of the balance. */
export const enBalance = {
  ...words,
  title: 'Balance',
  lead: 'What you are owed, when it becomes available, and which fees were deducted.',
  sections: 'Balance pages',
  transactions: 'Transactions',
  day: 'Daily closing',
  empty: 'Nothing has been paid yet.',
  available: 'Available',
  pending: 'Pending',
  held: 'Held for refunds and payouts',
  upcoming: 'What becomes available, and when',
  comes: (amount: string, time: string) => `${amount} on ${time}`,
  noneComes: 'Nothing is pending at MTN or Orange.',
  statement: 'Statement',
  statementLead:
    'A file with the opening balance, every transaction and the closing balance of a month, in Douala time.',
  month: 'Month',
  download: 'Download the statement',
  reading: 'Reading the statement…',
  ended: (time: string) => `The statement ends on ${time}.`,
  save: 'Save the file',
  noTransactions: 'There are no transactions in this month.',
  type: 'What',
  created: 'When',
  availableAt: 'Available from',
  method: 'Method',
  payment: 'Payment',
  gross: 'Amount',
  fee: 'Fee',
  net: 'Net',
  fees: 'Fees and rounding',
  feesText:
    'The fee is a percentage of the amount, rounded down to a whole franc, plus a fixed part: 2 % of 1,043 is 20. It remains due when a payment is refunded.',
  dayLead:
    'Payments, refunds, fees and net amounts of one day (Douala time), by method and by who made them. A payment by a link counts for whoever made the link.',
  dayOf: 'Day',
  show: 'Show',
  opening: 'Opening balance',
  closing: 'Closing balance',
  until: 'Until',
  count: 'Number',
  who: 'Who',
  total: 'Total',
  csv: 'Save as CSV',
  xlsx: 'Save as Excel',
  noDay: 'Nothing was booked on this day.',
};
