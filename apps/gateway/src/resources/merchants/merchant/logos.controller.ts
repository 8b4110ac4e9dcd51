import { Controller, Get, Req, Res } from '@nestjs/common';
import { getLogo } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Proxies } from '../../../edge/listener/proxies.js';
import { accepted } from '../../../edge/answers.js';
import { RateLimits } from '../../../rate-limits/rate-limits.js';
import { LOGOS_PATH } from '../../public-urls.js';

const LOGO_ID = /^[A-Za-z0-9_-]{43}$/;

/**
 * Logos of merchants, by their SHA-256. They are bytes of others on the origin of the gateway, so nothing in them is executed,
 * whatever a browser takes them for.
 */
@Controller()
export class LogosController {
  constructor(
    private readonly bus: CommandBus,
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {}

  @Get(`${LOGOS_PATH}/:logoId`)
  async read(
    @Req() request: FastifyRequest<{ Params: { logoId: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { logoId } = request.params;
    if (!LOGO_ID.test(logoId)) throw new PaygateError('route_not_found');
    await this.limits.ofLogos(this.proxies.clientOf(request.raw), reply);
    const found = await this.bus.send(getLogo, { logoId }, { requestId: request.id });
    if (!found.ok && found.code === 'merchant_not_found') throw new PaygateError('route_not_found');
    const { mediaType, bytes } = accepted(found).data;
    void reply
      .header('content-type', mediaType)
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(bytes, 'base64'));
  }
}
