import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import { languages } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../../config.js';
import { FILE_CACHE, sendFile } from '../../edge/answers.js';
import { acceptedLanguage } from '../../edge/headers/accept-language.js';
import { Proxies } from '../../edge/listener/proxies.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { DocsPages } from './docs-pages.js';

/** The pages load files of the gateway only, and hold no script and no style of their own. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The documentation for integrators. Without a language in its path, a page is in the one that the reader
 * prefers. A person reads these answers, so an unknown path is answered with a page. With `DOCS=off` the paths lead to the docs elsewhere.
 */
@Controller('docs')
export class DocsController {
  constructor(
    private readonly config: GatewayConfig,
    private readonly pages: DocsPages,
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {}

  @Get(['', '*'])
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { DOCS, DOCS_URL = '' } = this.config;
    if (DOCS === 'off') {
      void reply.redirect(`${DOCS_URL}${request.url.slice('/docs'.length)}`, 302);
      return;
    }
    const { '*': path = '' } = request.params as Readonly<Record<string, string>>;
    const language = languageOf(path) ?? acceptedLanguage(request.headers['accept-language']) ?? 'en';
    const page = this.pages.find(path, language);
    const file = page ?? this.pages.missing(language);
    if (file === undefined) throw new PaygateError('route_not_found');
    await this.limits.ofFiles(this.proxies.clientOf(request.raw), reply);
    void reply
      .code(page === undefined ? 404 : 200)
      .headers({ 'content-security-policy': PAGE_POLICY, vary: 'accept-language' });
    sendFile(request, reply, file, page === undefined ? 'no-cache' : FILE_CACHE);
  }
}

function languageOf(path: string): Language | undefined {
  return languages.find((language) => path === language || path.startsWith(`${language}/`));
}
