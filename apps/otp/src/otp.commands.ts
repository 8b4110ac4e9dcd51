import { Controller } from '@nestjs/common';
import type { OtpInitiated, OtpVerified, Reply } from '@paygate/contracts';
import { InitOtp as InitOtpCommand, initOtp, VerifyOtp as VerifyOtpCommand, verifyOtp } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Admission } from './usecases/admission.js';
import { InitOtp } from './usecases/init-otp.js';
import { VerifyOtp } from './usecases/verify-otp.js';

@Controller()
export class OtpCommands {
  constructor(
    private readonly admission: Admission,
    private readonly init: InitOtp,
    private readonly verify: VerifyOtp,
  ) {}

  @HandleCommand(initOtp)
  initOtp(command: InitOtpCommand, message: Received<InitOtpCommand>): Promise<Reply<OtpInitiated>> {
    return this.admission.admit('init', message, (keep) => this.init.execute(command, message, keep));
  }

  @HandleCommand(verifyOtp)
  verifyOtp(command: VerifyOtpCommand, message: Received<VerifyOtpCommand>): Promise<Reply<OtpVerified>> {
    return this.admission.admit('verify', message, (keep) => this.verify.execute(command, message, keep));
  }
}
