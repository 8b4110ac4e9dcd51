import type { VNode } from 'preact';
import type { Session } from '../session/sessions.js';
import { CodePage } from './code-page.js';
import type { FormFault, PageContext } from './layout.js';
import { EndedPage, PaidPage, WaitingPage } from './outcome-pages.js';
import { ReceiptPage } from './receipt-page.js';
import { RegisterPage, SignInPage, StartPage } from './start-pages.js';

export interface Shown {
  /** The step that the address names; empty for the payment itself. */
  readonly step: string;
  readonly session: Session;
  readonly fault?: FormFault | undefined;
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
      return <EndedPage context={context} />;
  }
}

function completedPage(context: PageContext, { step, session, fault }: Shown): VNode {
  if (step !== 'receipt') return <PaidPage context={context} />;
  return <ReceiptPage context={context} fault={fault} sent={session.receipt} />;
}

function openPage(context: PageContext, { step, session, fault }: Shown): VNode {
  const { code, account } = session;
  if (step === 'register' || step === 'confirm')
    return <RegisterPage context={context} fault={fault} account={account} />;
  if (step === 'wallet') return <SignInPage context={context} fault={fault} registered={session.registered === true} />;
  if (code !== undefined && step !== 'phone')
    return <CodePage context={context} code={code} fault={fault} nowMs={Date.now()} />;
  return <StartPage context={context} fault={fault} />;
}
