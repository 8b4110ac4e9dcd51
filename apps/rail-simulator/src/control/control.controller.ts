import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  Post,
  Put,
  Query,
  UseGuards,
} from '@nestjs/common';
import { Decisions } from '../decisions/decisions.js';
import { Agenda } from '../decisions/agenda.js';
import { BooksRepository } from '../payments/books.repository.js';
import { PaymentRecords } from '../decisions/payment-records.js';
import {
  AdvanceClock,
  Decide,
  MoveBetweenAccounts,
  msisdnOf,
  pageOf,
  railOf,
  SendMoney,
  SetBalance,
} from './control-requests.js';
import { SameOriginGuard } from './same-origin.guard.js';

type Json = Readonly<Record<string, unknown>>;

/** The control plane of the operators for tests, with their books. Amounts and numbers of rows are texts. */
@Controller('control')
@UseGuards(SameOriginGuard)
export class ControlController {
  constructor(
    private readonly books: BooksRepository,
    private readonly records: PaymentRecords,
    private readonly decisions: Decisions,
    private readonly agenda: Agenda,
  ) {}

  @Get('clock')
  async clock(): Promise<Json> {
    const { now, advanced_seconds: advancedSeconds } = await this.books.clock();
    return { now: now.toISOString(), advancedSeconds };
  }

  @Post('clock')
  @HttpCode(200)
  async advance(@Body() { advanceSeconds }: AdvanceClock): Promise<Json> {
    await this.books.advance(advanceSeconds);
    this.agenda.wake();
    return this.clock();
  }

  @Get('payers/:rail/:msisdn')
  async payer(@Param('rail') rail: string, @Param('msisdn') msisdn: string): Promise<Json> {
    return { rail, msisdn, balance: String(await this.books.balance(railOf(rail), msisdnOf(msisdn))) };
  }

  @Put('payers/:rail/:msisdn')
  async setBalance(
    @Param('rail') rail: string,
    @Param('msisdn') msisdn: string,
    @Body() { balance }: SetBalance,
  ): Promise<Json> {
    await this.books.setBalance(railOf(rail), msisdnOf(msisdn), BigInt(balance));
    return this.payer(rail, msisdn);
  }

  /** The payer sends money that nobody has asked for. */
  @Post('payers/:rail/:msisdn/payments')
  async sendUnasked(
    @Param('rail') rail: string,
    @Param('msisdn') msisdn: string,
    @Body() { amount }: SendMoney,
  ): Promise<Json> {
    await this.books.sendUnasked(railOf(rail), msisdnOf(msisdn), BigInt(amount));
    return this.payer(rail, msisdn);
  }

  /** Refunds, cash-ins and transfers of the rail are paid from this balance from now on. */
  @Put('paying-accounts/:rail')
  async boundPayingAccount(@Param('rail') rail: string, @Body() { balance }: SetBalance): Promise<Json> {
    await this.books.boundPayingAccount(railOf(rail), BigInt(balance));
    return { rail, balance };
  }

  @Delete('paying-accounts/:rail')
  @HttpCode(204)
  async unboundPayingAccount(@Param('rail') rail: string): Promise<void> {
    await this.books.boundPayingAccount(railOf(rail), undefined);
  }

  /** The balances that operators hold for the platform, by account. */
  @Get('accounts')
  async accounts(): Promise<readonly Json[]> {
    return (await this.books.accounts()).map(({ name, balance }) => ({ name, balance: String(balance) }));
  }

  /** Moves money from the collections of MTN MoMo to its disbursements, as its merchant does in the operator's portal. */
  @Post('transfers')
  @HttpCode(200)
  async moveBetweenAccounts(@Body() { amount }: MoveBetweenAccounts): Promise<readonly Json[]> {
    await this.books.moveBetweenAccounts(BigInt(amount));
    return this.accounts();
  }

  @Get('statements/:rail')
  async statement(@Param('rail') rail: string, @Query() query: Json): Promise<readonly Json[]> {
    const { after, limit } = pageOf(query);
    const lines = await this.books.statement(railOf(rail), after, limit);
    return lines.map(({ number, reference, msisdn, amount, balance_after, moved_at }) => ({
      ...{ number: String(number), reference, msisdn, amount: String(amount) },
      ...{ balanceAfter: String(balance_after), movedAt: moved_at.toISOString() },
    }));
  }

  @Get('payments/:rail/:reference')
  async payment(@Param('rail') rail: string, @Param('reference') reference: string): Promise<Json> {
    const record = await this.records.find(railOf(rail), reference);
    if (record === undefined) throw new NotFoundException();
    return record;
  }

  @Post('payments/:rail/:reference/decision')
  @HttpCode(200)
  async decide(
    @Param('rail') rail: string,
    @Param('reference') reference: string,
    @Body() { verdict }: Decide,
  ): Promise<Json> {
    const decided = await this.decisions.decide(railOf(rail), reference, verdict);
    this.agenda.wake();
    return { decided };
  }
}
