import type { ReceiptCheckAnswer } from '@paygate/contracts';
import type { Texts } from '../language/texts.js';

interface Props {
  readonly status: ReceiptCheckAnswer['status'];
  readonly texts: Texts;
}

/** The state of the payment of a receipt. */
export function ReceiptCheckPage({ status, texts }: Props) {
  return (
    <>
      <h1>{texts.receiptStatuses[status]}</h1>
      <p>{texts.receiptStatusText}</p>
    </>
  );
}
