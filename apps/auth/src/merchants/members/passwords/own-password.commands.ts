import { Controller } from '@nestjs/common';
import type { MemberPasswordReset, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { MemberSecrets } from '../member-secrets.js';
import { PeopleOfSessions } from '../sessions/people-of-sessions.js';
import { ChangeMemberPassword } from './change-member-password.js';

/** The command of a signed-in person who changes the password. Sealed fields are opened here. */
@Controller()
export class OwnPasswordCommands {
  constructor(
    private readonly changing: ChangeMemberPassword,
    private readonly people: PeopleOfSessions,
    private readonly secrets: MemberSecrets,
  ) {}

  @HandleCommand(contract.changeMemberPassword)
  change(
    { sessionId, ...sealed }: contract.ChangeMemberPasswordCommand,
    message: Received<contract.ChangeMemberPasswordCommand>,
  ): Promise<Reply<MemberPasswordReset>> {
    return this.people.run(sessionId, message, ({ person, requestId }) => {
      const change = {
        ...{ person, sessionId },
        currentPassword: this.secrets.open(sealed.currentPassword, 'dashboard.password'),
        password: this.secrets.open(sealed.password, 'dashboard.password'),
        address: this.secrets.open(sealed.address, 'dashboard.address'),
      };
      return this.changing.execute(change, requestId);
    });
  }
}
