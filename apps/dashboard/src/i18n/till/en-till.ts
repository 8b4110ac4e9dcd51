/** English texts of the till. */
export const enTill = {
  till: {
    menu: 'Till',
    title: 'Ask for a payment',
    amount: 'Amount in FCFA',
    phone: 'Customer’s number',
    ask: 'Ask the phone',
    missing: 'Fill in this field.',
    left: (amount: string, phone: string) =>
      `What became of ${amount} of ${phone} is not known here. Look under Payments before you ask again.`,
    off: 'This account asks no phones. An owner switches it on in the settings, under Payments.',
    payments: 'Payments',
    full: 'Full screen',
    word: 'Word of the day',
    waiting: 'Waiting for the customer’s PIN…',
    behind: 'No news from Paygate. Wait: it is not paid.',
    offline: 'No connection. Wait: it is not paid.',
    prompt: (name: string) => `The customer’s phone names: ${name}`,
    dial: (code: string) => `No request on the phone? Dial ${code}`,
    paid: 'Paid',
    failed: 'Not paid',
    at: 'Paid at',
    number: 'Operator’s number',
    leave: 'Stop waiting',
    next: 'Next customer',
  },
};
