import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noRouteFor } from '../../edge/problems.js';
import { sendFile } from '../../edge/answers.js';
import { FileLimit } from '../file-limit.js';
import { DashboardFiles } from './dashboard-files.js';

/** The pages load files of the gateway and call it, hold no script and no style of their own, and never make markup of text. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const FOR_EVER = 'public, max-age=31536000, immutable';

/** The merchant dashboard, in both modes. */
@Controller('dashboard')
@UseGuards(FileLimit)
export class DashboardPagesController {
  constructor(private readonly files: DashboardFiles) {}

  @Get(['', '*'])
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { '*': path = '' } = request.params as Readonly<Record<string, string>>;
    const found = this.files.find(path);
    // operations are below /dashboard too: another method of one is answered as everywhere
    if (found === undefined) throw noRouteFor(request.url);
    void reply.headers({
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    sendFile(request, reply, found.file, found.isImmutable ? FOR_EVER : 'no-cache');
  }
}
