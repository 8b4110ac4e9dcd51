import { Controller, Post, Req, Res } from '@nestjs/common';
import type { RegisteredUserAnswer, PendingRegistrationAnswer } from '@paygate/contracts';
import { confirmRegistration, operations, registerUser } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../credentials/caller.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { RequestReader } from '../../requests/request-reader.js';
import { AccountRequests } from './account-requests.js';

const registrations = new RequestReader(operations.registerUser);
const confirmations = new RequestReader(operations.confirmRegistration);

/** Registration over HTTP. Numbers, addresses, passwords and codes are sealed for the service that reads them. */
@Controller()
export class RegistrationController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly requests: AccountRequests,
  ) {}

  @Post(routeOf(operations.registerUser))
  async register(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { fields } = registrations.read(request);
    const address = fields.email ?? undefined;
    const command = {
      ...this.requests.commandOf(request, caller),
      ...this.requests.messageOf(request, caller),
      phoneNumber: this.sealer.seal('auth', fields.phoneNumber, 'register-user.phone'),
      password: this.sealer.seal('auth', fields.password, 'register-user.password'),
      ...(address === undefined ? {} : { email: this.sealer.seal('auth', address, 'register-user.email') }),
    };
    const outcome = accepted(await this.bus.send(registerUser, command, { requestId: request.id }));
    const { registrationId, destination, codeLength, expiresAt, resendAvailableAt, sendsRemaining } = outcome.data;
    const answer: PendingRegistrationAnswer = {
      ...{ registrationId, destination, codeLength },
      ...{ expiresAt, resendAvailableAt, sendsRemaining },
    };
    markReplay(reply, outcome);
    sendJson(reply, operations.registerUser.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.confirmRegistration))
  async confirm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { registrationId, otp } = confirmations.read(request).fields;
    const command = {
      ...this.requests.commandOf(request, caller),
      registrationId,
      otp: this.sealer.seal('otp', otp, 'phone-code.otp'),
    };
    const outcome = accepted(await this.bus.send(confirmRegistration, command, { requestId: request.id }));
    const { userId: id, roles } = outcome.data;
    const phoneNumber = this.sealer.open(outcome.data.phoneNumber, 'registered-user.phone');
    const answer: RegisteredUserAnswer = { id, phoneNumber, roles };
    markReplay(reply, outcome);
    sendJson(reply, operations.confirmRegistration.success, JSON.stringify(answer));
  }
}
