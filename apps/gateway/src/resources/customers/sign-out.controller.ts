import { Controller, Post, Req, Res } from '@nestjs/common';
import { operations, signOut } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../credentials/caller.js';
import { DeniedTokens } from '../../credentials/tokens/denied-tokens.js';
import { signedInUserOf } from '../../credentials/tokens/user-tokens.js';
import { accepted } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { RequestReader } from '../../requests/request-reader.js';

const signOuts = new RequestReader(operations.signOut);

/** Signing out over HTTP. */
@Controller()
export class SignOutController {
  constructor(
    private readonly bus: CommandBus,
    private readonly denied: DeniedTokens,
  ) {}

  @Post(routeOf(operations.signOut))
  async signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = callerOf(request);
    signOuts.read(request);
    const { tokenId, expiresAt } = signedInUserOf(request);
    const command = { merchantId, mode, tokenId, expiresAt: expiresAt.toISOString() };
    accepted(await this.bus.send(signOut, command, { requestId: request.id }));
    // a caller that reads the answer finds the token refused at this gateway
    await this.denied.arrival(tokenId);
    void reply.code(operations.signOut.success).send();
  }
}
