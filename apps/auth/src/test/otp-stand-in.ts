import type { Type } from '@nestjs/common';
import { Controller, Module } from '@nestjs/common';
import type { PhoneCodeChecked, CodeTerms, MemberMail, MemberMailTaken, Refusal, Reply } from '@paygate/contracts';
import {
  accept,
  CheckPhoneCode,
  checkPhoneCode,
  refuse,
  SendMemberMail,
  sendMemberMail,
  SendPhoneCode,
  sendPhoneCode,
} from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { PlatformModule, Sealer, ServiceConfig } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { startApp } from '@paygate/testing';

const CODE = '042917';
const CHECKS = 5;
const terms = { destination: '********01', codeLength: 6, sendsRemaining: 4 };

/** What otp was asked to send, opened. */
export interface SentMessage extends Pick<SendPhoneCode, 'claimId' | 'purpose' | 'message' | 'merchantName'> {
  readonly to: string;
}

/** A mail that otp was asked to send, opened. */
export interface SentMail {
  readonly to: string;
  readonly token: string;
  readonly mail: MemberMail;
  readonly merchantName: string | undefined;
}

/** otp, as far as auth asks it: one code is right, five times for every claim that a code was sent for. */
export class OtpStandIn {
  readonly code = CODE;
  readonly sent: SentMessage[] = [];
  readonly mails: SentMail[] = [];
  readonly #checks = new Map<string, number>();
  /** What it refuses to send with. */
  refusal: Refusal | undefined;
  #app!: RunningApp;

  static async start(env: Readonly<Record<string, string>>): Promise<OtpStandIn> {
    const otp = new OtpStandIn();
    otp.#app = await startApp({ name: 'otp', module: moduleOf(otp), config: ServiceConfig, env });
    return otp;
  }

  stop(): Promise<void> {
    return this.#app.stop();
  }

  /** The messages to a number. */
  to(phoneNumber: string): readonly SentMessage[] {
    return this.sent.filter(({ to }) => to === phoneNumber);
  }

  send({ claimId, purpose, message, merchantName }: SendPhoneCode, to: string): Reply<CodeTerms> {
    if (this.refusal !== undefined) return this.refusal;
    const isNew = this.sent.every((each) => each.claimId !== claimId);
    if (isNew) this.sent.push({ claimId, purpose, message, merchantName, to });
    const [resendAvailableAt, expiresAt] = [30, 300].map((s) => new Date(Date.now() + s * 1_000).toISOString());
    return accept({ ...terms, expiresAt: expiresAt ?? '', resendAvailableAt: resendAvailableAt ?? '' });
  }

  check({ claimId, purpose }: CheckPhoneCode, code: string): Reply<PhoneCodeChecked> {
    const checks = this.checksOf(claimId) + 1;
    this.#checks.set(claimId, checks);
    const message = this.sent.find((each) => each.claimId === claimId && each.purpose === purpose)?.message;
    const isRight = message === 'code' && code === CODE && checks <= CHECKS;
    return isRight ? accept({ claimId }) : refuse('otp_invalid');
  }

  mail(mail: SentMail, mailId: string): Reply<MemberMailTaken> {
    if (this.refusal !== undefined) return this.refusal;
    this.mails.push(mail);
    return accept({ mailId });
  }

  /** The newest token that was mailed to an address. */
  tokenTo(email: string): string {
    const mail = this.mails.findLast(({ to }) => to === email);
    if (mail === undefined) throw new Error(`nothing was mailed to ${email}`);
    return mail.token;
  }

  /** How often the code of a claim was tried. */
  checksOf(claimId: string): number {
    return this.#checks.get(claimId) ?? 0;
  }
}

function moduleOf(otp: OtpStandIn): Type {
  @Controller()
  class OtpCommands {
    constructor(private readonly sealer: Sealer) {}

    @HandleCommand(sendPhoneCode)
    send(command: SendPhoneCode): Promise<Reply<CodeTerms>> {
      return Promise.resolve(otp.send(command, this.sealer.open(command.phoneNumber, 'phone-code.phone')));
    }

    @HandleCommand(sendMemberMail)
    mail({ mailId, mail, merchantName, ...sealed }: SendMemberMail): Promise<Reply<MemberMailTaken>> {
      const to = this.sealer.open(sealed.email, 'member-mail.email');
      const token = this.sealer.open(sealed.token, 'member-mail.token');
      return Promise.resolve(otp.mail({ to, token, mail, merchantName }, mailId));
    }

    @HandleCommand(checkPhoneCode)
    check(command: CheckPhoneCode): Promise<Reply<PhoneCodeChecked>> {
      return Promise.resolve(otp.check(command, this.sealer.open(command.otp, 'phone-code.otp')));
    }
  }
  @Module({
    imports: [PlatformModule.forService('otp', ServiceConfig), MessagingModule.forService()],
    controllers: [OtpCommands],
  })
  class OtpStandInModule {}
  return OtpStandInModule;
}
