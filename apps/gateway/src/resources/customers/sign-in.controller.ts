import { Controller, Post, Req, Res } from '@nestjs/common';
import type { SignedInUserAnswer } from '@paygate/contracts';
import { operations, signIn } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../credentials/caller.js';
import { accepted, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { RequestReader } from '../../requests/request-reader.js';

const signIns = new RequestReader(operations.signIn);

/** Signing in over HTTP. Secrets are sealed for auth. */
@Controller()
export class SignInController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
  ) {}

  @Post(routeOf(operations.signIn))
  async signIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { fields } = signIns.read(request);
    const { address } = caller;
    const command = {
      merchantId: caller.merchantId,
      mode: caller.mode,
      ...(address === undefined ? {} : { address: this.sealer.seal('auth', address, 'sign-in.address') }),
      phoneNumber: this.sealer.seal('auth', fields.phoneNumber, 'sign-in.phone'),
      password: this.sealer.seal('auth', fields.password, 'sign-in.password'),
    };
    const { data } = accepted(await this.bus.send(signIn, command, { requestId: request.id }));
    const answer: SignedInUserAnswer = {
      id: data.userId,
      token: this.sealer.open(data.token, 'sign-in.token'),
      phoneNumber: this.sealer.open(data.phoneNumber, 'sign-in.phone'),
      roles: data.roles,
      expiresAt: data.expiresAt,
    };
    sendJson(reply, operations.signIn.success, JSON.stringify(answer));
  }
}
