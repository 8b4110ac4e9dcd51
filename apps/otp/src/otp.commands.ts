import { Controller } from '@nestjs/common';
import type { OtpInitiated, OtpVerified, Reply } from '@paygate/contracts';
import { InitOtp as InitOtpCommand, initOtp, VerifyOtp as VerifyOtpCommand, verifyOtp } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { InitOtp } from './usecases/init-otp.js';
import { VerifyOtp } from './usecases/verify-otp.js';

@Controller()
export class OtpCommands {
  constructor(
    private readonly init: InitOtp,
    private readonly verify: VerifyOtp,
  ) {}

  @HandleCommand(initOtp)
  initOtp(command: InitOtpCommand, message: Received<InitOtpCommand>): Promise<Reply<OtpInitiated>> {
    return this.init.execute(command, message);
  }

  @HandleCommand(verifyOtp)
  verifyOtp(command: VerifyOtpCommand, message: Received<VerifyOtpCommand>): Promise<Reply<OtpVerified>> {
    return this.verify.execute(command, message);
  }
}
