import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Fault, LoggedRequest, RequestLogEntryView, RequestLogPageAnswer } from '@paygate/contracts';
import { knownWords, listLoggedRequests, operationList, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actingOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';

const PAGE_REQUESTS = 20;
const lists = new RequestReader(operations.listRequestLog);

const paths = [...new Set(operationList.map(({ path }) => path))];

/** The request log over HTTP: that of the account and mode in which the session acts. */
@Controller()
export class RequestLogController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.listRequestLog))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = actingOf(request);
    const {
      limit = PAGE_REQUESTS,
      startingAfter: before,
      status,
      code,
      apiKeyId,
      path,
    } = lists.read(request, { faultsOf: pathFaults }).query;
    const filters = given({ before, status, code, apiKeyId, path });
    const command = { merchantId, mode, limit, ...filters };
    const { data } = accepted(await this.bus.send(listLoggedRequests, command, { requestId: request.id }));
    const answer: RequestLogPageAnswer = {
      ...{ data: data.requests.map(viewOf), hasMore: data.hasMore, nextCursor: data.nextCursor },
    };
    sendJson(reply, operations.listRequestLog.success, JSON.stringify(answer));
  }
}

/** A path is one of the API document, which is made of these declarations: they cannot name it themselves. */
function pathFaults({ query }: { readonly query: Readonly<Record<string, unknown>> }): readonly Fault[] {
  const { path } = query;
  if (typeof path !== 'string' || paths.includes(path)) return [];
  return [{ param: 'path', code: 'parameter_invalid', detail: knownWords(path, paths) }];
}

function viewOf({ entryId: id, method, path, status, code, ...logged }: LoggedRequest): RequestLogEntryView {
  const { apiKeyId, memberId, requestId, durationMs, answeredAt } = logged;
  return {
    ...{ id, object: 'request_log_entry', method, path, status, code },
    ...{ apiKeyId, memberId, requestId, durationMs, answeredAt },
  };
}
