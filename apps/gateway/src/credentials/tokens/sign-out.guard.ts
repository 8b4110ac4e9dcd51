import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { headers, operations } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import { idempotencyKeyOf } from '../../edge/idempotency.js';
import { presentedCredentials } from '../credential-headers.js';
import { UserTokenGuard } from './user-token.guard.js';

/** Verifies the user token of a sign-out, which has to be there. */
@Injectable()
export class SignOutGuard extends UserTokenGuard {
  protected override readonly operation = operations.signOut;

  protected override isSignedIn(given: IncomingHttpHeaders): boolean {
    if (presentedCredentials(given).bearer !== undefined) return true;
    throw new PaygateError('token_missing', { param: headers.authorization });
  }

  /** A sign-out whose answer was lost is asked for again, under its key: auth knows whether it was this one. */
  protected override readonly takesSignedOut = (given: IncomingHttpHeaders): boolean =>
    idempotencyKeyOf(given) !== undefined;
}
