import { amountText } from '../language/formats.js';
import type { PageContext } from './layout.js';

/** What has gone back to the payer, as a line of a list; nothing while nothing has. */
export function RefundedLine({ context: { payment, texts, language } }: { readonly context: PageContext }) {
  const { amountRefunded, currency, currencyExponent } = payment;
  if (amountRefunded === '0') return null;
  return (
    <>
      <dt>{texts.refunded}</dt>
      <dd>{amountText({ amount: amountRefunded, currency, currencyExponent }, language)}</dd>
    </>
  );
}
