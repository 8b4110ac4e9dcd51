import type { VNode } from 'preact';
import { amountText } from '../language/formats.js';
import type { SentCode, Session } from '../session/sessions.js';
import { codesLeft } from '../session/sessions.js';
import { CodePage } from './code-page.js';
import { FillingPage } from './wallet/filling-page.js';
import type { Filling } from './wallet/filling.js';
import type { FormFault, PageContext } from './layout.js';
import { EndedPage, PaidPage, WaitingPage } from './outcome-pages.js';
import { PasswordPage } from './password-page.js';
import { ReceiptPage } from './receipt-page.js';
import { RegisterPage, SignInPage, StartPage } from './start-pages.js';

export interface Shown {
  /** The step that the address names; empty for the payment itself. */
  readonly step: string;
  readonly session: Session;
  readonly fault?: FormFault | undefined;
  /** The wallet that is filled on the way. */
  readonly filling?: Filling | undefined;
}

const OTHER_STEPS = ['wallet', 'top-up', 'register', 'confirm', 'forgot', 'reset'];

/** The title of a page's document. */
export function titleOf(context: PageContext, { step, session, fault }: Shown): string {
  const { texts, payment, language } = context;
  const isCode = session.code !== undefined && !['phone', ...OTHER_STEPS].includes(step);
  const openTitle = isCode
    ? texts.code
    : step === 'wallet' || step === 'top-up'
      ? texts.wallet
      : step === 'register' || step === 'confirm'
        ? texts.register
        : texts.pay(amountText(payment, language));
  const title = {
    PENDING: openTitle,
    REQUIRES_ACTION: openTitle,
    PROCESSING: payment.nextAction?.type === 'approve_on_phone' ? texts.waiting : texts.processing,
    COMPLETED: step === 'receipt' ? texts.receipt : texts.paid,
    FAILED: texts.declined,
    EXPIRED: texts.expired,
    CANCELED: texts.canceled,
  }[payment.status];
  return fault === undefined ? title : `${texts.errorTitle} – ${title}`;
}

/** The page of a payment. The intent decides; only while nothing is charged does the step count. */
export function pageOf(context: PageContext, shown: Shown): VNode {
  switch (context.payment.status) {
    case 'PENDING':
    case 'REQUIRES_ACTION':
      return openPage(context, shown);
    case 'PROCESSING':
      return <WaitingPage context={context} />;
    case 'COMPLETED':
      return completedPage(context, shown);
    case 'FAILED':
    case 'EXPIRED':
    case 'CANCELED':
      return <EndedPage context={context} fault={shown.fault} />;
  }
}

function completedPage(context: PageContext, { step, session, fault }: Shown): VNode {
  if (step !== 'receipt') return <PaidPage context={context} />;
  return <ReceiptPage context={context} fault={fault} sent={session.receipt} />;
}

/** The step that led to the sign-in. */
function doneBefore({ texts }: PageContext, { registered, passwordChanged }: Session): string | undefined {
  if (passwordChanged === true) return texts.passwordChanged;
  return registered === true ? texts.registered : undefined;
}

/** The code that a guest has left last, and can still type. */
function guestCodeLeft(session: Session): SentCode | undefined {
  return codesLeft(session, Date.now()).find(({ phoneNumber }) => phoneNumber !== undefined);
}

function openPage(context: PageContext, { step, session, fault, filling }: Shown): VNode {
  const { code, account } = session;
  if (step === 'register' || step === 'confirm')
    return <RegisterPage context={context} fault={fault} account={account} />;
  if (step === 'forgot' || step === 'reset')
    return <PasswordPage context={context} fault={fault} reset={session.reset} />;
  if (step === 'top-up' && filling !== undefined)
    return <FillingPage context={context} fault={fault} filling={filling} />;
  if (step === 'wallet' || step === 'top-up')
    return <SignInPage context={context} fault={fault} done={doneBefore(context, session)} />;
  if (code !== undefined && step !== 'phone')
    return <CodePage context={context} code={code} fault={fault} nowMs={Date.now()} />;
  return <StartPage context={context} fault={fault} tried={session.tried} left={guestCodeLeft(session)} />;
}
