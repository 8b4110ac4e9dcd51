import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { wantsPage } from '../../edge/missing-page.js';
import { noRouteFor } from '../../edge/problems.js';
import { sendFile } from '../../edge/answers.js';
import { Proxies } from '../../edge/listener/proxies.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { DashboardFiles } from './dashboard-files.js';

/** The pages load files of the gateway and call it, hold no script and no style of their own, and never make markup of text. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const FOR_EVER = 'public, max-age=31536000, immutable';

/** The merchant dashboard, in both modes. Its page answers a browser's request of an unknown path: there is no such page. */
@Controller('dashboard')
export class DashboardPagesController {
  constructor(
    private readonly files: DashboardFiles,
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {}

  @Get(['', '*'])
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { '*': path = '' } = request.params as Readonly<Record<string, string>>;
    const known = this.files.find(path);
    // operations are below /dashboard too: another method of one is answered as everywhere
    const refusal = known === undefined ? noRouteFor(request.url) : undefined;
    const isMissingPage = refusal?.code === 'route_not_found' && wantsPage(request);
    const found = known ?? (isMissingPage ? this.files.page : undefined);
    if (found === undefined) throw refusal ?? noRouteFor(request.url);
    await this.limits.ofFiles(this.proxies.clientOf(request.raw), reply);
    void reply.headers({
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    if (isMissingPage) void reply.code(404);
    sendFile(request, reply, found.file, found.isImmutable ? FOR_EVER : 'no-cache');
  }
}
