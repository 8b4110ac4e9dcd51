import { Injectable } from '@nestjs/common';
import { Collections } from '../payments/collections.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { isHidden, isOversized } from '../payments/reported.js';
import { ScenarioBook } from '../payments/scenario-book.js';
import type { Dialect } from '../payments/submit-faults.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { empty, json, oversized } from '../wire/exchange.js';
import { MomoAccess } from './momo-access.js';
import { isUuidV4, readRequestToPay } from './momo-requests.js';
import { momoStatus } from './momo-views.js';

const STATUS_PATH = /^\/collection\/v1_0\/requesttopay\/([^/]+)$/;

/** MTN MoMo's collection API, https://momodeveloper.mtn.com/api-documentation. Logical errors arrive as HTTP 500 with a code. */
@Injectable()
export class MomoApi {
  constructor(
    private readonly access: MomoAccess,
    private readonly payments: PaymentsRepository,
    private readonly scenarios: ScenarioBook,
    private readonly collections: Collections,
  ) {}

  async answer(request: WireRequest): Promise<WireAnswer> {
    const { method, path } = request;
    if (!this.access.isSubscribed(request)) return INVALID_SUBSCRIPTION_KEY;
    if (method === 'POST' && path === '/collection/token/') return this.access.token(request);
    const [, reference] = STATUS_PATH.exec(path) ?? [];
    const isSubmission = method === 'POST' && path === '/collection/v1_0/requesttopay';
    if (!isSubmission && !(method === 'GET' && reference !== undefined)) return RESOURCE_NOT_FOUND_BY_GATEWAY;
    if (!(await this.access.isAuthorized(request))) return UNAUTHORIZED;
    if (!this.access.isTargetEnvironment(request))
      return failure('NOT_ALLOWED_TARGET_ENVIRONMENT', 'Access to target environment is forbidden.');
    return isSubmission ? this.#requestToPay(request) : this.#status(reference ?? '');
  }

  async #requestToPay(request: WireRequest): Promise<WireAnswer> {
    const reference = request.headers['x-reference-id'] ?? '';
    const callbackUrl = request.headers['x-callback-url'];
    const asked = readRequestToPay(request);
    if (!isUuidV4(reference) || asked === undefined) return empty(400);
    if (callbackUrl !== undefined && !this.access.isProvisioned(callbackUrl))
      return failure('INVALID_CALLBACK_URL_HOST', 'Callback URL with different host name to configured for API User.');
    if (asked.currency !== 'XAF') return failure('INVALID_CURRENCY', 'Currency not supported.');
    const { key, scenario } = await this.scenarios.of(asked.msisdn);
    if (scenario === undefined) return failure('PAYER_NOT_FOUND', 'Payer does not exist.');
    return this.collections.submit({
      asked: { rail: 'mtn_momo', reference, callbackUrl, ...asked },
      ...{ key, scenario, dialect },
      revokeToken: () => this.access.revoke(request),
      accepted: () => Promise.resolve(empty(202)),
      repeated: () => Promise.resolve(DUPLICATE),
    });
  }

  async #status(reference: string): Promise<WireAnswer> {
    if (!isUuidV4(reference)) return empty(400);
    const payment = await this.payments.query('mtn_momo', reference);
    if (payment === undefined || isHidden(payment)) return NOT_FOUND;
    return isOversized(payment) ? oversized(momoStatus(payment)) : json(200, momoStatus(payment));
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

const dialect: Dialect = {
  unauthorized: UNAUTHORIZED,
  internalError: failure('INTERNAL_PROCESSING_ERROR', 'Internal processing error.'),
  tooManyRequests: json(
    429,
    { statusCode: 429, message: 'Rate limit is exceeded. Try again in 10 seconds.' },
    { 'retry-after': '10' },
  ),
  unavailable: json(503, { code: 'SERVICE_UNAVAILABLE', message: 'Service temporarily unavailable, try again later.' }),
};

function failure(code: string, message: string): WireAnswer {
  return json(500, { code, message });
}
