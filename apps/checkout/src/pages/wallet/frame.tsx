import type { WalletView } from '@paygate/contracts';
import { exponentOf } from '@paygate/paper';
import type { ComponentChildren } from 'preact';
import { amountText } from '../../language/formats.js';
import type { FormFault, FormSecrets, PageContext } from '../layout.js';
import { FaultBox, HiddenFields } from '../layout.js';

/** The path of the wallet's own pages. */
export const WALLET_PATH = '/checkout/wallet';

/** The parts of every page of a wallet, those of a payment's page among them. */
export type WalletContext = Pick<PageContext, 'language' | 'texts' | 'form' | 'phonePrefix' | 'dialCodes'>;

export interface WalletProps {
  readonly context: WalletContext;
  readonly fault?: FormFault | undefined;
}

/** An amount of minor units in the currency of a wallet. */
export function walletAmount(
  amount: string,
  { currency }: Pick<WalletView, 'currency'>,
  { language }: Pick<WalletContext, 'language'>,
): string {
  return amountText({ amount, currency, currencyExponent: exponentOf(currency) }, language);
}

/** A form that is sent to a step of the wallet's own pages. */
export function WalletForm(props: {
  readonly form: FormSecrets;
  readonly step: string;
  readonly children: ComponentChildren;
}) {
  return (
    <form method="post" action={`${WALLET_PATH}/${props.step}`} novalidate>
      <HiddenFields form={props.form} />
      {props.children}
    </form>
  );
}

/** The way back to the first page of the wallet. */
export function HomeLink({ context: { texts } }: Pick<WalletProps, 'context'>) {
  return (
    <ul class="links">
      <li>
        <a href={WALLET_PATH}>{texts.ofWallet.home}</a>
      </li>
    </ul>
  );
}

/** The fault of a form for an amount, with the bounds that the API has named. */
export function AmountFault({ context, fault }: WalletProps) {
  const { texts } = context;
  const { min, max } = fault?.bounds ?? {};
  const ofXaf = (amount: string): string => walletAmount(amount, { currency: 'XAF' }, context);
  return (
    <FaultBox texts={texts} fault={fault}>
      {fault?.fault === 'amount_too_small' && min !== undefined && ` ${texts.ofWallet.atLeast(ofXaf(min))}`}
      {fault?.fault === 'amount_too_large' && max !== undefined && ` ${texts.ofWallet.atMost(ofXaf(max))}`}
    </FaultBox>
  );
}

const AMOUNT_LENGTH = 32;

/** The amount that a user adds or withdraws. */
export function AmountField({
  context: { texts },
  fault,
  proposed = '',
}: WalletProps & { readonly proposed?: string }) {
  const isWrong = fault?.fault.startsWith('amount_') === true || fault?.fault === 'balance_low';
  return (
    <>
      <label for="amount">{texts.ofWallet.amount}</label>
      <p class="hint" id="amount-hint">
        {texts.ofWallet.amountHint}
      </p>
      <input
        id="amount"
        name="amount"
        inputMode="numeric"
        autoComplete="off"
        maxLength={AMOUNT_LENGTH}
        required
        value={fault?.typed?.['amount']?.slice(0, AMOUNT_LENGTH) ?? proposed}
        aria-describedby={isWrong ? 'fault amount-hint' : 'amount-hint'}
        {...(isWrong ? { 'aria-invalid': 'true' } : {})}
      />
    </>
  );
}
