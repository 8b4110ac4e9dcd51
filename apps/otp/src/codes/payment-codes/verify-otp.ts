import { Injectable } from '@nestjs/common';
import type { OtpVerified, Reply, VerifyOtpCommand } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { KeyedRequest } from '@paygate/platform';
import { Sealer } from '@paygate/platform';
import type { OtpAction } from '../budgets/source-caps.js';
import { CheckCode } from '../challenges/check-code.js';
import { isOfUser } from '../challenges/scopes.js';
import { phoneOfToken } from '../../contacts/user-contacts.js';
import { AuthorizationTokens } from './authorization-tokens.js';
import { TokenPayers } from './token-payers.js';

/**
 * Exchanges the code of a payment for an authorization token. A wrong, expired or used code and one for a user who does not
 * exist take the same steps and get the same answer.
 */
@Injectable()
export class VerifyOtp {
  constructor(
    private readonly sealer: Sealer,
    private readonly payers: TokenPayers,
    private readonly checkCode: CheckCode,
    private readonly tokens: AuthorizationTokens,
  ) {}

  async verify(command: VerifyOtpCommand, keyed: KeyedRequest<OtpAction> | undefined): Promise<Reply<OtpVerified>> {
    const { otpId: challengeId } = command;
    const found = await this.payers.of(command);
    if (found === undefined) return refuse('otp_invalid');
    const payer = isOfUser(command) ? { ...found, phoneMasked: phoneOfToken(this.sealer, command) } : found;
    const { scope } = payer;
    const code = this.sealer.open(command.otp, 'verify-otp.otp');
    const reply = await this.checkCode.check({ scope, challengeId, keyed, code }, (right) =>
      this.tokens.issue({ ...right, ...payer }, keyed),
    );
    if (reply.ok) this.payers.countProved(payer);
    return reply;
  }
}
