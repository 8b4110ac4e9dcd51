import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Proxies } from '../edge/listener/proxies.js';
import { operationOf } from '../edge/routes.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { CheckoutStrategy } from './checkout.strategy.js';
import { DashboardStrategy } from './dashboard/dashboard.strategy.js';

/**
 * Authenticates each request once, after its body has arrived, and attaches the caller to the request. A holder of a valid
 * credential is counted before the request is validated further, so every answer to it shows the remaining budget.
 */
@Injectable()
export class CredentialGuard implements CanActivate {
  constructor(
    private readonly apiKeys: ApiKeyStrategy,
    private readonly dashboard: DashboardStrategy,
    private readonly checkout: CheckoutStrategy,
    private readonly proxies: Proxies,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const operation = operationOf(request.method, request.routeOptions.url);
    if (operation === undefined || operation.key === 'none') return true;
    const incoming = { context, request, reply, operation, address: this.proxies.clientOf(request.raw) };
    if (this.checkout.appliesTo(incoming)) await this.checkout.authenticate(incoming);
    else if (this.dashboard.appliesTo(incoming)) await this.dashboard.authenticate(incoming);
    else await this.apiKeys.authenticate(incoming);
    request.admitted = true;
    return true;
  }
}
