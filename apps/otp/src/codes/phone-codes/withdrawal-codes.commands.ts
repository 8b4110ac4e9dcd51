import { Controller } from '@nestjs/common';
import type { CodeTerms, Reply, SendWithdrawalCodeCommand } from '@paygate/contracts';
import { sendWithdrawalCode } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { Admission } from '../challenges/admission.js';
import { SendWithdrawalCode } from './send-withdrawal-code.js';

/** Codes that confirm withdrawals. The sealed number is opened here. */
@Controller()
export class WithdrawalCodesCommands {
  constructor(
    private readonly admission: Admission,
    private readonly sending: SendWithdrawalCode,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(sendWithdrawalCode)
  send(command: SendWithdrawalCodeCommand, message: Received<SendWithdrawalCodeCommand>): Promise<Reply<CodeTerms>> {
    const { phoneNumber: sealed, ...request } = command;
    return this.admission.admit('init', command, () => {
      const phoneNumber = this.sealer.open(sealed, 'phone-code.phone');
      return this.sending.send({ ...request, phoneNumber }, message);
    });
  }
}
