import { Controller } from '@nestjs/common';
import type { MemberMailTaken, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { SendMemberMail } from './send-member-mail.js';

/** E-mails to members. Sealed fields are opened here. */
@Controller()
export class MemberMailsCommands {
  constructor(
    private readonly sending: SendMemberMail,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.sendMemberMail)
  send({ mailId, mail, validHours, ...command }: contract.SendMemberMailCommand): Promise<Reply<MemberMailTaken>> {
    const { merchantName = '', language, mode = 'live', destination, payout, loosened, role, ...more } = command;
    const email = this.sealer.open(command.email, 'member-mail.email');
    const token = command.token === undefined ? '' : this.sealer.open(command.token, 'member-mail.token');
    const facts = command.facts ?? (payout && { payout });
    const { isLastOfDay, further } = more;
    const about = { about: mode, destination, loosened, role, facts, isLastOfDay, further };
    return this.sending.send({ mail, token, merchantName, validHours, ...about, mailId, email, language });
  }
}
