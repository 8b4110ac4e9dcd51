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
import { Database } from '@paygate/platform';
import { AuditTallies } from '../../audit/audit-tallies.js';
import { countedActOf } from '../../audit/counted-requests.js';
import { RequestLogRepository } from './request-log.repository.js';

/** Commands about the request log. */
@Controller()
export class RequestLogCommands {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestLogRepository,
    private readonly tallies: AuditTallies,
  ) {}

  @HandleCommand(logRequests)
  async log({ requests }: LogRequestsCommand): Promise<Reply<RequestsLogged>> {
    if (requests.length > 0)
      await this.database.transaction(async (tx) => {
        const stored = await this.requests.store(tx, requests);
        const acts = requests.filter(({ entryId }) => stored.has(entryId)).map(countedActOf);
        await this.tallies.count(tx, ...acts.filter((act) => act !== undefined));
      });
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
