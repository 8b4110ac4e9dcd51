import { Injectable } from '@nestjs/common';
import type { ApiKeyRow } from '@paygate/contracts';
import { headers, takesSession, unreadableFamilies } from '@paygate/contracts';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { ApiKeyVerifier } from './api-key-verifier.js';
import type { Caller } from './caller.js';
import { textOf } from './credential-headers.js';
import type { IncomingRequest } from './incoming-request.js';
import { modeNamedIn } from './named-mode.js';
import { UserTokens } from './tokens/user-tokens.js';
import { VersionPins, versionOf } from './version-pins.js';

/** Authenticates by API key, and by the user token that some operations take beside it. */
@Injectable()
export class ApiKeyStrategy {
  constructor(
    private readonly apiKeys: ApiKeyVerifier,
    private readonly userTokens: UserTokens,
    private readonly limits: RateLimits,
    private readonly versions: VersionPins,
  ) {}

  async authenticate({ context, request, reply, operation, address }: IncomingRequest): Promise<void> {
    const row = await this.apiKeys.identify(request.headers);
    const caller = callerFrom(row, address);
    request.caller = caller;
    const version = versionOf(textOf(request.headers[headers.apiVersion]), caller.apiVersion);
    void reply.header(headers.apiVersion, version);
    await this.limits.ofCaller(caller, { operation, address, reply });
    this.apiKeys.checkUse(row, request.headers, operation);
    this.versions.pinFirst(caller, version);
    if (takesSession(operation)) modeNamedIn(request.headers);
    await this.userTokens.verify(context, operation, caller);
  }
}

function callerFrom(row: ApiKeyRow, address: string): Caller {
  const { apiKeyId, merchantId, merchantName, mode, type, otherPhones, apiVersion } = row;
  // a row of auth from before the setting
  const { guestPayments = true } = row;
  const customerSignIn = row.customerSignIn ?? (row.requireSignIn ? 'always' : 'never');
  return {
    ...{ apiKeyId, merchantId, merchantName, mode, type, customerSignIn, otherPhones, guestPayments, apiVersion },
    address: type === 'publishable' ? address : undefined,
    unreadable: type === 'restricted' && row.eventsByScope === true ? unreadableFamilies(row.scopes) : [],
    readsPayers: type === 'secret' || row.scopes.includes('payers:read'),
  };
}
