import { Controller, Get, Req, Res } from '@nestjs/common';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_CACHE, sendFile } from '../../edge/answers.js';
import { Proxies } from '../../edge/listener/proxies.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { DocsPages } from './docs-pages.js';

/** The path of the list of the docs for programs (llmstxt.org). */
export const LIST_PATH = '/llms.txt';

/** The list of the docs for programs, at the place where they look for it; unless `DOCS=off`. */
@Controller()
export class ListController {
  constructor(
    private readonly pages: DocsPages,
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {}

  @Get(LIST_PATH)
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const list = this.pages.find(LIST_PATH.slice(1), 'en');
    if (list === undefined) throw new PaygateError('route_not_found');
    await this.limits.ofFiles(this.proxies.clientOf(request.raw), reply);
    sendFile(request, reply, list, FILE_CACHE);
  }
}
