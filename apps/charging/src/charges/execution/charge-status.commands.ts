import { Controller } from '@nestjs/common';
import type { ChargeRequested, ChargeStatus, Reply } from '@paygate/contracts';
import { chargeStatus } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommandBatch } from '@paygate/messaging';
import { AnswerChargeStatus } from './answer-charge-status.js';

@Controller()
export class ChargeStatusCommands {
  constructor(private readonly answerChargeStatus: AnswerChargeStatus) {}

  @HandleCommandBatch(chargeStatus)
  status(batch: readonly Received<ChargeRequested>[]): Promise<readonly Reply<ChargeStatus>[]> {
    return this.answerChargeStatus.answer(batch);
  }
}
