import { Controller, Get, Req, Res } from '@nestjs/common';
import type {
  CommandContract,
  IntentOfMerchant,
  TimelinePart,
  TimelinePartName,
  TimelineView,
} from '@paygate/contracts';
import {
  getChargeTimeline,
  getCodesTimeline,
  getEventsTimeline,
  getIntentTimeline,
  operations,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../../../credentials/account.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { intentIdOf } from '../../../requests/path-id.js';

/** A part that is late is named as missing: the others are worth more than a wait. */
const PART_TIMEOUT_MS = 3_000;
const reads = new RequestReader(operations.getIntentTimeline);

/** The parts beside the intent itself, in the order in which a payment goes through their services. */
const parts: readonly (readonly [TimelinePartName, CommandContract<IntentOfMerchant, TimelinePart>])[] = [
  ['codes', getCodesTimeline],
  ['charge', getChargeTimeline],
  ['events', getEventsTimeline],
];

/** The course of a payment, merged from the services that know its parts. */
@Controller()
export class TimelinesController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.getIntentTimeline))
  async read(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = accountOf(request);
    reads.read(request);
    const intentId = intentIdOf(request);
    const command = { intentId, merchantId, mode };
    const { data: payment } = accepted(await this.bus.send(getIntentTimeline, command, { requestId: request.id }));
    const origin = { requestId: request.id, timeoutMs: PART_TIMEOUT_MS };
    const replies = await Promise.all(
      parts.map(async ([name, contract]) => ({ name, part: await this.bus.send(contract, command, origin) })),
    );
    const known = [payment, ...replies.flatMap(({ part }) => (part.ok ? [part.data] : []))];
    const answer: TimelineView = {
      object: 'timeline',
      intentionId: intentId,
      // the sort is stable: of entries of one moment, those of the earlier part come first
      data: known.flatMap(({ entries }) => entries).sort((one, other) => one.at.localeCompare(other.at)),
      isCut: known.some(({ isCut }) => isCut),
      missing: replies.flatMap(({ name, part }) => (part.ok ? [] : [name])),
    };
    sendJson(reply, operations.getIntentTimeline.success, JSON.stringify(answer));
  }
}
