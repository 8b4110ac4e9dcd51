import { Controller } from '@nestjs/common';
import type { IntentOfMerchant, Reply, TimelinePart } from '@paygate/contracts';
import { accept, getEventsTimeline, timelinePart } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { EventTimelineRepository } from './event-timeline.repository.js';

/** The part of a payment's timeline that this service knows. */
@Controller()
export class TimelineCommands {
  constructor(private readonly timelines: EventTimelineRepository) {}

  @HandleCommand(getEventsTimeline)
  async timeline(request: IntentOfMerchant): Promise<Reply<TimelinePart>> {
    return accept(timelinePart(await this.timelines.ofIntent(request)));
  }
}
