import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { headers, operations } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import { presentedCredentials } from './credential-headers.js';
import { UserTokenGuard } from './user-token.guard.js';

/** Verifies the user token of a sign-out, which has to be there. */
@Injectable()
export class SignOutGuard extends UserTokenGuard {
  protected override readonly operation = operations.signOut;

  protected override isSignedIn(given: IncomingHttpHeaders): boolean {
    if (presentedCredentials(given).bearer !== undefined) return true;
    throw new PaygateError('token_missing', { param: headers.authorization });
  }
}
