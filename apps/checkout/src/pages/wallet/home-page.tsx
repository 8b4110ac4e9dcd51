import type { WalletView } from '@paygate/contracts';
import { PasswordField, PhoneField } from '../fields.js';
import { FaultBox } from '../layout.js';
import type { WalletContext, WalletProps } from './frame.js';
import { WALLET_PATH, walletAmount, WalletForm } from './frame.js';

/** A user signs in to the wallet. */
export function WalletSignInPage({ context, fault, notice }: WalletProps & { readonly notice: string | undefined }) {
  const { texts, form } = context;
  return (
    <>
      <h1>{texts.ofWallet.title}</h1>
      <FaultBox texts={texts} fault={fault} />
      {notice !== undefined && <p role="status">{notice}</p>}
      <p>{texts.ofWallet.signInHint}</p>
      <WalletForm form={form} step="sign-in">
        <PhoneField context={context} fault={fault} />
        <PasswordField context={context} fault={fault} />
        <button type="submit">{texts.signIn}</button>
      </WalletForm>
      <ul class="links">
        <li>
          <a href={`${WALLET_PATH}/password`}>{texts.forgotten}</a>
        </li>
      </ul>
    </>
  );
}

interface Props extends WalletProps {
  readonly wallet: WalletView;
}

/** The states in which a wallet pays out. */
const WITHDRAWS: readonly string[] = ['open', 'closed'];

/** Balance and limits of a wallet, and the ways on. */
export function WalletHomePage({ context, wallet }: Props) {
  const { texts } = context;
  const { ofWallet } = texts;
  return (
    <>
      <div class="head">
        <div>
          <h1 class="shop">{ofWallet.title}</h1>
          <p class="sum">
            <span class="unseen">{ofWallet.balance} </span>
            {walletAmount(wallet.balance, wallet, context)}
          </p>
        </div>
      </div>
      <Unusable context={context} wallet={wallet} />
      <nav aria-label={ofWallet.menu}>
        {wallet.state === 'open' && (
          <a class="button" href={`${WALLET_PATH}/top-up`}>
            {ofWallet.fill}
          </a>
        )}
        {WITHDRAWS.includes(wallet.state) && wallet.balance !== '0' && (
          <a class="button second" href={`${WALLET_PATH}/withdrawal`}>
            {ofWallet.empty}
          </a>
        )}
        <ul class="links">
          <li>
            <a href={`${WALLET_PATH}/history`}>{ofWallet.history}</a>
          </li>
          <li>
            <a href={`${WALLET_PATH}/account`}>{ofWallet.account}</a>
          </li>
        </ul>
      </nav>
      {wallet.state === 'open' && <Limits context={context} wallet={wallet} />}
    </>
  );
}

function Unusable({ context: { texts }, wallet: { state } }: Props) {
  if (state === 'open') return null;
  const { closed, unusable } = texts.ofWallet;
  return <p role="status">{state === 'closed' ? closed : unusable}</p>;
}

function Limits({ context, wallet }: { readonly context: WalletContext; readonly wallet: WalletView }) {
  const { ofWallet } = context.texts;
  const { day, month } = wallet.limits;
  const text = (amount: string): string => walletAmount(amount, wallet, context);
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{ofWallet.limits}</h2>
      <p>
        {ofWallet.leftToday(text(day.left), text(day.max))}
        <br />
        {ofWallet.leftThisMonth(text(month.left), text(month.max))}
      </p>
      <p class="hint">{ofWallet.limitsHint}</p>
    </section>
  );
}
