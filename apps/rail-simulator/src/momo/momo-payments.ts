import { Injectable } from '@nestjs/common';
import type { Kind, Payment, PaymentRequest } from '../payments/payment.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { isHidden, isOversized } from '../payments/reported.js';
import { ScenarioBook } from '../payments/scenario-book.js';
import { Submissions } from '../decisions/submissions.js';
import { statementAnswer } from '../statements/statement-answer.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { empty, json, oversized } from '../wire/exchange.js';
import { uuidV4Of } from '../wire/uuid-v4.js';
import { MomoAccess } from './momo-access.js';
import { dialect, DUPLICATE, failure, NOT_FOUND } from './momo-answers.js';
import type { MomoRequest } from './momo-requests.js';
import { readRequest } from './momo-requests.js';
import { momoStatus } from './momo-views.js';

/** Requests to pay, refunds and transfers. The client's X-Reference-Id names each of them. */
@Injectable()
export class MomoPayments {
  constructor(
    private readonly access: MomoAccess,
    private readonly payments: PaymentsRepository,
    private readonly scenarios: ScenarioBook,
    private readonly submissions: Submissions,
  ) {}

  async submit(kind: Kind, request: WireRequest): Promise<WireAnswer> {
    const reference = uuidV4Of(request.headers['x-reference-id'] ?? '');
    const callbackUrl = request.headers['x-callback-url'];
    const given = readRequest(kind, request);
    if (reference === undefined || given === undefined) return empty(400);
    if (callbackUrl !== undefined && !this.access.isProvisioned(callbackUrl))
      return failure('INVALID_CALLBACK_URL_HOST', 'Callback URL with different host name to configured for API User.');
    if (given.currency !== 'XAF') return failure('INVALID_CURRENCY', 'Currency not supported.');
    const msisdn = given.msisdn ?? (await this.#payerOf(given));
    if (msisdn === undefined) return NOT_FOUND;
    const { key, scenario } = await this.scenarios.of(kind, msisdn);
    if (scenario === undefined) return kind === 'collection' ? NO_PAYER : NO_PAYEE;
    const asked: PaymentRequest = { rail: 'mtn_momo', kind, reference, callbackUrl, ...given, msisdn };
    return this.submissions.submit({
      ...{ asked, key, scenario, dialect },
      revokeToken: () => this.access.revoke(request),
      accepted: () => Promise.resolve(empty(202)),
      repeated: () => Promise.resolve(DUPLICATE),
    });
  }

  async status(kind: Kind, named: string): Promise<WireAnswer> {
    const reference = uuidV4Of(named);
    if (reference === undefined) return empty(400);
    const payment = await this.payments.query('mtn_momo', reference);
    if (payment?.kind !== kind || isHidden(payment)) return NOT_FOUND;
    return isOversized(payment) ? oversized(momoStatus(payment)) : json(200, momoStatus(payment));
  }

  async statement(day: string): Promise<WireAnswer> {
    return statementAnswer(await this.payments.statementOf('mtn_momo', day));
  }

  /** A refund goes to the payer of a successful collection. */
  async #payerOf({ original = '' }: MomoRequest): Promise<string | undefined> {
    const payment = await this.payments.find('mtn_momo', original);
    return isCollected(payment) ? (payment.msisdn ?? undefined) : undefined;
  }
}

const NO_PAYER = failure('PAYER_NOT_FOUND', 'Payer does not exist.');
const NO_PAYEE = failure('PAYEE_NOT_FOUND', 'Payee does not exist.');

function isCollected(payment: Payment | undefined): payment is Payment {
  return payment?.kind === 'collection' && payment.state === 'succeeded';
}
