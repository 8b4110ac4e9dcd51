import { Body, Controller, Get, Header, Post, Redirect, UseGuards } from '@nestjs/common';
import { IsIn, Matches } from 'class-validator';
import { SameOriginGuard } from '../control/same-origin.guard.js';
import { PAGE_SECURITY_POLICY } from '../pages/page.js';
import { Agenda } from '../decisions/agenda.js';
import { Decisions } from '../decisions/decisions.js';
import type { Rail, Verdict } from '../payments/payment.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { numbersPage, phonePage } from './phone.page.js';

const SHOWN_PENDING = 100;
const SHOWN_DECIDED = 20;

class PhoneDecision {
  @IsIn(['mtn_momo', 'orange_money']) rail!: Rail;
  @Matches(/^[A-Za-z0-9-]{1,64}$/) reference!: string;
  @IsIn(['approved', 'rejected']) verdict!: Verdict;
}

/** The payers' phones, for a person. */
@Controller()
export class PhoneController {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly decisions: Decisions,
    private readonly agenda: Agenda,
  ) {}

  @Get('phone')
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_SECURITY_POLICY)
  async phone(): Promise<string> {
    const pending = await this.payments.list(['pending'], SHOWN_PENDING);
    return phonePage({ pending, decided: await this.payments.list(['succeeded', 'failed'], SHOWN_DECIDED) });
  }

  /** A payment that was decided meanwhile stays as it is, and the page shows it. */
  @Post('phone/decisions')
  @Redirect('/phone', 303)
  @UseGuards(SameOriginGuard)
  async decide(@Body() { rail, reference, verdict }: PhoneDecision): Promise<void> {
    await this.decisions.decide(rail, reference, verdict);
    this.agenda.wake();
  }

  @Get('numbers')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_SECURITY_POLICY)
  numbers(): string {
    return numbersPage();
  }
}
