import { Controller } from '@nestjs/common';
import type {
  CheckWithdrawalCodeCommand,
  CodeTerms,
  PhoneCodeChecked,
  Reply,
  RequestWithdrawalCodeCommand,
} from '@paygate/contracts';
import {
  checkPhoneCode,
  checkWithdrawalCode,
  refuse,
  requestWithdrawalCode,
  sendWithdrawalCode,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, HandleCommand, nested } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { GetUserContacts } from './get-user-contacts.js';

/** Has otp send and check the codes of withdrawals: charging names the user, and auth alone knows the number. */
@Controller()
export class WithdrawalCodesCommands {
  constructor(
    private readonly bus: CommandBus,
    private readonly contacts: GetUserContacts,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(requestWithdrawalCode)
  async request(
    { userId, ...command }: RequestWithdrawalCodeCommand,
    message: Received<RequestWithdrawalCodeCommand>,
  ): Promise<Reply<CodeTerms>> {
    const [contact] = await this.contacts.get([{ userId, mode: command.mode }]);
    if (contact === undefined) return refuse('channel_unavailable');
    const phoneNumber = this.sealer.seal('otp', contact.phoneNumber, 'phone-code.phone');
    return this.bus.send(sendWithdrawalCode, { ...command, phoneNumber }, nested(message));
  }

  /** The code is sealed for otp, and auth cannot open it. */
  @HandleCommand(checkWithdrawalCode)
  check(
    { withdrawalId: claimId, merchantId, mode, caller, otp }: CheckWithdrawalCodeCommand,
    message: Received<CheckWithdrawalCodeCommand>,
  ): Promise<Reply<PhoneCodeChecked>> {
    const command = { claimId, purpose: 'withdrawal' as const, merchantId, mode, caller, otp };
    return this.bus.send(checkPhoneCode, command, nested(message));
  }
}
