import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../../edge/answers.js';
import { FileLimit } from '../file-limit.js';
import { DocsPages } from './docs-pages.js';

/** The pages load files of the gateway only, and hold no script and no style of their own. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The renderer of the API document sets styles on its elements. */
const REFERENCE_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
const REFERENCE_PATH = 'api';

/** The documentation for integrators, in test mode only. A person reads these answers, so an unknown path is answered with a page. */
@Controller('docs')
@UseGuards(FileLimit)
export class DocsController {
  constructor(private readonly pages: DocsPages) {}

  @Get(['', '*'])
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { '*': path = '' } = request.params as Readonly<Record<string, string>>;
    const page = this.pages.find(path);
    const file = page ?? this.pages.missing;
    if (file === undefined) throw new PaygateError('route_not_found');
    void reply
      .code(page === undefined ? 404 : 200)
      .header('content-security-policy', path === REFERENCE_PATH ? REFERENCE_POLICY : PAGE_POLICY);
    sendFile(request, reply, file);
  }
}
