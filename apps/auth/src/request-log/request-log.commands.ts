import { Controller } from '@nestjs/common';
import type { LoggedRequestsListed, Reply, RequestsLogged } from '@paygate/contracts';
import {
  accept,
  ListLoggedRequestsCommand,
  listLoggedRequests,
  LogRequestsCommand,
  logRequests,
} from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { RequestLogRepository } from './request-log.repository.js';

/** Commands about the request log. */
@Controller()
export class RequestLogCommands {
  constructor(private readonly requests: RequestLogRepository) {}

  @HandleCommand(logRequests)
  async log({ requests }: LogRequestsCommand): Promise<Reply<RequestsLogged>> {
    if (requests.length > 0) await this.requests.store(requests);
    return accept({ count: requests.length });
  }

  @HandleCommand(listLoggedRequests)
  async list(command: ListLoggedRequestsCommand): Promise<Reply<LoggedRequestsListed>> {
    const { limit } = command;
    // one row more than the page shows whether there are more
    const { found, unseen } = await this.requests.list(command, limit + 1);
    const requests = found.slice(0, limit);
    const nextCursor = found.length > limit ? (requests.at(-1)?.entryId ?? null) : unseen;
    return accept({ requests, hasMore: nextCursor !== null, nextCursor });
  }
}
