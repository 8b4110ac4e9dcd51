import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { ApiKeyRow, Operation } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyKeyOf } from '../edge/idempotency.js';
import { Proxies } from '../edge/listener/proxies.js';
import { operationOf } from '../edge/routes.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { ApiKeys } from './api-keys.js';
import type { Caller } from './caller.js';
import { textOf } from './credential-headers.js';
import { DashboardSessions } from './dashboard-sessions.js';
import { UserTokens } from './tokens/user-tokens.js';
import { VersionPins } from './version-pins.js';

/** A request on its way to an operation. */
interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: Operation;
  /** IP address of the client. */
  readonly address: string;
}

/**
 * Authenticates each request once, after its body has arrived, and hangs the caller on the request. A holder of a good
 * credential is counted before anything else about the request is judged, so that every answer to it tells its budget.
 */
@Injectable()
export class CredentialGuard implements CanActivate {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly dashboards: DashboardSessions,
    private readonly userTokens: UserTokens,
    private readonly limits: RateLimits,
    private readonly versions: VersionPins,
    private readonly proxies: Proxies,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const operation = operationOf(request.method, request.routeOptions.url);
    if (operation === undefined || operation.key === 'none') return true;
    const arrival = { request, reply, operation, address: this.proxies.clientOf(request.raw) };
    if (this.dashboards.areFor(operation, request.headers)) await this.admitMember(arrival);
    else if (operation.key === 'anonymous') await this.admitAnonymous(arrival);
    else await this.admitKey(arrival, context);
    // validated on every POST, also where no effect could double and the key is not used
    if (operation.method === 'POST') idempotencyKeyOf(request.headers);
    return true;
  }

  private async admitKey({ request, reply, operation, address }: Arrival, context: ExecutionContext): Promise<void> {
    const row = await this.apiKeys.identify(request.headers);
    const caller = callerFrom(row, address);
    request.caller = caller;
    const named = textOf(request.headers[headers.apiVersion]);
    void reply.header(headers.apiVersion, this.versions.versionOf(caller, named));
    await this.limits.ofCaller(caller, { operation, address, reply });
    this.apiKeys.checkUse(row, request.headers, operation);
    await this.userTokens.verify(context, operation, caller);
  }

  /** The address is counted before auth is asked: made-up sessions cost an address its budget, and auth little. */
  private async admitMember({ request, reply, operation, address }: Arrival): Promise<void> {
    await this.limits.ofDashboard(address, reply);
    const session = await this.dashboards.sessionOf(request.headers, request.id);
    const caller = this.dashboards.callerOf(session, request.headers, operation);
    if (caller.acting !== null) await this.limits.ofMember(caller.acting.memberId, reply);
    request.dashboard = caller;
  }

  private async admitAnonymous({ reply, operation, address }: Arrival): Promise<void> {
    await this.limits.ofDashboard(address, reply);
    if (operation.id === 'signInToDashboard') await this.limits.ofDashboardSignIn(address, reply);
    this.dashboards.checkReachable();
  }
}

function callerFrom(row: ApiKeyRow, address: string): Caller {
  const { apiKeyId, merchantId, merchantName, mode, type, requireSignIn, apiVersion } = row;
  return {
    ...{ apiKeyId, merchantId, merchantName, mode, type, requireSignIn, apiVersion },
    address: type === 'publishable' ? address : undefined,
  };
}
