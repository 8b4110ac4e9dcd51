import { Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import { WalletApi } from '../gateway/wallet-api.js';
import type { FormFault } from '../pages/layout.js';
import { AccountPage, WalletPasswordPage } from '../pages/wallet/account-pages.js';
import type { WalletContext } from '../pages/wallet/frame.js';
import { HistoryPage } from '../pages/wallet/history-page.js';
import { WalletHomePage, WalletSignInPage } from '../pages/wallet/home-page.js';
import { TopUpPage, TopUpStatePage, WithdrawalPage, WithdrawPage } from '../pages/wallet/money-pages.js';
import type { FormProblem } from '../payment/form-problems.js';
import { WalletPages } from './wallet-pages.js';
import type { UserVisit, WalletVisit } from './wallet-visits.js';

const CURRENCY = 'XAF';
const HISTORY_ROWS = 20;
/** The screens that somebody who is not signed in sees. */
const OPEN = ['', 'password'];
const SCREENS = [...OPEN, 'history', 'top-up', 'withdrawal', 'account'];
const OF_ONE = /^(top-ups|withdrawals)\/(.+)$/;

interface Asked {
  readonly after?: string | undefined;
  readonly problem?: FormProblem | undefined;
}

interface Screen {
  readonly title: string;
  readonly main: VNode;
}

/** The screens of the wallet: each reads what it shows. */
@Injectable()
export class WalletScreens {
  constructor(
    private readonly api: WalletApi,
    private readonly pages: WalletPages,
  ) {}

  has(screen: string): boolean {
    return SCREENS.includes(screen) || OF_ONE.test(screen);
  }

  isOpen(screen: string): boolean {
    return OPEN.includes(screen);
  }

  contextOf(visit: WalletVisit): WalletContext {
    return this.pages.contextOf(visit);
  }

  /** The sign-in, or the password that was forgotten. */
  showSignedOut(screen: string, visit: WalletVisit, problem?: FormProblem): void {
    const context = this.contextOf(visit);
    const { notice, reset } = visit.session;
    const { ofWallet, newPassword } = context.texts;
    const fault: FormFault | undefined = problem;
    const shown =
      screen === 'password'
        ? {
            title: newPassword,
            main: <WalletPasswordPage context={context} fault={fault} phoneNumber={undefined} reset={reset} />,
          }
        : {
            title: ofWallet.title,
            main: <WalletSignInPage context={context} fault={fault} notice={notice && ofWallet[notice]} />,
          };
    this.send(visit, context, shown, problem);
  }

  /** A screen of the user who is signed in. */
  async show(screen: string, visit: UserVisit, { after, problem }: Asked = {}): Promise<void> {
    const context = this.contextOf(visit);
    const [, kind, id = ''] = OF_ONE.exec(screen) ?? [];
    const shown =
      kind === undefined
        ? await this.screenOf(screen, visit, { context, after, problem })
        : await this.screenOfOne({ kind, id }, visit, { context, problem });
    this.send(visit, context, shown, problem);
  }

  private async screenOf(
    screen: string,
    { holder, user, session }: UserVisit,
    { context, after, problem: fault }: Asked & { readonly context: WalletContext },
  ): Promise<Screen> {
    const { ofWallet, newPassword } = context.texts;
    switch (screen) {
      case 'history': {
        const movements = await this.api.movements(holder, after, HISTORY_ROWS);
        return { title: ofWallet.history, main: <HistoryPage context={context} movements={movements} after={after} /> };
      }
      case 'account':
        return { title: ofWallet.account, main: <AccountPage context={context} phoneNumber={user.phoneNumber} /> };
      case 'password': {
        const parts = { context, fault, phoneNumber: user.phoneNumber, reset: session.reset };
        return { title: newPassword, main: <WalletPasswordPage {...parts} /> };
      }
      default: {
        const wallet = await this.api.wallet(holder, CURRENCY);
        const parts = { context, fault, wallet };
        if (screen === 'top-up') return { title: ofWallet.fill, main: <TopUpPage {...parts} /> };
        if (screen === 'withdrawal') return { title: ofWallet.empty, main: <WithdrawPage {...parts} /> };
        return { title: ofWallet.title, main: <WalletHomePage {...parts} /> };
      }
    }
  }

  private async screenOfOne(
    { kind, id }: { readonly kind: string; readonly id: string },
    { holder, session }: UserVisit,
    { context, problem: fault }: Asked & { readonly context: WalletContext },
  ): Promise<Screen> {
    const { ofWallet } = context.texts;
    if (kind === 'top-ups') {
      const topUp = await this.api.topUpOf(holder, id);
      return { title: ofWallet.topUp, main: <TopUpStatePage context={context} topUp={topUp} /> };
    }
    const withdrawal = await this.api.withdrawalOf(holder, id);
    const sent = session.withdrawal?.id === id ? session.withdrawal : undefined;
    const parts = { context, fault, withdrawal, sent };
    return { title: ofWallet.withdrawal, main: <WithdrawalPage {...parts} /> };
  }

  private send(visit: WalletVisit, context: WalletContext, screen: Screen, problem: FormProblem | undefined): void {
    const status = problem === undefined ? {} : { status: problem.status, isFault: true };
    this.pages.send(visit, context, { ...screen, ...status });
  }
}
