import { Injectable } from '@nestjs/common';
import type { ChargePrompted } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { prompted } from '../domain/intent.js';
import { IntentsRepository } from '../intents.repository.js';

/** Records that payers were asked for approval on their phones: `nextAction` then says so. */
@Injectable()
export class RecordPrompts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
  ) {}

  async record(messages: readonly Received<ChargePrompted>[]): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const prompts = new Map(messages.map(({ payload }) => [payload.intentId, payload]));
      const locked = await this.intents.lock(tx, [...prompts.keys()]);
      const changes = locked.flatMap(({ intent, at }) => {
        const prompt = prompts.get(intent.id);
        if (prompt === undefined) return [];
        const { chargeId, expiresAt, providerReference } = prompt;
        const next = prompted(intent, { chargeId, expiresAt: new Date(expiresAt), providerReference }, at);
        return next === undefined ? [] : { from: intent.status, intent: next };
      });
      await this.intents.write(tx, changes);
    });
  }
}
