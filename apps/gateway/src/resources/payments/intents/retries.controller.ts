import { Controller, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type { RetryView } from '@paygate/contracts';
import { headers, operations, retryIntent } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../credentials/caller.js';
import { SessionTokens } from '../../../credentials/tokens/session-tokens.js';
import { accepted, markReplay, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { Beginnings } from '../../beginnings.js';
import { PublicUrls } from '../../public-urls.js';

const retries = new RequestReader(operations.retryIntent);

/** Further tries of declined payments over HTTP. */
@Controller()
export class RetriesController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sessions: SessionTokens,
    private readonly urls: PublicUrls,
  ) {}

  @Post(routeOf(operations.retryIntent))
  @UseInterceptors(Beginnings)
  async retry(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = callerOf(request);
    retries.read(request);
    const session = this.sessions.sessionOf(request.headers);
    if (session === undefined)
      throw new PaygateError('session_token_invalid', {
        detail: `The header ${headers.sessionToken} is missing.`,
        param: headers.sessionToken,
      });
    const { intentId } = session;
    const command = { intentId, merchantId, mode, newIntentId: newId('intent') };
    const outcome = accepted(await this.bus.send(retryIntent, command, { requestId: request.id }));
    const { id, retryOf = null, amount, currency, expiresAt } = outcome.data;
    const checkoutUrl = this.urls.checkout(outcome.data);
    const answer: RetryView = { intentionId: id, retryOf, checkoutUrl, amount, currency, expiresAt };
    markReplay(reply, outcome);
    sendJson(reply, operations.retryIntent.success, JSON.stringify(answer));
  }
}
