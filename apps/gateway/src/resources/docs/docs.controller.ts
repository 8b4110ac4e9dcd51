import { Controller, Get, Req, Res } from '@nestjs/common';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocsPages } from './docs-pages.js';

/** The pages load files of the gateway only, and hold no script and no style of their own. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The renderer of the API document sets styles on its elements. */
const REFERENCE_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
const REFERENCE_PATH = 'api';

/** The documentation for integrators, in test mode only. */
@Controller('docs')
export class DocsController {
  constructor(private readonly pages: DocsPages) {}

  @Get(['', '*'])
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { '*': path = '' } = request.params as Readonly<Record<string, string>>;
    const file = this.pages.find(path);
    if (file === undefined) throw new PaygateError('route_not_found');
    void reply.headers({
      'content-security-policy': path === REFERENCE_PATH ? REFERENCE_POLICY : PAGE_POLICY,
      'cache-control': 'no-cache',
      etag: file.etag,
      vary: 'accept-encoding',
    });
    if (request.headers['if-none-match']?.includes(file.etag) === true) void reply.code(304).send();
    else if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
      void reply.type(file.mediaType).header('content-encoding', 'gzip').send(file.gzipped);
    else void reply.type(file.mediaType).send(file.bytes);
  }
}
