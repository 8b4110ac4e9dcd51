import { Controller, Post, Req, Res } from '@nestjs/common';
import type { PendingPasswordResetAnswer } from '@paygate/contracts';
import { beginPasswordReset, operations, resetPassword } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../credentials/caller.js';
import { DeniedTokens } from '../../credentials/tokens/denied-tokens.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { RequestReader } from '../../requests/request-reader.js';
import { AccountRequests } from './account-requests.js';

const forgotten = new RequestReader(operations.beginPasswordReset);
const resets = new RequestReader(operations.resetPassword);

/** Forgotten passwords over HTTP. Numbers, passwords and codes are sealed for the service that reads them. */
@Controller()
export class PasswordsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly requests: AccountRequests,
    private readonly denied: DeniedTokens,
  ) {}

  @Post(routeOf(operations.beginPasswordReset))
  async forgot(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { phoneNumber } = forgotten.read(request).fields;
    const command = {
      ...this.requests.commandOf(request, caller),
      ...this.requests.messageOf(request, caller),
      phoneNumber: this.sealer.seal('auth', phoneNumber, 'password-reset.phone'),
    };
    const outcome = accepted(await this.bus.send(beginPasswordReset, command, { requestId: request.id }));
    const { resetId, destination, codeLength, expiresAt, resendAvailableAt, sendsRemaining } = outcome.data;
    const answer: PendingPasswordResetAnswer = {
      ...{ resetId, destination, codeLength },
      ...{ expiresAt, resendAvailableAt, sendsRemaining },
    };
    markReplay(reply, outcome);
    sendJson(reply, operations.beginPasswordReset.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.resetPassword))
  async reset(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { resetId, otp, password } = resets.read(request).fields;
    const command = {
      ...this.requests.commandOf(request, caller),
      resetId,
      otp: this.sealer.seal('otp', otp, 'phone-code.otp'),
      password: this.sealer.seal('auth', password, 'password-reset.password'),
    };
    const outcome = accepted(await this.bus.send(resetPassword, command, { requestId: request.id }));
    const { userId, issuedUntil } = outcome.data;
    // a caller that reads the answer finds the user's older tokens refused at this gateway
    await this.denied.arrivalOfUser(userId, issuedUntil);
    markReplay(reply, outcome);
    void reply.code(operations.resetPassword.success).send();
  }
}
