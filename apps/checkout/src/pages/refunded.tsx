import { amountText } from '../language/formats.js';
import type { PageContext } from './layout.js';

type Amounts = Pick<PageContext['payment'], 'amountRefunded'> & Partial<Pick<PageContext['payment'], 'amountReversed'>>;

/** What went back to the payer, in minor units: by refunds, and taken back by the operator. */
export function amountBack({ amountRefunded, amountReversed = '0' }: Amounts): string {
  return (BigInt(amountRefunded) + BigInt(amountReversed)).toString();
}

/** What went back to the payer as a line of a list; nothing while nothing has. */
export function RefundedLine({ context: { payment, texts, language } }: { readonly context: PageContext }) {
  const { currency, currencyExponent } = payment;
  const amount = amountBack(payment);
  if (amount === '0') return null;
  return (
    <>
      <dt>{texts.refunded}</dt>
      <dd>{amountText({ amount, currency, currencyExponent }, language)}</dd>
    </>
  );
}
