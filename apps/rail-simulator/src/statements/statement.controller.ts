import { Controller, Get, Header, NotFoundException, Param, UseGuards } from '@nestjs/common';
import { railOf } from '../control/control-requests.js';
import { SameOriginGuard } from '../control/same-origin.guard.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { statementDay } from './statement-answer.js';
import { statementFile } from './statement-file.js';

/** The statements of the rails for a browser. */
@Controller('control')
@UseGuards(SameOriginGuard)
export class StatementController {
  constructor(private readonly payments: PaymentsRepository) {}

  /** The file that the rail serves, of a day that need not have ended. */
  @Get('statements/:rail/:day')
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="statement.csv"')
  async file(@Param('rail') rail: string, @Param('day') word: string): Promise<string> {
    const day = statementDay({ method: 'GET', path: `/statement/${word}` });
    if (day === undefined) throw new NotFoundException();
    return statementFile(await this.payments.decidedOn(railOf(rail), day));
  }
}
