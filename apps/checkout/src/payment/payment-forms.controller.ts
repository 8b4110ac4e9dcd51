import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { redirect } from './checkout.controller.js';
import { formOf } from '../forms/form.js';
import { isOwnForm } from '../forms/same-origin.js';
import type { FormProblem } from './form-problems.js';
import { leadsToTruth, problemOf } from './form-problems.js';
import { pageOf, titleOf } from '../pages/page-of.js';
import { Pages } from '../pages/pages.js';
import { PaymentSteps } from './payment-steps.js';
import type { Visit } from './payments.js';
import { languageOf, Payments, requestedLanguage } from './payments.js';
import type { Session } from '../session/sessions.js';
import { isSpent, Sessions, withoutCode } from '../session/sessions.js';

/** Takes the forms of a payment. Each leads to a page by a redirect, so that a reload repeats nothing. */
@Controller('checkout')
export class PaymentForms {
  constructor(
    private readonly payments: Payments,
    private readonly sessions: Sessions,
    private readonly pages: Pages,
    private readonly steps: PaymentSteps,
  ) {}

  @Post(':id/:step')
  async take(
    @Param() { id, step }: { readonly id: string; readonly step: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = this.payments.visitOf(id, request, reply);
    const take = this.steps.named(step);
    if (visit === undefined || take === undefined) {
      this.pages.sendNotice(
        reply,
        visit === undefined ? this.sessions.missing(request) : 'notFound',
        requestedLanguage(request),
      );
      return;
    }
    const form = formOf(request);
    if (!isOwnForm(request, form, visit.session.formToken)) {
      this.pages.sendNotice(reply, 'foreign', visit.payer.language, `/checkout/${id}`);
      return;
    }
    try {
      const { session, next, opened } = await take(visit, form);
      this.sessions.keep(id, session, visit);
      if (opened !== undefined) this.sessions.keep(opened.id, opened.session, visit);
      redirect(reply, `/checkout/${opened?.id ?? id}${next === undefined ? '' : `/${next}`}`);
    } catch (error) {
      if (leadsToTruth(error, step)) redirect(reply, `/checkout/${id}`);
      else await this.showAgain(visit, step, { ...problemOf(error, step), typed: form });
    }
  }

  /** The page of the form, with what is wrong. */
  private async showAgain(visit: Visit, step: string, problem: FormProblem): Promise<void> {
    const { reply, intentId } = visit;
    const payment = await this.payments.read(visit);
    const session = after(problem, visit.session);
    if (session !== visit.session) this.sessions.keep(intentId, session, visit);
    const context = this.pages.contextOf(payment, languageOf(visit, payment), session);
    const fault =
      problem.fault === 'code_wrong' && isSpent(session.code) ? { ...problem, fault: 'code_spent' as const } : problem;
    const filling = step === 'top-up' ? await this.steps.filling.read({ ...visit, session }, payment) : undefined;
    const shown = { step, session, fault, filling };
    this.pages.send(reply, context, { title: titleOf(context, shown), main: pageOf(context, shown) }, problem.status);
  }
}

/** The session after a form that was refused: without a code that ended, or with one more wrong one. */
function after({ fault }: FormProblem, session: Session): Session {
  const { code } = session;
  if (fault === 'session_ended') return withoutCode(session);
  if (fault !== 'code_wrong' || code === undefined) return session;
  return { ...session, code: { ...code, wrong: (code.wrong ?? 0) + 1 } };
}
