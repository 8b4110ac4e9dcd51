import { Controller } from '@nestjs/common';
import type { PasswordReset, PasswordResetBegun, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import { BeginPasswordReset } from './begin-password-reset.js';
import { ResetPassword } from './reset-password.js';

/** Commands of users who have forgotten their password. Sealed fields are opened here. */
@Controller()
export class PasswordsCommands {
  constructor(
    private readonly beginning: BeginPasswordReset,
    private readonly reset: ResetPassword,
    private readonly requests: IdempotentRequests,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.beginPasswordReset)
  begin(
    command: contract.BeginPasswordResetCommand,
    message: Received<contract.BeginPasswordResetCommand>,
  ): Promise<Reply<PasswordResetBegun>> {
    const { phoneNumber: sealed, ...requester } = command;
    const phoneNumber = this.sealer.open(sealed, 'password-reset.phone');
    return this.requests.once('begin-password-reset', message, (request) =>
      this.beginning.begin({ ...requester, phoneNumber }, request),
    );
  }

  @HandleCommand(contract.resetPassword)
  change(
    command: contract.ResetPasswordCommand,
    message: Received<contract.ResetPasswordCommand>,
  ): Promise<Reply<PasswordReset>> {
    const { password: sealed, ...requester } = command;
    const password = this.sealer.open(sealed, 'password-reset.password');
    return this.requests.once('reset-password', message, (request) =>
      this.reset.reset({ ...requester, password }, request),
    );
  }
}
