import { Controller } from '@nestjs/common';
import type { OtpInitiated, OtpVerified, Reply, TimelinePart } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Admission } from '../challenges/admission.js';
import { CodeTimelineRepository } from './code-timeline.repository.js';
import { InitOtp } from './init-otp.js';
import { VerifyOtp } from './verify-otp.js';

/** Codes that authorize payments. */
@Controller()
export class PaymentCodesCommands {
  constructor(
    private readonly admission: Admission,
    private readonly init: InitOtp,
    private readonly verify: VerifyOtp,
    private readonly codes: CodeTimelineRepository,
  ) {}

  @HandleCommand(contract.initOtp)
  initOtp(command: contract.InitOtpCommand, message: Received<contract.InitOtpCommand>): Promise<Reply<OtpInitiated>> {
    return this.admission.admitKeyed('init', command, (keyed) => this.init.init(command, message, keyed));
  }

  @HandleCommand(contract.verifyOtp)
  verifyOtp(command: contract.VerifyOtpCommand): Promise<Reply<OtpVerified>> {
    return this.admission.admitKeyed('verify', command, (keyed) => this.verify.verify(command, keyed));
  }

  @HandleCommand(contract.getCodesTimeline)
  async timeline(request: contract.IntentOfMerchant): Promise<Reply<TimelinePart>> {
    return contract.accept(contract.timelinePart(await this.codes.ofIntent(request)));
  }
}
