import { Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { operations, signOut } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply } from 'fastify';
import { accepted, markReplay } from '../../edge/answers.js';
import { ApiKeys } from '../../credentials/api-keys.js';
import { DeniedTokens } from '../../credentials/tokens/denied-tokens.js';
import { SignOutGuard } from '../../credentials/tokens/sign-out.guard.js';
import type { MaybeSignedIn } from '../../credentials/tokens/user-token.guard.js';
import { routeOf } from '../../edge/routes.js';
import { idempotencyOf } from '../../edge/idempotency.js';
import { given } from '../../json/given.js';
import { refuseBody } from '../../json/refuse-body.js';

/** Signing out over HTTP. */
@Controller()
export class SignOutController {
  constructor(
    private readonly bus: CommandBus,
    private readonly apiKeys: ApiKeys,
    private readonly denied: DeniedTokens,
  ) {}

  @Post(routeOf(operations.signOut))
  @UseGuards(SignOutGuard)
  async signOut(@Req() request: MaybeSignedIn, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = this.apiKeys.authenticate(request, operations.signOut);
    refuseBody(request.body);
    const { user } = request;
    if (user?.merchantId !== merchantId || user.mode !== mode) throw new PaygateError('token_invalid');
    const { tokenId, expiresAt } = user;
    const idempotency = idempotencyOf(request.headers, tokenId);
    const command = {
      ...{ merchantId, mode, tokenId, expiresAt: expiresAt.toISOString() },
      ...given({ idempotency }),
    };
    const outcome = accepted(await this.bus.send(signOut, command, { requestId: request.id }));
    // so that who was told of the end finds that it is so
    await this.denied.arrival(tokenId);
    markReplay(reply, outcome);
    void reply.code(operations.signOut.success).send();
  }
}
