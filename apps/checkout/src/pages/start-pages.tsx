import { maskedText } from '@paygate/typed-input';
import { amountText } from '../language/formats.js';
import type { Payment } from '../gateway/payment-api.js';
import type { PendingAccount, SentCode, TriedPhone } from '../session/sessions.js';
import { CodeField, NewPasswordField, OperatorField, OperatorMarks, PasswordField, PhoneField } from './fields.js';
import type { FormFault, PageContext } from './layout.js';
import { FaultBox, Head, pathOf, StepForm, webAddress } from './layout.js';
import { SlowOperators } from './slow-operators.js';

interface Props {
  readonly context: PageContext;
  readonly fault?: FormFault | undefined;
}

/** The amount and the purpose of the payment. */
export function Subject({ context: { payment, texts, language } }: Props) {
  return (
    <>
      <Head payment={payment}>
        <h1>{texts.pay(amountText(payment, language))}</h1>
      </Head>
      {payment.description !== null && (
        <p class="about">
          <bdi>{payment.description}</bdi>
        </p>
      )}
    </>
  );
}

/** True when the merchant takes this payment so. A number of a phone alone pays by mobile money only. */
function takes({ merchant }: Payment, method: 'mobile_money' | 'wallet'): boolean {
  return merchant?.paymentMethods.includes(method) !== false;
}

interface StartProps extends Props {
  readonly tried?: TriedPhone | undefined;
  /** A code that was sent before, and is still good. */
  readonly left?: SentCode | undefined;
}

/** The first page: a phone number is enough. */
export function StartPage({ context, fault, tried, left }: StartProps) {
  const { texts, payment } = context;
  const guests = payment.userId === null && takes(payment, 'mobile_money');
  const wallets = takes(payment, 'wallet');
  return (
    <>
      <Subject context={context} />
      <FaultBox texts={texts} fault={fault} />
      {!guests && !wallets && <p>{texts.noWay}</p>}
      {left !== undefined && (
        <StepForm context={context} step="again">
          <button type="submit" class="second">
            {texts.codeAgain(maskedText(left.destination))}
          </button>
        </StepForm>
      )}
      {guests && (
        <section aria-labelledby="way">
          <h2 id="way">{texts.mobileMoney}</h2>
          <OperatorMarks />
          <SlowOperators context={context} />
          <StepForm context={context} step="phone">
            <PhoneField context={context} fault={fault} tried={tried} />
            <OperatorField context={context} fault={fault} tried={tried} />
            <button type="submit">{texts.sendCode}</button>
            <p class="hint">{texts.mobileMoneyHint}</p>
          </StepForm>
        </section>
      )}
      <ul class="links">
        {wallets && (
          <li>
            <a href={pathOf(payment, 'wallet')}>{texts.orWallet}</a>
          </li>
        )}
        <LeaveLink context={context} />
      </ul>
    </>
  );
}

/** The way out to the shop. The payment stays as it is: only its merchant cancels it. */
export function LeaveLink({ context: { payment, texts } }: Props) {
  const address = webAddress(payment.cancelUrl);
  if (address === undefined) return null;
  return (
    <li>
      <a href={address}>{texts.toShop}</a>
    </li>
  );
}

/** A customer signs in to pay from a wallet. */
export function SignInPage({ context, fault, done }: Props & { readonly done: string | undefined }) {
  const { texts, payment } = context;
  return (
    <>
      <Subject context={context} />
      <FaultBox texts={texts} fault={fault} />
      {done !== undefined && <p role="status">{done}</p>}
      <section aria-labelledby="way">
        <h2 id="way">{texts.wallet}</h2>
        <p>{texts.walletHint}</p>
        <StepForm context={context} step="wallet">
          <PhoneField context={context} fault={fault} />
          <PasswordField context={context} fault={fault} />
          <button type="submit">{texts.signIn}</button>
        </StepForm>
      </section>
      <ul class="links">
        <li>
          <a href={pathOf(payment, 'forgot')}>{texts.forgotten}</a>
        </li>
        <li>
          <a href={pathOf(payment, 'register')}>{texts.noAccount}</a>
        </li>
        <BackLink context={context} />
        <LeaveLink context={context} />
      </ul>
    </>
  );
}

export function BackLink({ context: { payment, texts } }: Props) {
  return (
    <li>
      <a href={pathOf(payment)}>{texts.back}</a>
    </li>
  );
}

/** A customer creates an account: first the number and a password, then the code that was sent there. */
export function RegisterPage({ context, fault, account }: Props & { readonly account: PendingAccount | undefined }) {
  const { texts } = context;
  return (
    <>
      <Subject context={context} />
      <FaultBox texts={texts} fault={fault} />
      <section aria-labelledby="way">
        <h2 id="way">{texts.register}</h2>
        {account === undefined ? (
          <>
            <p>{texts.registerHint}</p>
            <StepForm context={context} step="register">
              <PhoneField context={context} fault={fault} />
              <NewPasswordField context={context} fault={fault} label={texts.password} />
              <button type="submit">{texts.register}</button>
            </StepForm>
          </>
        ) : (
          <>
            <p>{texts.codeSentTo(maskedText(account.destination))}</p>
            <StepForm context={context} step="confirm">
              <CodeField context={context} fault={fault} length={account.codeLength} />
              <button type="submit">{texts.confirmNumber}</button>
            </StepForm>
          </>
        )}
      </section>
      <ul class="links">
        <BackLink context={context} />
      </ul>
    </>
  );
}
