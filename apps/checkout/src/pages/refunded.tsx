import { amountText } from '../language/formats.js';
import type { PageContext } from './layout.js';

/** The refunded amount as a line of a list; nothing while nothing was refunded. */
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
