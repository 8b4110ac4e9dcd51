import { Controller } from '@nestjs/common';
import type { PhoneCodeChecked, CodeTerms, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { CheckPhoneCode } from './usecases/check-phone-code.js';
import { SendPhoneCode } from './usecases/send-phone-code.js';

/** Codes for those who register or have forgotten their password. */
@Controller()
export class PhoneCodesCommands {
  constructor(
    private readonly sending: SendPhoneCode,
    private readonly checking: CheckPhoneCode,
  ) {}

  @HandleCommand(contract.sendPhoneCode)
  send(command: contract.SendPhoneCode, message: Received<contract.SendPhoneCode>): Promise<Reply<CodeTerms>> {
    return this.sending.execute(command, message);
  }

  @HandleCommand(contract.checkPhoneCode)
  check(
    command: contract.CheckPhoneCode,
    message: Received<contract.CheckPhoneCode>,
  ): Promise<Reply<PhoneCodeChecked>> {
    return this.checking.execute(command, message);
  }
}
