import { Controller, Get, Req, Res } from '@nestjs/common';
import type { OpenApiDocument } from '@paygate/contracts';
import { generatorDocument, openApiDocument, operations } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../../config.js';
import { UserTokenKeys } from '../../credentials/tokens/user-token-keys.js';
import type { StoredFile } from '../../edge/answers.js';
import { FILE_CACHE, sendFile, sendJson, storedFile } from '../../edge/answers.js';
import { Proxies } from '../../edge/listener/proxies.js';
import { routeOf } from '../../edge/routes.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { RequestReader } from '../../requests/request-reader.js';

const keyReads = new RequestReader(operations.jwks);
/** The path of the API document. */
export const DOCUMENT_PATH = '/openapi.json';
/** The path of the same document in OpenAPI 3.0, for generators of clients. */
export const GENERATOR_DOCUMENT_PATH = '/openapi-3.0.json';

/** The public keys of user tokens; the API document, unless `DOCS=off`; and the way from the bare address to the docs. */
@Controller()
export class DocumentsController {
  private readonly documents: ReadonlyMap<string, StoredFile>;

  constructor(
    private readonly keys: UserTokenKeys,
    { DOCS, PUBLIC_URL }: GatewayConfig,
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {
    const documents = { [DOCUMENT_PATH]: openApiDocument(), [GENERATOR_DOCUMENT_PATH]: generatorDocument() };
    this.documents = new Map(
      Object.entries(DOCS === 'on' ? documents : {}).map(([path, document]) => [path, fileOf(document, PUBLIC_URL)]),
    );
  }

  @Get(routeOf(operations.jwks))
  jwks(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    keyReads.read(request);
    const keys = this.keys.published();
    // shorter than the time between the publication of a key and its first use
    void reply.header('cache-control', 'public, max-age=30');
    sendJson(reply, operations.jwks.success, JSON.stringify({ keys }));
  }

  @Get([DOCUMENT_PATH, GENERATOR_DOCUMENT_PATH])
  async openApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const document = this.documents.get(request.routeOptions.url ?? '');
    if (document === undefined) throw new PaygateError('route_not_found');
    await this.limits.ofFiles(this.proxies.clientOf(request.raw), reply);
    sendFile(request, reply, document, FILE_CACHE);
  }

  @Get()
  start(@Res() reply: FastifyReply): void {
    void reply.redirect('/docs', 302);
  }
}

/** The document names the address of the installation that serves it, where that is configured. */
function fileOf(document: OpenApiDocument, url: string | undefined): StoredFile {
  const served = url === undefined ? document : { ...document, servers: [{ url, description: 'This installation' }] };
  return storedFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(served)));
}
