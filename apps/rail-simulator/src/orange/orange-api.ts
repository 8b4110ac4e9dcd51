import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Submissions } from '../decisions/submissions.js';
import type { Kind, Payment } from '../payments/payment.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { isHidden, isOversized } from '../payments/reported.js';
import { ScenarioBook } from '../payments/scenario-book.js';
import type { Scenario } from '../payments/scenarios.js';
import type { Dialect } from '../decisions/submit-faults.js';
import { statementAnswer, statementDay } from '../statements/statement-answer.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { json, oversized } from '../wire/exchange.js';
import { OrangeAccess } from './orange-access.js';
import { readPay } from './orange-requests.js';
import { ORANGE_FAILURES, orangePayment } from './orange-views.js';

/** Payments to the merchant, and cash-ins from its channel. */
const KINDS: Readonly<Record<string, Kind>> = { mp: 'collection', cashin: 'cash_in' };
const PATH = /^\/omcoreapis\/1\.0\.2\/(mp|cashin)\/(?:(init|pay)|paymentstatus\/([A-Za-z0-9]{1,64}))$/;

/** Orange Money's merchant payments and cash-ins (core API 1.0.2, as the operator's guide of Cameroon describes them). */
@Injectable()
export class OrangeApi {
  constructor(
    private readonly access: OrangeAccess,
    private readonly payments: PaymentsRepository,
    private readonly scenarios: ScenarioBook,
    private readonly submissions: Submissions,
  ) {}

  async answer(request: WireRequest): Promise<WireAnswer> {
    const { method, path } = request;
    if (method === 'POST' && path === '/token') return this.access.token(request);
    if (!(await this.access.isAuthorized(request))) return INVALID_CREDENTIALS;
    if (!this.access.hasAuthToken(request)) return json(401, { message: 'Unauthorized', data: null });
    const day = statementDay(request);
    if (day !== undefined) return statementAnswer(await this.payments.statementOf('orange_money', day));
    const [, product = '', step, payToken] = PATH.exec(path) ?? [];
    const kind = KINDS[product];
    if (kind === undefined) return NO_RESOURCE;
    if (method === 'POST' && step === 'init') return this.#init(kind);
    if (method === 'POST' && step === 'pay') return this.#pay(request, kind);
    return method === 'GET' && payToken !== undefined ? this.#status(payToken, kind) : NO_RESOURCE;
  }

  /** A payToken is one payment that nobody was asked for yet. */
  async #init(kind: Kind): Promise<WireAnswer> {
    const payToken = `MP${randomBytes(13).toString('hex').toUpperCase()}`;
    await this.payments.initiate('orange_money', payToken, kind);
    return json(200, { message: 'Payment request successfully initiated', data: { payToken } });
  }

  async #pay(request: WireRequest, kind: Kind): Promise<WireAnswer> {
    const asked = readPay(request, kind);
    if (typeof asked === 'string') return json(400, { message: `Invalid parameter: ${asked}`, data: null });
    if (!this.access.isChannel(asked))
      return json(401, { message: '00410 :: Numero ou code PIN invalide', data: null });
    const { key, scenario = NO_ACCOUNT } = await this.scenarios.of(kind, asked.msisdn);
    return this.submissions.submit({
      ...{ asked, key, dialect },
      scenario: isRefused(scenario) ? { ...scenario, afterSeconds: 0 } : scenario,
      revokeToken: () => this.access.revoke(request),
      accepted: () => this.#paid(asked.reference),
      repeated: () => this.#repeated(asked.reference),
    });
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
    // also when the payer was quicker than this answer
    const data = orangePayment({ ...payment, state: 'pending', reason: null });
    return json(200, { message: 'Merchant payment successfully initiated', data });
  }

  async #status(payToken: string, kind: Kind): Promise<WireAnswer> {
    const payment = await this.payments.query('orange_money', payToken);
    if (payment?.kind !== kind || isHidden(payment)) return NO_PAYMENT;
    const body = { message: 'Transaction retrieved successfully', data: orangePayment(payment) };
    return isOversized(payment) ? oversized(body) : json(200, body);
  }
}

const NO_ACCOUNT: Scenario = { meaning: '', verdict: 'payer_not_found', afterSeconds: 0, callbacks: 'none' };

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

const dialect: Dialect = {
  unauthorized: INVALID_CREDENTIALS,
  internalError: json(500, { message: 'Internal Server Error', data: null }),
  tooManyRequests: json(429, {
    fault: { code: 900_800, message: 'Message throttled out', description: 'You have exceeded your quota' },
  }),
  unavailable: json(503, { fault: { code: 101_504, message: 'Runtime Error', description: 'Send timeout' } }),
};

/** True when the submission itself is refused. */
function isRefused({ verdict }: Scenario): boolean {
  return verdict !== undefined && verdict !== 'approved' && ORANGE_FAILURES[verdict].refused;
}

function refusalOf({ reason }: Payment): (typeof ORANGE_FAILURES)[keyof typeof ORANGE_FAILURES] | undefined {
  const failure = reason === null ? undefined : ORANGE_FAILURES[reason];
  return failure?.refused === true ? failure : undefined;
}
