import { Injectable } from '@nestjs/common';
import type {
  Language,
  Mode,
  OtpCaller,
  PhoneCodeChecked,
  PhoneCodePurpose,
  CodeTerms,
  PhoneMessage,
  Reply,
  Sealed,
} from '@paygate/contracts';
import { checkPhoneCode, sendPhoneCode } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, NESTED_COMMAND_TIMEOUT_MS } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { PhoneNumber } from '../phone-number.js';
import { UsersRepository } from './users.repository.js';
import { PersonalData } from '../personal-data.js';

/** Who asks, where. */
export interface CodeRequester {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly caller: OtpCaller;
}

/** Who asks for a message. */
export interface MessageRequester extends CodeRequester {
  readonly merchantName: string;
  readonly language?: Language;
}

/** What a code opens. */
export interface Claim {
  readonly claimId: string;
  readonly purpose: PhoneCodePurpose;
}

/** What is sent to numbers that are a user's already, and to those that are nobody's. */
const messages: Readonly<Record<PhoneCodePurpose, Readonly<Record<'known' | 'unknown', PhoneMessage>>>> = {
  registration: { known: 'notice', unknown: 'code' },
  password_reset: { known: 'code', unknown: 'none' },
};

/** Asks otp, which owns codes, waits, budgets and messages. */
@Injectable()
export class PhoneCodes {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly users: UsersRepository,
    private readonly personalData: PersonalData,
  ) {}

  /** Has the code of a claim sent, once: asked again, nothing is sent again. Known and unknown numbers are answered alike. */
  async send(
    { claimId, purpose }: Claim,
    phoneNumber: PhoneNumber,
    asker: MessageRequester,
    message: Received<unknown>,
  ): Promise<Reply<CodeTerms>> {
    const { merchantId, mode, merchantName, caller, language } = asker;
    const user = await this.users.findByPhone(mode, this.personalData.phoneIndex(mode, phoneNumber));
    const command = {
      ...{ claimId, purpose, merchantId, mode, merchantName, caller },
      phoneNumber: this.sealer.seal('otp', phoneNumber, 'phone-code.phone'),
      message: messages[purpose][user === undefined ? 'unknown' : 'known'],
      ...(language === undefined ? {} : { language }),
    };
    return this.bus.send(sendPhoneCode, command, asked(message));
  }

  /** Has a guess counted and compared. `otp` is sealed for otp: here nobody learns it. */
  check(
    { claimId, purpose }: Claim,
    otp: Sealed,
    { merchantId, mode, caller }: CodeRequester,
    message: Received<unknown>,
  ): Promise<Reply<PhoneCodeChecked>> {
    const command = { claimId, purpose, merchantId, mode, caller, otp };
    return this.bus.send(checkPhoneCode, command, asked(message));
  }
}

const asked = ({ id, requestId }: Received<unknown>) => ({
  requestId,
  timeoutMs: NESTED_COMMAND_TIMEOUT_MS,
  causationId: id,
});
