import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Proxies } from '../edge/listener/proxies.js';
import { RateLimits } from '../rate-limits/rate-limits.js';

/** Bounds the files that one address gets without a credential: the docs, the API document and the pages of the dashboard. */
@Injectable()
export class FileLimit implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const address = this.proxies.clientOf(http.getRequest<FastifyRequest>().raw);
    await this.limits.ofFiles(address, http.getResponse<FastifyReply>());
    return true;
  }
}
