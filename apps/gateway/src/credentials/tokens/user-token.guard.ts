import type { IncomingHttpHeaders } from 'node:http';
import type { ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { headers, operations } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import type { KeyNeeds } from '../api-keys.js';
import { ApiKeys } from '../api-keys.js';
import { presentedCredentials, textOf } from '../credential-headers.js';
import type { SignedInUser } from './user-token.strategy.js';

/** A request that may carry a verified user. */
export type MaybeSignedIn = FastifyRequest & { readonly user?: SignedInUser };

/**
 * Verifies the user token of a charge, when there is one: a token in `Authorization` is the user's exactly when the
 * one-time password's stands in `x-otp-token`. The API key comes first, so that strangers cause no signature check.
 */
@Injectable()
export class UserTokenGuard extends AuthGuard('user-token') {
  protected readonly operation: KeyNeeds = operations.charge;

  constructor(private readonly apiKeys: ApiKeys) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<MaybeSignedIn>();
    const { headers: given } = request;
    this.apiKeys.authenticate(request, this.operation);
    if (!this.isSignedIn(given)) return true;
    const isVerified = (await super.canActivate(context)) === true;
    if (request.user?.isSignedOut !== false && !this.takesSignedOut(given)) throw new PaygateError('token_invalid');
    return isVerified;
  }

  /** Whether a token will do that was signed out. */
  protected readonly takesSignedOut: (given: IncomingHttpHeaders) => boolean = () => false;

  protected isSignedIn(given: IncomingHttpHeaders): boolean {
    if (textOf(given[headers.otpToken]) === undefined) return false;
    const { apiKeys, bearer } = presentedCredentials(given);
    if (bearer !== undefined) return true;
    // what stands there is no API key and no token: a caller who meant one is told, not taken for a stranger
    if (given.authorization !== undefined && !apiKeys.some((key) => given.authorization?.endsWith(key)))
      throw new PaygateError('token_invalid');
    return false;
  }

  /** passport gives what `validate` threw as `error`, and why there was no key as `info`. */
  override handleRequest<User>(error: unknown, user: User | false, info: unknown): User {
    const thrown = error ?? info;
    if (thrown instanceof PaygateError) throw thrown;
    if (error instanceof Error) throw error;
    if (user === false) throw new PaygateError('token_invalid', { cause: info });
    return user;
  }
}
