import { Controller } from '@nestjs/common';
import type { IntentOfMerchant, Reply, TimelinePart } from '@paygate/contracts';
import { accept, getChargeTimeline, timelinePart } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { ChargeTimelineRepository } from './charge-timeline.repository.js';

@Controller()
export class TimelineCommands {
  constructor(private readonly timelines: ChargeTimelineRepository) {}

  @HandleCommand(getChargeTimeline)
  async timeline(request: IntentOfMerchant): Promise<Reply<TimelinePart>> {
    return accept(timelinePart(await this.timelines.ofIntent(request)));
  }
}
