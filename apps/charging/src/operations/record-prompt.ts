import { Injectable } from '@nestjs/common';
import { reach } from '../failpoints.js';
import type { Numbered } from '../rails/connectors/connector.js';
import { OperationEvents } from './operation-events.js';
import { SettlementsRepository } from './settlement/settlements.repository.js';
import type { Turn } from './turn.js';

/** Records that a rail has an operation and asks the payer, with the event of the first time. */
@Injectable()
export class RecordPrompt {
  constructor(
    private readonly settlements: SettlementsRepository,
    private readonly events: OperationEvents,
  ) {}

  async record(
    { operation, approvalSeconds }: Turn,
    { providerReference }: Numbered,
    nextSeconds: number,
  ): Promise<void> {
    // nobody is asked to approve a refund or a payout
    const isPrompt = operation.kind === 'collect' && operation.promptedAt === null;
    const event = isPrompt ? this.events.prompted(operation, { approvalSeconds, providerReference }) : undefined;
    const answer = { nextSeconds, providerReference };
    const isFirst = await this.settlements.accept(operation, answer, event);
    if (isFirst) reach('prompt-recorded');
    if (event !== undefined && isFirst) this.events.publish(event);
    // another worker has recorded the prompt
    else if (event !== undefined) await this.settlements.accept(operation, answer, undefined);
  }
}
