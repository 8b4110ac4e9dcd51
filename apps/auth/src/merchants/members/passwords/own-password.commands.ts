import { Controller } from '@nestjs/common';
import type { MemberPasswordReset, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { MemberSecrets } from '../member-secrets.js';
import { PersonsRepository } from '../persons.repository.js';
import { RefusedPasswords } from '../sessions/refused-passwords.js';
import { ChangeMemberPassword } from './change-member-password.js';

/** The command of a signed-in person who changes the password. Sealed fields are opened here. */
@Controller()
export class OwnPasswordCommands {
  constructor(
    private readonly changing: ChangeMemberPassword,
    private readonly persons: PersonsRepository,
    private readonly refused: RefusedPasswords,
    private readonly secrets: MemberSecrets,
  ) {}

  @HandleCommand(contract.changeMemberPassword)
  async change(
    { sessionId, ...sealed }: contract.ChangeMemberPasswordCommand,
    { requestId }: Received<contract.ChangeMemberPasswordCommand>,
  ): Promise<Reply<MemberPasswordReset>> {
    const person = await this.persons.findBySession(sessionId);
    if (person === undefined) return contract.refuse('token_invalid');
    const change = {
      ...{ person, sessionId },
      currentPassword: this.secrets.open(sealed.currentPassword, 'dashboard.password'),
      password: this.secrets.open(sealed.password, 'dashboard.password'),
      address: this.secrets.open(sealed.address, 'dashboard.address'),
    };
    const reply = await this.changing.execute(change, requestId);
    if (!reply.ok && reply.code === 'credentials_invalid') await this.refused.ofSession(person, requestId);
    return reply;
  }
}
