import { decimalOf } from '@paygate/paper';
import { amountText } from '../../language/formats.js';
import type { Filling } from './filling.js';
import { missingOf } from './filling.js';
import type { FormFault, PageContext } from '../layout.js';
import { pathOf, StepForm } from '../layout.js';
import { BackLink, Subject } from '../start-pages.js';
import { AmountFault, AmountField, walletAmount } from './frame.js';
import { FailedTopUp, PendingTopUp } from './top-up-parts.js';

interface Props {
  readonly context: PageContext;
  readonly fault: FormFault | undefined;
  readonly filling: Filling;
}

/** A wallet that lacks money for the payment is filled by what is missing; then the payment goes on. */
export function FillingPage({ context, fault, filling }: Props) {
  return (
    <>
      <Subject context={context} />
      <AmountFault context={context} fault={fault} />
      <section>
        <FillingStep context={context} fault={fault} filling={filling} />
      </section>
      <ul class="links">
        <BackLink context={context} />
      </ul>
    </>
  );
}

function FillingStep({ context, fault, filling: { wallet, topUp } }: Props) {
  const { payment, texts, language } = context;
  const { ofWallet } = texts;
  const balance = walletAmount(wallet.balance, wallet, context);
  const missing = missingOf(payment, wallet.balance);
  if (missing <= 0n)
    return (
      <>
        <h2 tabIndex={-1} data-outcome>
          {texts.wallet}
        </h2>
        <p role="status">{ofWallet.filled(balance)}</p>
        <StepForm context={context} step="filled">
          <button type="submit">{ofWallet.goOn(amountText(payment, language))}</button>
          <p class="hint">{ofWallet.codeToPhone}</p>
        </StepForm>
      </>
    );
  if (topUp?.status === 'PENDING')
    return <PendingTopUp context={context} topUp={topUp} path={pathOf(payment, 'top-up')} />;
  return (
    <>
      {topUp?.status === 'FAILED' && <FailedTopUp context={context} topUp={topUp} />}
      <h2>{texts.wallet}</h2>
      <p>
        {ofWallet.tooLittle(balance, walletAmount(String(missing), wallet, context))} {ofWallet.fillOnTheWay}
      </p>
      <StepForm context={context} step="top-up">
        <AmountField context={context} fault={fault} proposed={decimalOf(String(missing), payment.currencyExponent)} />
        <button type="submit">{ofWallet.fillNow}</button>
        <p class="hint">{ofWallet.fillHint}</p>
      </StepForm>
    </>
  );
}
