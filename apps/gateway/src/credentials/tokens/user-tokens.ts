import type { IncomingHttpHeaders } from 'node:http';
import type { ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Operation } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.js';
import { presentedCredentials, textOf } from '../credential-headers.js';
import { tokenInvalid } from './expected-tokens.js';
import type { SignedInUser } from './user-token.strategy.js';

/** User tokens of requests, verified by the passport strategy `user-token`. */
@Injectable()
export class UserTokens extends AuthGuard('user-token') {
  /**
   * Hangs the user on a request that carries a user token where its operation takes one. Throws `token_missing`,
   * `token_invalid`, `token_expired` or `service_unavailable`.
   */
  async verify(
    context: ExecutionContext,
    operation: Pick<Operation, 'id' | 'needsUserToken'>,
    caller: Caller,
  ): Promise<void> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!carriesUserToken(operation, request.headers)) return;
    await this.canActivate(context);
    const { user } = request;
    if (user?.merchantId !== caller.merchantId || user.mode !== caller.mode) throw tokenInvalid('user');
  }

  /** passport passes what `validate` threw as `error`, and the reason for a missing key as `info`. */
  override handleRequest<User>(error: unknown, user: User | false, info: unknown): User {
    const thrown = error ?? info;
    if (thrown instanceof PaygateError) throw thrown;
    if (error instanceof Error) throw error;
    if (user === false) throw tokenInvalid('user', info);
    return user;
  }
}

/** The user of an operation that needs a user token. */
export function signedInUserOf({ user }: FastifyRequest): SignedInUser {
  if (user === undefined) throw new TypeError('the request was admitted without a user token');
  return user;
}

function carriesUserToken(
  { id, needsUserToken }: Pick<Operation, 'id' | 'needsUserToken'>,
  given: IncomingHttpHeaders,
): boolean {
  const { bearer } = presentedCredentials(given);
  if (id === 'initOtp' || id === 'verifyOtp') return bearer !== undefined;
  if (id === 'charge') return carriesBothTokens(given);
  if (needsUserToken !== true) return false;
  if (bearer === undefined) throw new PaygateError('token_missing', { param: headers.authorization });
  return true;
}

/** On a charge, `Authorization` holds the user token exactly when `x-otp-token` holds the other one. */
function carriesBothTokens(given: IncomingHttpHeaders): boolean {
  if (textOf(given[headers.otpToken]) === undefined) return false;
  const { apiKeys, bearer } = presentedCredentials(given);
  if (bearer !== undefined) return true;
  // neither an API key nor a bearer token: a malformed user token is refused rather than ignored
  if (given.authorization !== undefined && !apiKeys.some((key) => given.authorization?.endsWith(key)))
    throw tokenInvalid('user');
  return false;
}
