import { Injectable } from '@nestjs/common';
import { Agenda } from './agenda.js';
import { Decisions } from './decisions.js';
import type { CollectionRequest } from './payment.js';
import { PaymentsRepository } from './payments.repository.js';
import type { Scenario } from './scenarios.js';
import { scenarioKey } from './scenarios.js';

/** Begins payments. */
@Injectable()
export class Collections {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly decisions: Decisions,
    private readonly agenda: Agenda,
  ) {}

  /** False when the reference is taken. A scenario without a delay is decided before this resolves. */
  async begin(asked: CollectionRequest, scenario: Scenario): Promise<boolean> {
    const begun = await this.payments.begin(asked, scenarioKey(asked.msisdn), scenario);
    const { verdict, afterSeconds } = scenario;
    if (begun && verdict !== undefined && afterSeconds === 0)
      await this.decisions.decide(asked.rail, asked.reference, verdict);
    this.agenda.wake();
    return begun;
  }
}
