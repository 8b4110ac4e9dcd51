import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query, UseGuards } from '@nestjs/common';
import type { FaultRates } from '../faults/fault-dials.js';
import { FaultDials } from '../faults/fault-dials.js';
import { ScenarioBook } from '../payments/scenario-book.js';
import { scenarios } from '../payments/scenarios.js';
import { RequestJournal } from '../wire/request-journal.js';
import { msisdnOf, pageOf, SetFaults, SetScenario, textOf } from './control-requests.js';
import { SameOriginGuard } from './same-origin.guard.js';

type Json = Readonly<Record<string, unknown>>;

/** The behaviour of the operators, and the requests that they received. */
@Controller('control')
@UseGuards(SameOriginGuard)
export class BehaviourController {
  constructor(
    private readonly book: ScenarioBook,
    private readonly dials: FaultDials,
    private readonly requests: RequestJournal,
  ) {}

  @Get('scenarios')
  async scenarios(): Promise<Json> {
    const meanings = Object.entries(scenarios).map(([digits, { meaning }]) => [digits, meaning]);
    const overrides = (await this.book.overrides()).map(({ msisdn, scenario }) => [msisdn, scenario]);
    return { scenarios: Object.fromEntries(meanings), overrides: Object.fromEntries(overrides) };
  }

  @Put('scenarios/:msisdn')
  @HttpCode(204)
  async setScenario(@Param('msisdn') msisdn: string, @Body() { scenario }: SetScenario): Promise<void> {
    await this.book.set(msisdnOf(msisdn), scenario);
  }

  @Delete('scenarios/:msisdn')
  @HttpCode(204)
  async clearScenario(@Param('msisdn') msisdn: string): Promise<void> {
    await this.book.set(msisdnOf(msisdn), undefined);
  }

  @Get('faults')
  faults(): Promise<FaultRates> {
    return this.dials.rates();
  }

  /** Rates that are left out stay as they are. */
  @Put('faults')
  async setFaults(@Body() rates: SetFaults): Promise<FaultRates> {
    await this.dials.set(rates);
    return this.dials.rates();
  }

  @Get('journal')
  async journal(@Query() query: Json): Promise<readonly Json[]> {
    const { after, limit } = pageOf(query);
    const entries = await this.requests.list(after, limit, textOf(query['reference']));
    return entries.map(({ number, received_at, ...entry }) => ({
      ...{ number: String(number), receivedAt: received_at.toISOString() },
      ...entry,
    }));
  }
}
