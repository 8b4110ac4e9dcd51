import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RailSimulatorConfig } from '../config.js';
import type { Credentials } from '../credentials.js';
import { momoFields, presents, readCredentials } from '../credentials.js';
import { Collections } from '../payments/collections.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { scenarioKey, scenarios } from '../payments/scenarios.js';
import { TokensRepository } from '../tokens/tokens.repository.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { basicCredentials, bearerToken, empty, html, json } from '../wire/exchange.js';
import { isUuidV4, readRequestToPay } from './momo-requests.js';
import { momoStatus } from './momo-views.js';

const STATUS_PATH = /^\/collection\/v1_0\/requesttopay\/([^/]+)$/;

/** MTN MoMo's collection API, https://momodeveloper.mtn.com/api-documentation. Logical errors arrive as HTTP 500 with a code. */
@Injectable()
export class MomoApi {
  constructor(
    private readonly config: RailSimulatorConfig,
    private readonly tokens: TokensRepository,
    private readonly payments: PaymentsRepository,
    private readonly collections: Collections,
  ) {}

  async answer(request: WireRequest): Promise<WireAnswer> {
    const { method, path } = request;
    if (!this.#isSubscribed(request)) return INVALID_SUBSCRIPTION_KEY;
    if (method === 'POST' && path === '/collection/token/') return this.#token(request);
    const [, reference] = STATUS_PATH.exec(path) ?? [];
    const isSubmission = method === 'POST' && path === '/collection/v1_0/requesttopay';
    if (!isSubmission && !(method === 'GET' && reference !== undefined)) return RESOURCE_NOT_FOUND_BY_GATEWAY;
    if (!(await this.tokens.isValid('momo_collection', bearerToken(request)))) return UNAUTHORIZED;
    if (request.headers['x-target-environment'] !== this.#issued.targetEnvironment)
      return failure('NOT_ALLOWED_TARGET_ENVIRONMENT', 'Access to target environment is forbidden.');
    return isSubmission ? this.#requestToPay(request) : this.#status(reference ?? '');
  }

  get #issued(): Credentials<(typeof momoFields)[number]> {
    return readCredentials(this.config.MTN_MOMO_TEST_CREDENTIALS.reveal(), momoFields);
  }

  #isSubscribed({ headers }: WireRequest): boolean {
    return presents(headers['ocp-apim-subscription-key'], this.#issued.subscriptionKey);
  }

  /** Without a body the servers in front answer 411, to a form with a page. */
  async #token(request: WireRequest): Promise<WireAnswer> {
    const { apiUser, apiKey } = this.#issued;
    if (request.body === '')
      return html(411, 'Length Required', 'HTTP Error 411. The request must be chunked or have a content length.');
    if (request.headers['content-type']?.includes('form') === true)
      return html(200, 'Request Rejected', 'The requested URL was rejected. Please consult with your administrator.');
    if (!presents(basicCredentials(request), `${apiUser}:${apiKey}`)) return json(401, { error: 'login_failed' });
    const { token, expires_in } = await this.tokens.issue('momo_collection', randomBytes(48).toString('base64url'));
    return json(200, { access_token: token, token_type: 'access_token', expires_in });
  }

  async #requestToPay(request: WireRequest): Promise<WireAnswer> {
    const reference = request.headers['x-reference-id'] ?? '';
    const callbackUrl = request.headers['x-callback-url'];
    const asked = readRequestToPay(request);
    if (!isUuidV4(reference) || asked === undefined) return empty(400);
    if (callbackUrl !== undefined && !this.#isProvisioned(callbackUrl))
      return failure('INVALID_CALLBACK_URL_HOST', 'Callback URL with different host name to configured for API User.');
    if (asked.currency !== 'XAF') return failure('INVALID_CURRENCY', 'Currency not supported.');
    const scenario = scenarios[scenarioKey(asked.msisdn)];
    if (scenario === undefined) return failure('PAYER_NOT_FOUND', 'Payer does not exist.');
    const begun = await this.collections.begin({ rail: 'mtn_momo', reference, callbackUrl, ...asked }, scenario);
    return begun ? empty(202) : DUPLICATE;
  }

  /** The host of callbacks is fixed when the API user is created. */
  #isProvisioned(url: string): boolean {
    return URL.canParse(url) && new URL(url).hostname === this.config.MTN_MOMO_CALLBACK_HOST;
  }

  async #status(reference: string): Promise<WireAnswer> {
    if (!isUuidV4(reference)) return empty(400);
    const payment = await this.payments.query('mtn_momo', reference);
    return payment === undefined ? NOT_FOUND : json(200, momoStatus(payment));
  }
}

const INVALID_SUBSCRIPTION_KEY = json(401, {
  statusCode: 401,
  message:
    'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.',
});
const RESOURCE_NOT_FOUND_BY_GATEWAY = json(404, { statusCode: 404, message: 'Resource not found' });
const UNAUTHORIZED = json(401, { statusCode: 401, message: 'Unauthorized' });
const DUPLICATE = json(409, {
  code: 'RESOURCE_ALREADY_EXIST',
  message: 'Duplicated reference id. Creation of resource failed.',
});
const NOT_FOUND = json(404, { code: 'RESOURCE_NOT_FOUND', message: 'Requested resource was not found.' });

function failure(code: string, message: string): WireAnswer {
  return json(500, { code, message });
}
