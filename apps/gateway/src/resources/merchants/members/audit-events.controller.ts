import { Controller, Get, Req, Res } from '@nestjs/common';
import type { AuditEvent, AuditEventPageAnswer, AuditEventView } from '@paygate/contracts';
import { listAuditEvents, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actingOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';

const PAGE_EVENTS = 20;
const lists = new RequestReader(operations.listAuditEvents);

/** The audit trail over HTTP: that of the account in which the session acts. */
@Controller()
export class AuditEventsController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.listAuditEvents))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId } = actingOf(request);
    const { limit = PAGE_EVENTS, startingAfter, action: ofAction, actor: byActor } = lists.read(request).query;
    const before = startingAfter === undefined ? undefined : Number(startingAfter);
    const command = { merchantId, limit, ...given({ before, ofAction, byActor }) };
    const { data } = accepted(await this.bus.send(listAuditEvents, command, { requestId: request.id }));
    const answer: AuditEventPageAnswer = {
      data: data.events.map(viewOf),
      hasMore: data.next !== null,
      nextCursor: data.next === null ? null : String(data.next),
    };
    sendJson(reply, operations.listAuditEvents.success, JSON.stringify(answer));
  }
}

function viewOf({ sequence, mode, action, subject, actor, requestId, detail, occurredAt }: AuditEvent): AuditEventView {
  const known = JSON.parse(detail) as object;
  return { object: 'audit_event', sequence, mode, action, subject, actor, requestId, detail: known, occurredAt };
}
