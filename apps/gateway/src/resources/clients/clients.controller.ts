import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_CACHE, sendJson } from '../../edge/answers.js';
import { Proxies } from '../../edge/listener/proxies.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { ClientFiles } from './client-files.js';

/** The bytes of a version never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * The client packages: a list, and the files that it names. Package managers install from their addresses, and pages of any origin load the
 * module.
 */
@Controller('clients')
export class ClientsController {
  constructor(
    private readonly clients: ClientFiles,
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(this.clients.index, request, reply);
  }

  /** Composer takes the address of this controller as a repository. */
  @Get('packages.json')
  async composer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(this.clients.composer, request, reply);
  }

  @Get(':file')
  async file(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const file = this.clients.find(name);
    if (file === undefined) throw new PaygateError('route_not_found');
    await this.limits.ofFiles(this.proxies.clientOf(request.raw), reply);
    void reply
      .headers({ 'cache-control': FOR_EVER, 'access-control-allow-origin': '*' })
      .type(file.mediaType)
      .send(file.bytes);
  }

  private async send(list: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (list === undefined) throw new PaygateError('route_not_found');
    await this.limits.ofFiles(this.proxies.clientOf(request.raw), reply);
    void reply.headers({ 'cache-control': FILE_CACHE, 'access-control-allow-origin': '*' });
    sendJson(reply, 200, list);
  }
}
