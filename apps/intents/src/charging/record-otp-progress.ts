import { Injectable } from '@nestjs/common';
import type { OtpProgress } from '@paygate/contracts';
import { otpVerified } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { isOwnedBy, progressed } from '../domain/intent.js';
import { IntentsRepository } from '../intents.repository.js';

/** Records that a code was sent or verified for an intent: `nextAction` then names the next step. */
@Injectable()
export class RecordOtpProgress {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
  ) {}

  async record(messages: readonly Received<OtpProgress>[]): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const fresh = await tx.firstTime(messages);
      const steps = new Map(
        messages.filter(({ id }) => fresh.has(id)).map((message) => [message.payload.intentId, message]),
      );
      const locked = await this.intents.lock(tx, [...steps.keys()]);
      const changes = locked.flatMap(({ intent, at }) => {
        const message = steps.get(intent.id);
        if (message === undefined || !isOwnedBy(intent, message.payload)) return [];
        const verb = message.type === otpVerified.type ? 'otp-verified' : 'otp-sent';
        const next = progressed(intent, { verb, occurredAt: new Date(message.payload.occurredAt) }, at);
        return next === undefined ? [] : { from: intent.status, intent: next };
      });
      await this.intents.write(tx, changes);
    });
  }
}
