import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RailSimulatorConfig } from '../config.js';
import type { Credentials } from '../credentials.js';
import { orangeFields, presents, readCredentials } from '../credentials.js';
import { TokensRepository } from '../tokens/tokens.repository.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { basicCredentials, bearerToken, json } from '../wire/exchange.js';
import type { PayRequest } from './orange-requests.js';

/** Access to Orange Money: a client with a token and the X-AUTH-TOKEN, for a merchant's number with its PIN. */
@Injectable()
export class OrangeAccess {
  constructor(
    private readonly config: RailSimulatorConfig,
    private readonly tokens: TokensRepository,
  ) {}

  /** The token that is still valid is given out again, with the time that it has left. */
  async token(request: WireRequest): Promise<WireAnswer> {
    const { clientId, clientSecret } = this.#issued;
    if (!presents(basicCredentials(request), `${clientId}:${clientSecret}`))
      return json(401, { error_description: 'Client Authentication failed.', error: 'invalid_client' });
    if (new URLSearchParams(request.body).get('grant_type') !== 'client_credentials')
      return json(400, { error_description: 'Missing grant_type parameter value', error: 'invalid_request' });
    const { token, expires_in } =
      (await this.tokens.current('orange_money')) ?? (await this.tokens.issue('orange_money', randomUUID()));
    return json(200, { access_token: token, scope: 'am_application_scope default', token_type: 'Bearer', expires_in });
  }

  isAuthorized(request: WireRequest): Promise<boolean> {
    return this.tokens.isValid('orange_money', bearerToken(request));
  }

  hasAuthToken({ headers }: WireRequest): boolean {
    return presents(headers['x-auth-token'], this.#issued.authToken);
  }

  isChannel({ channelUserMsisdn, pin }: PayRequest): boolean {
    const { channelMsisdn, channelPin } = this.#issued;
    return channelUserMsisdn === channelMsisdn && presents(pin, channelPin);
  }

  revoke(request: WireRequest): Promise<void> {
    return this.tokens.revoke(bearerToken(request));
  }

  get #issued(): Credentials<(typeof orangeFields)[number]> {
    return readCredentials(this.config.ORANGE_MONEY_TEST_CREDENTIALS.reveal(), orangeFields);
  }
}
