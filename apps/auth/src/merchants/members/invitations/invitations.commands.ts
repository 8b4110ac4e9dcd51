import { Controller } from '@nestjs/common';
import type { MemberInfo, Principal, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { plainEmail } from '../../../plain-email.js';
import { Invitations } from './invitations.js';
import { MemberSecrets, withScope } from '../member-secrets.js';
import type { MemberFacts } from '../member.view.js';
import { MemberSeals } from '../member.view.js';
import { ImportOwner } from './import-owner.js';

/** Commands that create members. Sealed fields are opened and made here. */
@Controller()
export class InvitationsCommands {
  constructor(
    private readonly invitations: Invitations,
    private readonly owners: ImportOwner,
    private readonly secrets: MemberSecrets,
  ) {}

  @HandleCommand(contract.inviteMember)
  async invite(
    { email: sealed, actorMemberId, language, ...command }: contract.InviteMemberCommand,
    message: Received<contract.InviteMemberCommand>,
  ): Promise<Reply<MemberInfo>> {
    const { memberId, merchantId, role } = command;
    const email = plainEmail(this.secrets.open(sealed, 'invite-member.email'));
    const wanted = { memberId, merchantId, email, role, actorMemberId, language, command: message };
    const reply = await this.invitations.invite(wanted, withScope(message, merchantId));
    return this.#sealed(reply, message.producer);
  }

  @HandleCommand(contract.inviteMemberAgain)
  async inviteAgain(
    { merchantId, memberId, actorMemberId, language }: contract.InviteMemberAgainCommand,
    message: Received<contract.InviteMemberAgainCommand>,
  ): Promise<Reply<MemberInfo>> {
    const wanted = { merchantId, memberId, actorMemberId, language };
    const reply = await this.invitations.inviteAgain(wanted, withScope(message, merchantId));
    return this.#sealed(reply, message.producer);
  }

  @HandleCommand(contract.acceptInvitation)
  async accept(
    { tokenHash, ...command }: contract.AcceptInvitationCommand,
    message: Received<contract.AcceptInvitationCommand>,
  ): Promise<Reply<MemberInfo>> {
    const acceptance = {
      tokenHash,
      name: this.secrets.open(command.name, 'accept-invitation.name'),
      password: this.secrets.open(command.password, 'dashboard.password'),
      address: this.secrets.open(command.address, 'dashboard.address'),
    };
    const reply = await this.invitations.accept(acceptance, withScope(message, tokenHash));
    return this.#sealed(reply, message.producer);
  }

  @HandleCommand(contract.importOwner)
  async importOwner(
    { merchantId, memberId, passwordHash, ...command }: contract.ImportOwnerCommand,
    message: Received<contract.ImportOwnerCommand>,
  ): Promise<Reply<MemberInfo>> {
    const owner = {
      ...{ merchantId, memberId, passwordHash },
      email: plainEmail(this.secrets.open(command.email, 'import-owner.email')),
      name: this.secrets.open(command.name, 'import-owner.name'),
    };
    // the gateway checks the names of other commands before it seals them
    if (!contract.isName(owner.name)) return contract.refuse('parameter_invalid', { param: 'name' });
    return this.#sealed(await this.owners.import(owner, message), message.producer);
  }

  #sealed(reply: Reply<MemberFacts>, addressee: Principal): Reply<MemberInfo> {
    if (!reply.ok) return reply;
    return { ...reply, data: new MemberSeals(this.secrets.sealer, addressee).member(reply.data) };
  }
}
