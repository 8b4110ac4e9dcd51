import { Injectable } from '@nestjs/common';
import type { AwaitChargeCommand as Request, Charge, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { OutcomeWaiters } from './outcome-waiters.js';
import { isCharged } from '../domain/intent-rules.js';
import { IntentsRepository } from '../intents.repository.js';
import { chargeOf } from '../intents.view.js';

/** Returns a charge once its outcome is known, or as it is when the wait is over. */
@Injectable()
export class AwaitCharge {
  constructor(
    private readonly intents: IntentsRepository,
    private readonly waiters: OutcomeWaiters,
  ) {}

  async wait(request: Request): Promise<Reply<Charge>> {
    const found = await this.intents.find(request);
    if (found === undefined) return refuse('intent_not_found');
    const { status } = found.intent;
    if (!isCharged(found.intent)) return refuse('intent_unexpected_state', { fields: { currentStatus: status } });
    if (status !== 'PROCESSING') return accept(chargeOf(found.intent));
    await this.waiters.wait(request);
    const now = await this.intents.find(request);
    return accept(chargeOf(now?.intent ?? found.intent));
  }
}
