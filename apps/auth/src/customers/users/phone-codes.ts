import { Injectable } from '@nestjs/common';
import type {
  AccountCodePurpose,
  Language,
  Mode,
  OtpCaller,
  PhoneCodeChecked,
  CodeTerms,
  PhoneMessage,
  Reply,
  Sealed,
} from '@paygate/contracts';
import { checkPhoneCode, sendPhoneCode } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { PhoneNumber } from '../../phone-number.js';
import { UsersRepository } from './users.repository.js';
import { PersonalData } from '../../personal-data.js';

/** The origin of a request for a code or a check. */
export interface CodeRequester {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly caller: OtpCaller;
}

/** The origin of a request for a code, and the texts of its message. */
export interface MessageRequester extends CodeRequester {
  readonly merchantName: string;
  readonly language?: Language;
  /** The payment whose page asks. */
  readonly ofPayment?: string;
}

/** A registration or a password reset that a code confirms. */
export interface PhoneCodeClaim {
  readonly claimId: string;
  readonly purpose: AccountCodePurpose;
}

/** The message for numbers that belong to a user, and for those that do not. */
const messages: Readonly<Record<AccountCodePurpose, Readonly<Record<'known' | 'unknown', PhoneMessage>>>> = {
  registration: { known: 'notice', unknown: 'code' },
  password_reset: { known: 'code', unknown: 'none' },
};

/** Has otp send and check codes. otp owns codes, waits, budgets and messages. */
@Injectable()
export class PhoneCodes {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly users: UsersRepository,
    private readonly personalData: PersonalData,
  ) {}

  /** Has the code of a claim sent, once per claim. Known and unknown numbers get the same answer. */
  async send(
    { claimId, purpose }: PhoneCodeClaim,
    phoneNumber: PhoneNumber,
    requester: MessageRequester,
    message: Received<unknown>,
  ): Promise<Reply<CodeTerms>> {
    const { merchantId, mode, merchantName, caller, language, ofPayment } = requester;
    const user = await this.users.findByPhone(mode, this.personalData.phoneIndexes(mode, phoneNumber));
    const command = {
      ...{ claimId, purpose, merchantId, mode, merchantName, caller },
      phoneNumber: this.sealer.seal('otp', phoneNumber, 'phone-code.phone'),
      message: messages[purpose][user === undefined ? 'unknown' : 'known'],
      ...(language === undefined ? {} : { language }),
      ...(ofPayment === undefined ? {} : { ofPayment }),
    };
    return this.bus.send(sendPhoneCode, command, nested(message));
  }

  /** Has a code counted and compared. It is sealed for otp, and auth cannot open it. */
  check(
    { claimId, purpose }: PhoneCodeClaim,
    otp: Sealed,
    { merchantId, mode, caller }: CodeRequester,
    message: Received<unknown>,
  ): Promise<Reply<PhoneCodeChecked>> {
    const command = { claimId, purpose, merchantId, mode, caller, otp };
    return this.bus.send(checkPhoneCode, command, nested(message));
  }
}
