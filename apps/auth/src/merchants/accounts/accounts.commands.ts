import { Controller } from '@nestjs/common';
import type { AccountClaimed, AccountOpened, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { IdempotentRequests } from '../../idempotency/idempotent-requests.js';
import { plainEmail } from '../../plain-email.js';
import { MemberSecrets, withScope } from '../members/member-secrets.js';
import { MemberSeals } from '../members/member.view.js';
import { ConfirmAccount } from './confirm-account.js';
import { OpenAccount } from './open-account.js';

/** Commands that open merchant accounts. Sealed fields are opened and made here. */
@Controller()
export class AccountsCommands {
  constructor(
    private readonly opening: OpenAccount,
    private readonly confirming: ConfirmAccount,
    private readonly requests: IdempotentRequests,
    private readonly secrets: MemberSecrets,
  ) {}

  @HandleCommand(contract.openAccount)
  open(
    { businessName, country, language, ...sealed }: contract.OpenAccountCommand,
    message: Received<contract.OpenAccountCommand>,
  ): Promise<Reply<AccountClaimed>> {
    const email = plainEmail(this.secrets.open(sealed.email, 'dashboard.email'));
    const source = this.secrets.nameOfAddress(sealed.address);
    return this.requests.once('open-account', withScope(message, source), (request) =>
      this.opening.open({ email, businessName, country, source, language }, request),
    );
  }

  @HandleCommand(contract.confirmAccount)
  async confirm(
    { tokenHash, ...sealed }: contract.ConfirmAccountCommand,
    message: Received<contract.ConfirmAccountCommand>,
  ): Promise<Reply<AccountOpened>> {
    const confirmation = {
      tokenHash,
      name: this.secrets.open(sealed.name, 'confirm-account.name'),
      password: this.secrets.open(sealed.password, 'dashboard.password'),
      address: this.secrets.open(sealed.address, 'dashboard.address'),
    };
    const reply = await this.confirming.confirm(confirmation, message);
    if (!reply.ok) return reply;
    const { owner, apiKeys, ...account } = reply.data;
    const seals = new MemberSeals(this.secrets.sealer, 'gateway');
    return { ...reply, data: { ...account, owner: seals.member(owner), apiKeys: [...apiKeys] } };
  }
}
