import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { openApiDocument, operations } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../../config.js';
import { UserTokenKeys } from '../../credentials/tokens/user-token-keys.js';
import type { StoredFile } from '../../edge/answers.js';
import { sendFile, sendJson, storedFile } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { FileLimit } from '../file-limit.js';
import { RequestReader } from '../../requests/request-reader.js';

const keyReads = new RequestReader(operations.jwks);
/** The path of the API document, which is served in test mode only. */
export const DOCUMENT_PATH = '/openapi.json';

/** The public keys of user tokens, and in test mode the API document and the way from the bare address to the docs. */
@Controller()
export class DocumentsController {
  private readonly document: StoredFile | undefined;

  constructor(
    private readonly keys: UserTokenKeys,
    { TEST_MODE }: GatewayConfig,
  ) {
    if (TEST_MODE)
      this.document = storedFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(openApiDocument())));
  }

  @Get(routeOf(operations.jwks))
  jwks(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    keyReads.read(request);
    const keys = this.keys.published();
    // shorter than the time between the publication of a key and its first use
    void reply.header('cache-control', 'public, max-age=30');
    sendJson(reply, operations.jwks.success, JSON.stringify({ keys }));
  }

  @Get(DOCUMENT_PATH)
  @UseGuards(FileLimit)
  openApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    if (this.document === undefined) throw new PaygateError('route_not_found');
    sendFile(request, reply, this.document);
  }

  @Get()
  start(@Res() reply: FastifyReply): void {
    if (this.document === undefined) throw new PaygateError('route_not_found');
    void reply.redirect('/docs', 302);
  }
}
