import { Controller, Get, Req, Res } from '@nestjs/common';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply } from 'fastify';
import { renderSVG } from 'uqr';
import { Proxies } from '../../edge/listener/proxies.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { LINKS_PATH, PublicUrls } from '../public-urls.js';
import type { OneLink } from './shared-links.js';
import { linkIdOf } from './shared-links.js';

/** Modules of white around the code, as ISO/IEC 18004 wants them. */
const QUIET_ZONE = 4;

/** QR codes of the addresses of payment links. A code is made of the id alone, and shows nothing that its reader did not have. */
@Controller()
export class QrCodesController {
  constructor(
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
    private readonly urls: PublicUrls,
  ) {}

  @Get(`${LINKS_PATH}/:id/qr.svg`)
  async read(@Req() request: OneLink, @Res() reply: FastifyReply): Promise<void> {
    const url = this.urls.paymentLink(linkIdOf(request));
    if (url === null) throw new PaygateError('route_not_found');
    await this.limits.ofLogos(this.proxies.clientOf(request.raw), reply);
    void reply
      .header('content-type', 'image/svg+xml')
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(renderSVG(url, { ecc: 'M', border: QUIET_ZONE, pixelSize: 4 }));
  }
}
