import { Controller } from '@nestjs/common';
import type { ChargeRequested, ChargeStatus, IntentOfMerchant, Reply, TimelinePart } from '@paygate/contracts';
import { accept, chargeStatus, getChargeTimeline, timelinePart } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand, HandleCommandBatch } from '@paygate/messaging';
import { AnswerChargeStatus } from './answer-charge-status.js';
import { ChargeTimelineRepository } from './charge-timeline.repository.js';

@Controller()
export class ChargeStatusCommands {
  constructor(
    private readonly answerChargeStatus: AnswerChargeStatus,
    private readonly timelines: ChargeTimelineRepository,
  ) {}

  @HandleCommandBatch(chargeStatus)
  status(batch: readonly Received<ChargeRequested>[]): Promise<readonly Reply<ChargeStatus>[]> {
    return this.answerChargeStatus.answer(batch);
  }

  @HandleCommand(getChargeTimeline)
  async timeline(request: IntentOfMerchant): Promise<Reply<TimelinePart>> {
    return accept(timelinePart(await this.timelines.ofIntent(request)));
  }
}
