import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RailSimulatorConfig } from '../config.js';
import type { Credentials } from '../credentials.js';
import { momoFields, presents, readCredentials } from '../credentials.js';
import type { Product } from '../tokens/tokens.repository.js';
import { TokensRepository } from '../tokens/tokens.repository.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { basicCredentials, bearerToken, html, json } from '../wire/exchange.js';

/** Access to MTN MoMo: an API user with the subscription key, and a token of the product, collections or disbursements. */
@Injectable()
export class MomoAccess {
  constructor(
    private readonly config: RailSimulatorConfig,
    private readonly tokens: TokensRepository,
  ) {}

  /** To a request that names no length the servers in front answer 411, to a form with a page. An empty body is good. */
  async token(request: WireRequest): Promise<WireAnswer> {
    const { apiUser, apiKey } = this.#issued;
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined)
      return html(411, 'Length Required', 'HTTP Error 411. The request has no content length.');
    if (request.body !== '' && request.headers['content-type']?.includes('form') === true)
      return html(200, 'Request Rejected', 'The requested URL was rejected. Please consult with your administrator.');
    if (!presents(basicCredentials(request), `${apiUser}:${apiKey}`)) return json(401, { error: 'login_failed' });
    const { token, expires_in } = await this.tokens.issue(productOf(request), randomBytes(48).toString('base64url'));
    return json(200, { access_token: token, token_type: 'access_token', expires_in });
  }

  isSubscribed({ headers }: WireRequest): boolean {
    return presents(headers['ocp-apim-subscription-key'], this.#issued.subscriptionKey);
  }

  isAuthorized(request: WireRequest): Promise<boolean> {
    return this.tokens.isValid(productOf(request), bearerToken(request));
  }

  isTargetEnvironment({ headers }: WireRequest): boolean {
    return headers['x-target-environment'] === this.#issued.targetEnvironment;
  }

  /** The host of callbacks is fixed when the API user is created. */
  isProvisioned(callbackUrl: string): boolean {
    return URL.canParse(callbackUrl) && new URL(callbackUrl).hostname === this.config.MTN_MOMO_CALLBACK_HOST;
  }

  revoke(request: WireRequest): Promise<void> {
    return this.tokens.revoke(bearerToken(request));
  }

  get #issued(): Credentials<(typeof momoFields)[number]> {
    return readCredentials(this.config.MTN_MOMO_TEST_CREDENTIALS.reveal(), momoFields);
  }
}

function productOf({ path }: WireRequest): Product {
  return path.startsWith('/disbursement/') ? 'momo_disbursement' : 'momo_collection';
}
