import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { operations } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { Caller } from '../caller.js';
import { presentedCredentials } from '../credential-headers.js';
import { UserTokenGuard } from './user-token.guard.js';
import type { SignedInUser } from './user-token.strategy.js';

/** Verifies the user token of a request for a one-time password, when there is one: it stands in `Authorization`. */
@Injectable()
export class InitOtpUserGuard extends UserTokenGuard {
  protected override readonly operation: typeof operations.initOtp | typeof operations.verifyOtp = operations.initOtp;

  protected override isSignedIn(given: IncomingHttpHeaders): boolean {
    return presentedCredentials(given).bearer !== undefined;
  }
}

@Injectable()
export class VerifyOtpUserGuard extends InitOtpUserGuard {
  protected override readonly operation = operations.verifyOtp;
}

/** Whether the caller is `userId`, signed in at this merchant. Throws `token_invalid` for a token that says another thing. */
export function isSignedInAs(userId: string, caller: Caller, user: SignedInUser | undefined): boolean {
  if (user === undefined) return false;
  const { merchantId, mode } = caller;
  if (user.merchantId === merchantId && user.mode === mode && user.userId === userId) return true;
  throw new PaygateError('token_invalid', { detail: 'The user token is of another user, merchant or mode.' });
}
