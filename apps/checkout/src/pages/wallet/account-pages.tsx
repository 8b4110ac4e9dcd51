import { numberText } from '@paygate/paper';
import { maskedText } from '@paygate/typed-input';
import type { PendingReset } from '../../session/sessions.js';
import { CodeField, NewPasswordField, PhoneField } from '../fields.js';
import { FaultBox } from '../layout.js';
import type { WalletProps } from './frame.js';
import { HomeLink, WALLET_PATH, WalletForm } from './frame.js';
import { statementPath } from './history-page.js';

/** Most movements of one statement: each page of the API is a call. */
export const STATEMENT_ROWS = 1_000;

/** The account of the user: number, password, statement and sign-out. */
export function AccountPage({ context, phoneNumber }: WalletProps & { readonly phoneNumber: string }) {
  const { texts, form, language } = context;
  const { ofWallet } = texts;
  return (
    <>
      <h1>{ofWallet.account}</h1>
      <dl>
        <dt>{ofWallet.number}</dt>
        <dd>{phoneNumber}</dd>
      </dl>
      <ul class="links">
        <li>
          <a href={`${WALLET_PATH}/password`}>{ofWallet.changePassword}</a>
        </li>
        <li>
          <a href={statementPath()}>{ofWallet.statement}</a>
          <p class="hint">{ofWallet.statementHint(numberText(String(STATEMENT_ROWS), language))}</p>
        </li>
      </ul>
      <WalletForm form={form} step="sign-out">
        <button type="submit" class="second">
          {ofWallet.signOut}
        </button>
      </WalletForm>
      <HomeLink context={context} />
    </>
  );
}

interface PasswordProps extends WalletProps {
  /** The number of the user who is signed in. */
  readonly phoneNumber: string | undefined;
  readonly reset: PendingReset | undefined;
}

/** A user chooses another password: a code from the phone, then the password. */
export function WalletPasswordPage({ context, fault, phoneNumber, reset }: PasswordProps) {
  const { texts, form } = context;
  const { ofWallet } = texts;
  return (
    <>
      <h1>{texts.newPassword}</h1>
      <FaultBox texts={texts} fault={fault} />
      {reset === undefined ? (
        <>
          <p>{phoneNumber === undefined ? texts.forgottenHint : ofWallet.codeToPhone}</p>
          <WalletForm form={form} step="password">
            {phoneNumber === undefined && <PhoneField context={context} fault={fault} />}
            <button type="submit">{texts.sendCode}</button>
          </WalletForm>
        </>
      ) : (
        <>
          <p>{texts.codeSentTo(maskedText(reset.destination))}</p>
          <WalletForm form={form} step="reset">
            <CodeField context={context} fault={fault} length={reset.codeLength} />
            <NewPasswordField context={context} fault={fault} label={texts.newPassword} />
            <button type="submit">{texts.setPassword}</button>
            <p class="hint">{ofWallet.endsSessions}</p>
          </WalletForm>
        </>
      )}
      <HomeLink context={context} />
    </>
  );
}
