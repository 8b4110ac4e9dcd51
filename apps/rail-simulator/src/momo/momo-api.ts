import { Injectable } from '@nestjs/common';
import { BooksRepository } from '../payments/books.repository.js';
import type { Kind } from '../payments/payment.js';
import { ScenarioBook } from '../payments/scenario-book.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { json } from '../wire/exchange.js';
import { MomoAccess } from './momo-access.js';
import { failure, INVALID_SUBSCRIPTION_KEY, NO_RESOURCE, UNAUTHORIZED } from './momo-answers.js';
import { MomoPayments } from './momo-payments.js';

const SUBMISSIONS: Readonly<Record<string, Kind>> = {
  '/collection/v1_0/requesttopay': 'collection',
  '/disbursement/v2_0/refund': 'refund',
  '/disbursement/v1_0/transfer': 'transfer',
};
const STATUSES: Readonly<Record<string, Kind>> = {
  '/collection/v1_0/requesttopay': 'collection',
  '/disbursement/v1_0/refund': 'refund',
  '/disbursement/v1_0/transfer': 'transfer',
};

const ACCOUNT_HOLDER = /^\/(?:collection|disbursement)\/v1_0\/accountholder\/msisdn\/([^/]{1,64})\/active$/i;

/** MTN MoMo's collections and disbursements, https://momodeveloper.mtn.com/api-documentation. */
@Injectable()
export class MomoApi {
  constructor(
    private readonly access: MomoAccess,
    private readonly payments: MomoPayments,
    private readonly books: BooksRepository,
    private readonly scenarios: ScenarioBook,
  ) {}

  async answer(request: WireRequest): Promise<WireAnswer> {
    if (!this.access.isSubscribed(request)) return INVALID_SUBSCRIPTION_KEY;
    if (request.method === 'POST' && /^\/[a-z]+\/token\/$/.test(request.path)) return this.access.token(request);
    if (!(await this.access.isAuthorized(request))) return UNAUTHORIZED;
    if (!this.access.isTargetEnvironment(request))
      return failure('NOT_ALLOWED_TARGET_ENVIRONMENT', 'Access to target environment is forbidden.');
    return request.method === 'POST' ? this.#submit(request) : this.#read(request);
  }

  async #submit(request: WireRequest): Promise<WireAnswer> {
    const kind = SUBMISSIONS[request.path];
    return kind === undefined ? NO_RESOURCE : this.payments.submit(kind, request);
  }

  async #read({ method, path }: WireRequest): Promise<WireAnswer> {
    if (method !== 'GET') return NO_RESOURCE;
    if (path.endsWith('/v1_0/account/balance')) return this.#balance();
    const holder = ACCOUNT_HOLDER.exec(path)?.[1];
    if (holder !== undefined) return json(200, { result: await this.#isActive(holder) });
    const [, resource = '', reference = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const kind = STATUSES[resource];
    return kind === undefined ? NO_RESOURCE : this.payments.status(kind, reference);
  }

  /** As payments from the number go: without an account, or with one that is inactive, there are none. */
  async #isActive(msisdn: string): Promise<boolean> {
    if (!/^2376\d{8}$/.test(msisdn)) return false;
    const { scenario } = await this.scenarios.of('collection', msisdn);
    return scenario !== undefined && scenario.verdict !== 'payer_not_found' && scenario.verdict !== 'payer_inactive';
  }

  async #balance(): Promise<WireAnswer> {
    const availableBalance = String(await this.books.merchantBalance('mtn_momo'));
    return json(200, { availableBalance, currency: 'XAF' });
  }
}
