import { Controller } from '@nestjs/common';
import type { CodeTerms, PhoneCodeChecked, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { Admission } from '../challenges/admission.js';
import { CheckPhoneCode } from './check-phone-code.js';
import { SendPhoneCode } from './send-phone-code.js';

/** Codes that confirm a registration or a password reset, and checks of those of withdrawals. Sealed fields are opened here. */
@Controller()
export class PhoneCodesCommands {
  constructor(
    private readonly admission: Admission,
    private readonly sending: SendPhoneCode,
    private readonly checking: CheckPhoneCode,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.sendPhoneCode)
  send(
    command: contract.SendPhoneCodeCommand,
    message: Received<contract.SendPhoneCodeCommand>,
  ): Promise<Reply<CodeTerms>> {
    const { phoneNumber: sealed, ...request } = command;
    return this.admission.admit('init', command, () => {
      const phoneNumber = this.sealer.open(sealed, 'phone-code.phone');
      return this.sending.send({ ...request, phoneNumber }, message);
    });
  }

  @HandleCommand(contract.checkPhoneCode)
  check(command: contract.CheckPhoneCodeCommand): Promise<Reply<PhoneCodeChecked>> {
    return this.admission.admit('verify', command, () =>
      this.checking.check(command, this.sealer.open(command.otp, 'phone-code.otp')),
    );
  }
}
