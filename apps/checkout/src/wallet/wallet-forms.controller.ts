import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Form } from '../forms/form.js';
import { formOf } from '../forms/form.js';
import { isOwnForm } from '../forms/same-origin.js';
import { Pages } from '../pages/pages.js';
import { WALLET_PATH } from '../pages/wallet/frame.js';
import { redirect } from '../payment/checkout.controller.js';
import type { FormProblem } from '../payment/form-problems.js';
import { problemOf } from '../payment/form-problems.js';
import { formKeyOf } from '../payment/typed-forms.js';
import { isSpent } from '../session/sessions.js';
import { WalletScreens } from './wallet-screens.js';
import type { WalletSession } from './wallet-sessions.js';
import { newSession, withoutLostKey } from './wallet-sessions.js';
import type { WalletStep } from './wallet-steps.js';
import { WalletSteps } from './wallet-steps.js';
import type { UserVisit, WalletVisit } from './wallet-visits.js';
import { hasEnded, userVisitOf, WalletVisits } from './wallet-visits.js';

type OpenStep = (visit: WalletVisit, form: Form) => Promise<WalletStep>;
type UserStep = (visit: UserVisit, form: Form) => Promise<WalletStep>;

/** Takes the forms of the wallet. Each leads to a page by a redirect, so that a reload repeats nothing. */
@Controller('checkout/wallet')
export class WalletForms {
  /** The steps of somebody who need not be signed in, and the screens that show their forms. */
  private readonly open: Readonly<Record<string, { readonly screen: string; readonly take: OpenStep }>>;
  private readonly ofUser: Readonly<Record<string, { readonly screen: string; readonly take: UserStep }>>;

  constructor(
    private readonly visits: WalletVisits,
    private readonly screens: WalletScreens,
    private readonly pages: Pages,
    steps: WalletSteps,
  ) {
    this.open = {
      'sign-in': { screen: '', take: (visit, form) => steps.signIn(visit, form) },
      password: { screen: 'password', take: (visit, form) => steps.forgot(visit, form) },
      reset: { screen: 'password', take: (visit, form) => steps.reset(visit, form) },
    };
    this.ofUser = {
      'sign-out': { screen: 'account', take: (visit) => steps.signOut(visit) },
      'top-up': { screen: 'top-up', take: (visit, form) => steps.topUp(visit, form) },
      withdrawal: { screen: 'withdrawal', take: (visit, form) => steps.withdraw(visit, form) },
      confirm: { screen: 'withdrawal', take: (visit, form) => steps.confirm(visit, form) },
    };
  }

  @Post(':step')
  async take(@Param('step') step: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const visit = this.visits.of(request, reply);
    const open = Object.hasOwn(this.open, step) ? this.open[step] : undefined;
    const ofUser = Object.hasOwn(this.ofUser, step) ? this.ofUser[step] : undefined;
    const form = formOf(request);
    if (this.visits.mode === undefined || (open === undefined && ofUser === undefined)) {
      this.pages.sendNotice(reply, 'notFound', visit.payer.language);
    } else if (!isOwnForm(request, form, visit.isNew ? undefined : visit.session.formToken)) {
      this.pages.sendNotice(reply, 'foreign', visit.payer.language, WALLET_PATH);
    } else if (open !== undefined) {
      await this.run(visit, form, { screen: open.screen, take: () => open.take(visit, form) });
    } else if (ofUser !== undefined) await this.runForUser(visit, form, ofUser);
  }

  private async runForUser(
    visit: WalletVisit,
    form: Form,
    { screen, take }: { readonly screen: string; readonly take: UserStep },
  ): Promise<void> {
    const user = userVisitOf(visit);
    if (user === undefined) this.end(visit);
    else await this.run(visit, form, { screen, take: () => take(user, form) });
  }

  private async run(
    visit: WalletVisit,
    form: Form,
    { screen, take }: { readonly screen: string; readonly take: () => Promise<WalletStep> },
  ): Promise<void> {
    try {
      const { session, next } = await take();
      this.visits.keep(visit, withoutLostKey(session));
      redirect(visit.reply, next === '' ? WALLET_PATH : `${WALLET_PATH}/${next}`);
    } catch (error) {
      if (hasEnded(error)) this.end(visit);
      else {
        const problem = problemOf(error, screen === '' ? 'wallet' : screen);
        await this.showAgain(visit, screen, { ...problem, typed: form });
      }
    }
  }

  /** Leads to the sign-in. */
  private end(visit: WalletVisit): void {
    this.visits.keep(visit, newSession({ ...visit.session, notice: 'ended' }));
    redirect(visit.reply, WALLET_PATH);
  }

  /** The screen of the form, with what is wrong. */
  private async showAgain(visit: WalletVisit, screen: string, problem: FormProblem): Promise<void> {
    const { withdrawal } = visit.session;
    const isCode = screen === 'withdrawal' && withdrawal !== undefined && problem.fault.startsWith('code_');
    const session = after(problem, visit.session, isCode);
    // also where the gateway is away, and another page than this one is shown
    if (session !== visit.session) this.visits.keep(visit, session);
    const shown = { ...visit, session };
    const user = userVisitOf(shown);
    const fault = isCode && isSpent(session.withdrawal) ? { ...problem, fault: 'withdrawal_over' as const } : problem;
    if (user === undefined) this.screens.showSignedOut(screen, shown, fault);
    else await this.screens.show(isCode ? `withdrawals/${withdrawal.id}` : screen, user, { problem: fault });
  }
}

/** The session after a form that was not taken: with one more wrong code, or with the key of a form whose effect is not known. */
function after({ fault, typed = {} }: FormProblem, session: WalletSession, isCode: boolean): WalletSession {
  const { withdrawal } = session;
  if (isCode && fault === 'code_wrong' && withdrawal !== undefined)
    return { ...session, withdrawal: { ...withdrawal, wrong: (withdrawal.wrong ?? 0) + 1 } };
  const lostKey = formKeyOf(typed);
  return fault === 'unavailable' && lostKey !== '' ? { ...session, lostKey } : session;
}
