import { Controller, Get, Req, Res } from '@nestjs/common';
import type { EventFamily, Fault, ListEventsQuery, ListWebhookEventsCommand } from '@paygate/contracts';
import {
  eventObjectScopes,
  familyOf,
  getWebhookEvent,
  LIST_WAIT_MAX_MS,
  listEventDeliveries,
  listWebhookEvents,
  operations,
  preferenceHeaders,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, unreadableOf } from '../../../credentials/account.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { momentOf } from '../../../requests/moment.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { preferredWaitMs } from '../../../edge/headers/preference.js';
import { deliveryPageOf, renderEvent } from './event.view.js';
import { pathIdOf } from '../../../requests/path-id.js';

const eventIdOf = pathIdOf('event', 'event_not_found');
const PAGE_EVENTS = 20;
/** Time for the answer to a wait, beyond the wait itself. */
const ANSWER_MARGIN_MS = 2_000;
const lists = new RequestReader(operations.listEvents);
const reads = new RequestReader(operations.getEvent);
const deliveryLists = new RequestReader(operations.listEventDeliveries);

type OneEvent = FastifyRequest<{ Params: { id: string } }>;

/** Events over HTTP: those of the merchant and mode of the caller, which is a key or a dashboard session. */
@Controller()
export class EventsController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.listEvents))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { query } = lists.read(request, { faultsOf: cursorFaults });
    const unreadable = unreadableOf(request);
    if (query.type !== undefined) checkReadable(query.type, unreadable);
    const waitMs = Math.min(preferredWaitMs(request.headers), LIST_WAIT_MAX_MS);
    const command = {
      ...{ ...accountOf(request), listId: newId('request'), ...listing(query, waitMs) },
      ...(unreadable.length === 0 ? {} : { unreadable }),
    };
    const options = { requestId: request.id, ...(waitMs > 0 ? { timeoutMs: waitMs + ANSWER_MARGIN_MS } : {}) };
    const { events, hasMore, nextCursor } = accepted(await this.bus.send(listWebhookEvents, command, options)).data;
    if (waitMs > 0) void reply.header(preferenceHeaders.applied, 'wait');
    const rest = JSON.stringify({ hasMore, nextCursor });
    const text = `{"data":[${events.map(renderEvent).join(',')}],${rest.slice(1)}`;
    sendJson(reply, operations.listEvents.success, text);
  }

  @Get(routeOf(operations.getEvent))
  async read(@Req() request: OneEvent, @Res() reply: FastifyReply): Promise<void> {
    reads.read(request);
    const command = { ...accountOf(request), eventId: eventIdOf(request) };
    const { data } = accepted(await this.bus.send(getWebhookEvent, command, { requestId: request.id }));
    checkReadable(data.type, unreadableOf(request));
    sendJson(reply, operations.getEvent.success, renderEvent(data));
  }

  @Get(routeOf(operations.listEventDeliveries))
  async deliveries(@Req() request: OneEvent, @Res() reply: FastifyReply): Promise<void> {
    deliveryLists.read(request);
    const command = { ...accountOf(request), eventId: eventIdOf(request) };
    const { data } = accepted(await this.bus.send(listEventDeliveries, command, { requestId: request.id }));
    sendJson(reply, operations.listEventDeliveries.success, JSON.stringify(deliveryPageOf(data)));
  }
}

/** Throws `scope_missing` for a type of event whose objects the caller may not read. */
function checkReadable(type: string, unreadable: readonly EventFamily[]): void {
  const family = familyOf(type);
  if (family === undefined || !unreadable.includes(family)) return;
  throw new PaygateError('scope_missing', { fields: { scope: eventObjectScopes[family] } });
}

function listing(
  query: ListEventsQuery,
  waitMs: number,
): Omit<ListWebhookEventsCommand, 'merchantId' | 'mode' | 'listId'> {
  const { limit = PAGE_EVENTS, startingAfter, endingBefore, type, intentionId: intentId } = query;
  const times = { createdFrom: momentOf(query.createdFrom), createdTo: momentOf(query.createdTo) };
  return {
    limit,
    ...given({ startingAfter, endingBefore, type, intentId, ...times, waitMs: waitMs > 0 ? waitMs : undefined }),
  };
}

function cursorFaults({ query }: { readonly query: Readonly<Record<string, unknown>> }): readonly Fault[] {
  if (query['startingAfter'] === undefined || query['endingBefore'] === undefined) return [];
  return [{ param: 'endingBefore', code: 'parameter_invalid', detail: 'cannot be combined with startingAfter' }];
}
