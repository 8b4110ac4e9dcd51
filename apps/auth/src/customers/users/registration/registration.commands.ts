import { Controller } from '@nestjs/common';
import type { RegisteredUser, RegistrationBegun, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import type { NewUser } from './confirm-registration.js';
import { ConfirmRegistration } from './confirm-registration.js';
import { RegisterUser } from './register-user.js';

/** Commands that register users. Sealed fields are opened and made here. */
@Controller()
export class RegistrationCommands {
  constructor(
    private readonly beginning: RegisterUser,
    private readonly confirmation: ConfirmRegistration,
    private readonly requests: IdempotentRequests,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.registerUser)
  register(
    command: contract.RegisterUserCommand,
    message: Received<contract.RegisterUserCommand>,
  ): Promise<Reply<RegistrationBegun>> {
    const { phoneNumber, password, email, ...requester } = command;
    const wanted = {
      ...requester,
      phoneNumber: this.sealer.open(phoneNumber, 'register-user.phone'),
      password: this.sealer.open(password, 'register-user.password'),
      email: email && this.sealer.open(email, 'register-user.email'),
    };
    return this.requests.once('register-user', message, (request) => this.beginning.register(wanted, request));
  }

  @HandleCommand(contract.confirmRegistration)
  async confirm(
    command: contract.ConfirmRegistrationCommand,
    message: Received<contract.ConfirmRegistrationCommand>,
  ): Promise<Reply<RegisteredUser>> {
    const reply = await this.requests.once<NewUser>('confirm-registration', message, (request) =>
      this.confirmation.confirm(command, request),
    );
    if (!reply.ok) return reply;
    const { userId } = reply.data;
    const phoneNumber = this.sealer.seal('gateway', reply.data.phoneNumber, 'registered-user.phone');
    return { ...reply, data: { userId, phoneNumber, roles: ['USER'] } };
  }
}
