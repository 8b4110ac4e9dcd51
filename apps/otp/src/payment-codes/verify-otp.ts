import { Injectable } from '@nestjs/common';
import type { OtpVerified, Reply, VerifyOtpCommand } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { KeyedRequest } from '@paygate/platform';
import { Sealer } from '@paygate/platform';
import type { OtpAction } from '../budgets/source-caps.js';
import { CheckCode } from '../challenges/check-code.js';
import { Scopes } from '../challenges/scopes.js';
import { AuthorizationTokens } from './authorization-tokens.js';

/**
 * Exchanges the code of a payment for an authorization token. A wrong, expired or used code and one for a user who does not
 * exist take the same steps and get the same answer.
 */
@Injectable()
export class VerifyOtp {
  constructor(
    private readonly sealer: Sealer,
    private readonly scopes: Scopes,
    private readonly checkCode: CheckCode,
    private readonly tokens: AuthorizationTokens,
  ) {}

  verify(
    command: VerifyOtpCommand,
    { requestId, id: causationId }: Received<VerifyOtpCommand>,
    keyed: KeyedRequest<OtpAction> | undefined,
  ): Promise<Reply<OtpVerified>> {
    const { intentionId: intentId, otpId: challengeId } = command;
    const code = this.sealer.open(command.otp, 'verify-otp.otp');
    const scope = this.scopes.ofPayment(command, intentId === undefined ? null : { intentId, payerId: null });
    return this.checkCode.check({ scope, challengeId, keyed, code }, (right) =>
      this.tokens.issue(right, keyed, { requestId, causationId }),
    );
  }
}
