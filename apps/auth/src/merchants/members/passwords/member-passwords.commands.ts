import { Controller } from '@nestjs/common';
import type { MemberPasswordForgotten, MemberPasswordReset, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import { plainEmail } from '../../../plain-email.js';
import { MemberSecrets, withScope } from '../member-secrets.js';
import { ForgetMemberPassword } from './forget-member-password.js';
import { ResetMemberPassword } from './reset-member-password.js';

/** Commands of members who have forgotten their password. Sealed fields are opened here. */
@Controller()
export class MemberPasswordsCommands {
  constructor(
    private readonly forgetting: ForgetMemberPassword,
    private readonly resetting: ResetMemberPassword,
    private readonly requests: IdempotentRequests,
    private readonly secrets: MemberSecrets,
  ) {}

  @HandleCommand(contract.forgetMemberPassword)
  forget(
    command: contract.ForgetMemberPasswordCommand,
    message: Received<contract.ForgetMemberPasswordCommand>,
  ): Promise<Reply<MemberPasswordForgotten>> {
    const { language } = command;
    const email = plainEmail(this.secrets.open(command.email, 'dashboard.email'));
    const source = this.secrets.nameOfAddress(command.address);
    const scoped = withScope(message, source);
    return this.requests.once('forget-member-password', scoped, (request) =>
      this.forgetting.forget({ email, source, language }, request),
    );
  }

  @HandleCommand(contract.resetMemberPassword)
  reset(
    { tokenHash, ...command }: contract.ResetMemberPasswordCommand,
    message: Received<contract.ResetMemberPasswordCommand>,
  ): Promise<Reply<MemberPasswordReset>> {
    const password = this.secrets.open(command.password, 'dashboard.password');
    const address = this.secrets.open(command.address, 'dashboard.address');
    return this.requests.once('reset-member-password', withScope(message, tokenHash), (request) =>
      this.resetting.reset({ tokenHash, password, address }, request),
    );
  }
}
