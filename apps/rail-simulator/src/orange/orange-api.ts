import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RailSimulatorConfig } from '../config.js';
import type { Credentials } from '../credentials.js';
import { orangeFields, presents, readCredentials } from '../credentials.js';
import { Collections } from '../payments/collections.js';
import type { Payment } from '../payments/payment.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import type { Scenario } from '../payments/scenarios.js';
import { scenarioKey, scenarios } from '../payments/scenarios.js';
import { TokensRepository } from '../tokens/tokens.repository.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { basicCredentials, bearerToken, json } from '../wire/exchange.js';
import type { PayRequest } from './orange-requests.js';
import { readPay } from './orange-requests.js';
import { ORANGE_FAILURES, orangePayment } from './orange-views.js';

const ROOT = '/omcoreapis/1.0.2/mp';
const STATUS_PATH = /^\/omcoreapis\/1\.0\.2\/mp\/paymentstatus\/([A-Za-z0-9]{1,64})$/;

/** Orange Money's merchant payments (core API 1.0.2, as the operator's guide of Cameroon describes them). */
@Injectable()
export class OrangeApi {
  constructor(
    private readonly config: RailSimulatorConfig,
    private readonly tokens: TokensRepository,
    private readonly payments: PaymentsRepository,
    private readonly collections: Collections,
  ) {}

  get #issued(): Credentials<(typeof orangeFields)[number]> {
    return readCredentials(this.config.ORANGE_MONEY_TEST_CREDENTIALS.reveal(), orangeFields);
  }

  async answer(request: WireRequest): Promise<WireAnswer> {
    const { method, path } = request;
    if (method === 'POST' && path === '/token') return this.#token(request);
    if (!(await this.tokens.isValid('orange_money', bearerToken(request)))) return INVALID_CREDENTIALS;
    if (!presents(request.headers['x-auth-token'], this.#issued.authToken))
      return json(401, { message: 'Unauthorized', data: null });
    if (method === 'POST' && path === `${ROOT}/init`) return this.#init();
    if (method === 'POST' && path === `${ROOT}/pay`) return this.#pay(request);
    const [, payToken] = STATUS_PATH.exec(path) ?? [];
    return method === 'GET' && payToken !== undefined ? this.#status(payToken) : NO_RESOURCE;
  }

  /** The token that is still valid is given out again, with the time that it has left. */
  async #token(request: WireRequest): Promise<WireAnswer> {
    const { clientId, clientSecret } = this.#issued;
    if (!presents(basicCredentials(request), `${clientId}:${clientSecret}`))
      return json(401, { error_description: 'Client Authentication failed.', error: 'invalid_client' });
    if (new URLSearchParams(request.body).get('grant_type') !== 'client_credentials')
      return json(400, { error_description: 'Missing grant_type parameter value', error: 'invalid_request' });
    const { token, expires_in } =
      (await this.tokens.current('orange_money')) ?? (await this.tokens.issue('orange_money', randomUUID()));
    return json(200, { access_token: token, scope: 'am_application_scope default', token_type: 'Bearer', expires_in });
  }

  /** A payToken is one payment that nobody was asked for yet. */
  async #init(): Promise<WireAnswer> {
    const payToken = `MP${randomBytes(13).toString('hex').toUpperCase()}`;
    await this.payments.initiate('orange_money', payToken);
    return json(200, { message: 'Payment request successfully initiated', data: { payToken } });
  }

  async #pay(request: WireRequest): Promise<WireAnswer> {
    const asked = readPay(request);
    if (typeof asked === 'string') return json(400, { message: `Invalid parameter: ${asked}`, data: null });
    if (!this.#isChannel(asked)) return json(401, { message: '00410 :: Numero ou code PIN invalide', data: null });
    const scenario = scenarios[scenarioKey(asked.msisdn)] ?? NO_ACCOUNT;
    const begun = await this.collections.begin(
      asked,
      isRefused(scenario) ? { ...scenario, afterSeconds: 0 } : scenario,
    );
    return begun ? this.#paid(asked.reference) : this.#repeated(asked.reference);
  }

  #isChannel({ channelUserMsisdn, pin }: PayRequest): boolean {
    const issued = this.#issued;
    return channelUserMsisdn === issued.channelMsisdn && presents(pin, issued.channelPin);
  }

  async #repeated(payToken: string): Promise<WireAnswer> {
    const payment = await this.payments.find('orange_money', payToken);
    if (payment === undefined) return NO_PAYMENT;
    return json(422, { message: 'Payment already initiated with this payToken', data: orangePayment(payment) });
  }

  async #paid(payToken: string): Promise<WireAnswer> {
    const payment = await this.payments.find('orange_money', payToken);
    if (payment === undefined) return NO_PAYMENT;
    const refusal = refusalOf(payment);
    if (refusal !== undefined)
      return json(417, { message: `${refusal.code} :: ${refusal.message}`, data: orangePayment(payment) });
    return json(200, { message: 'Merchant payment successfully initiated', data: orangePayment(payment) });
  }

  async #status(payToken: string): Promise<WireAnswer> {
    const payment = await this.payments.query('orange_money', payToken);
    if (payment === undefined) return NO_PAYMENT;
    return json(200, { message: 'Transaction retrieved successfully', data: orangePayment(payment) });
  }
}

const NO_ACCOUNT = { meaning: '', verdict: 'payer_not_found', afterSeconds: 0, callbacks: 'none' } as const;

const INVALID_CREDENTIALS = json(401, {
  fault: {
    code: 900_901,
    message: 'Invalid Credentials',
    description: 'Invalid Credentials. Make sure you have given the correct access token',
  },
});
const NO_RESOURCE = json(404, {
  fault: { code: 404, message: 'Not Found', description: 'No matching resource found' },
});
const NO_PAYMENT = json(404, { message: 'Payment not found', data: null });

/** Whether the submission itself is refused. */
function isRefused({ verdict }: Scenario): boolean {
  return verdict !== undefined && verdict !== 'approved' && ORANGE_FAILURES[verdict].refused;
}

function refusalOf({ reason }: Payment): (typeof ORANGE_FAILURES)[keyof typeof ORANGE_FAILURES] | undefined {
  const failure = reason === null ? undefined : ORANGE_FAILURES[reason];
  return failure?.refused === true ? failure : undefined;
}
