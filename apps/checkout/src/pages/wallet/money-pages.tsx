import type { WalletTopUpView, WalletView, WalletWithdrawalView } from '@paygate/contracts';
import { maskedText } from '@paygate/typed-input';
import { timeText } from '../../language/formats.js';
import type { SentWithdrawal } from '../../session/sessions.js';
import { isSpent } from '../../session/sessions.js';
import { CodeField, operatorNames } from '../fields.js';
import { FaultBox } from '../layout.js';
import type { WalletProps } from './frame.js';
import { AmountFault, AmountField, HomeLink, WALLET_PATH, walletAmount, WalletForm } from './frame.js';
import { FailedTopUp, PendingTopUp } from './top-up-parts.js';

interface AskProps extends WalletProps {
  readonly wallet: WalletView;
}

/** A user fills the wallet: by which amount. */
export function TopUpPage({ context, fault, wallet }: AskProps) {
  const { ofWallet } = context.texts;
  return (
    <>
      <h1>{ofWallet.fill}</h1>
      <AmountFault context={context} fault={fault} />
      <Balance context={context} wallet={wallet} />
      <WalletForm form={context.form} step="top-up">
        <AmountField context={context} fault={fault} />
        <button type="submit">{ofWallet.fillNow}</button>
        <p class="hint">{ofWallet.fillHint}</p>
      </WalletForm>
      <HomeLink context={context} />
    </>
  );
}

/** A top-up as it is now. */
export function TopUpStatePage({ context, topUp }: WalletProps & { readonly topUp: WalletTopUpView }) {
  const { ofWallet } = context.texts;
  const amount = walletAmount(topUp.amount, { currency: 'XAF' }, context);
  return (
    <>
      <h1>{ofWallet.fill}</h1>
      <p class="sum">{amount}</p>
      {topUp.status === 'PENDING' && (
        <PendingTopUp context={context} topUp={topUp} path={`${WALLET_PATH}/top-ups/${topUp.id}`} />
      )}
      {topUp.status === 'COMPLETED' && <Done title={ofWallet.topUpDone} text={ofWallet.topUpDoneText(amount)} />}
      {topUp.status === 'FAILED' && (
        <>
          <FailedTopUp context={context} topUp={topUp} />
          <a class="button" href={`${WALLET_PATH}/top-up`}>
            {ofWallet.tryAnother}
          </a>
        </>
      )}
      <HomeLink context={context} />
    </>
  );
}

/** A user empties the wallet: by which amount. */
export function WithdrawPage({ context, fault, wallet }: AskProps) {
  const { ofWallet } = context.texts;
  return (
    <>
      <h1>{ofWallet.empty}</h1>
      <AmountFault context={context} fault={fault} />
      <Balance context={context} wallet={wallet} />
      <WalletForm form={context.form} step="withdrawal">
        <AmountField context={context} fault={fault} />
        <button type="submit">{ofWallet.emptyAsk}</button>
        <p class="hint">{ofWallet.emptyHint}</p>
      </WalletForm>
      <HomeLink context={context} />
    </>
  );
}

interface WithdrawalProps extends WalletProps {
  readonly withdrawal: WalletWithdrawalView;
  /** The code that was sent for it, where this browser has asked. */
  readonly sent: SentWithdrawal | undefined;
}

/** A withdrawal as it is now: what it costs, and the code that moves the money. */
export function WithdrawalPage({ context, fault, withdrawal, sent }: WithdrawalProps) {
  const { texts } = context;
  const { ofWallet } = texts;
  const { amount, fee, net, phoneMasked, operator, status } = withdrawal;
  const text = (minor: string): string => walletAmount(minor, { currency: 'XAF' }, context);
  const phone = maskedText(phoneMasked);
  return (
    <>
      <h1>{ofWallet.withdrawal}</h1>
      <FaultBox texts={texts} fault={fault} />
      <dl>
        <dt>{ofWallet.taken}</dt>
        <dd>{text(amount)}</dd>
        <dt>{ofWallet.fee}</dt>
        <dd>{text(fee)}</dd>
        <dt>{ofWallet.arrives}</dt>
        <dd>
          <strong>{text(net)}</strong>
        </dd>
      </dl>
      <p>{ofWallet.withdrawTo(phone, operatorNames[operator] ?? operator)}</p>
      {status === 'AWAITING_CODE' && <Confirmation context={context} fault={fault} sent={sent} amount={text(amount)} />}
      {status === 'PENDING' && <UnderWay context={context} id={withdrawal.id} />}
      {status === 'COMPLETED' && (
        <Done title={ofWallet.withdrawalDone} text={ofWallet.withdrawalDoneText(text(net), phone)} />
      )}
      {status === 'FAILED' && (
        <div role="status">
          <h2>{ofWallet.withdrawalFailed}</h2>
          <p>
            {ofWallet.reasons[withdrawal.failure?.code ?? ''] ?? texts.reasonUnknown} {ofWallet.withdrawalFailedText}
          </p>
        </div>
      )}
      <HomeLink context={context} />
    </>
  );
}

function Confirmation({
  context,
  fault,
  sent,
  amount,
}: WalletProps & Pick<WithdrawalProps, 'sent'> & { amount: string }) {
  const { texts, language, form } = context;
  const { ofWallet } = texts;
  const isGood = sent !== undefined && !isSpent(sent) && Date.parse(sent.expiresAt) > Date.now();
  if (!isGood)
    return (
      <>
        <p role="status">{ofWallet.codeAway}</p>
        <a class="button" href={`${WALLET_PATH}/withdrawal`}>
          {ofWallet.empty}
        </a>
      </>
    );
  return (
    <>
      <p>
        {texts.codeSentTo(maskedText(sent.destination))} {texts.codeEnds(timeText(sent.expiresAt, language))}
      </p>
      <WalletForm form={form} step="confirm">
        <CodeField context={context} fault={fault} length={sent.codeLength} />
        <button type="submit">{ofWallet.confirmWithdrawal(amount)}</button>
      </WalletForm>
    </>
  );
}

function UnderWay({ context: { texts }, id }: Pick<WalletProps, 'context'> & { readonly id: string }) {
  const path = `${WALLET_PATH}/withdrawals/${id}`;
  return (
    <div data-follow={`${path}/state`} data-state="PENDING">
      <h2 tabIndex={-1} data-outcome>
        {texts.ofWallet.withdrawalUnderWay}
      </h2>
      <p role="status">{texts.ofWallet.withdrawalUnderWayText}</p>
      <a class="button" href={path}>
        {texts.checkAgain}
      </a>
    </div>
  );
}

function Balance({ context, wallet }: AskProps) {
  return (
    <p>
      {context.texts.ofWallet.balance} <strong>{walletAmount(wallet.balance, wallet, context)}</strong>
    </p>
  );
}

function Done({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <div class="done">
        <svg viewBox="0 0 24 24" width="56" height="56" aria-hidden="true">
          <circle cx="12" cy="12" r="12" />
          <path d="M6.5 12.5l3.5 3.5 7.5-8" />
        </svg>
        <h2 tabIndex={-1} data-outcome>
          {title}
        </h2>
      </div>
      <p>{text}</p>
    </>
  );
}
