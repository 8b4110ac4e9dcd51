import { Injectable } from '@nestjs/common';
import { BooksRepository } from '../payments/books.repository.js';
import type { Kind } from '../payments/payment.js';
import { ScenarioBook } from '../payments/scenario-book.js';
import { statementDay } from '../statements/statement-answer.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { json } from '../wire/exchange.js';
import { MomoAccess } from './momo-access.js';
import { failure, INVALID_SUBSCRIPTION_KEY, NO_RESOURCE, NOT_FOUND, UNAUTHORIZED } from './momo-answers.js';
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

const OWNER = /^\/(?:collection|disbursement)\/v1_0\/accountholder\/msisdn\/([^/]{1,64})\/basicuserinfo$/i;
const ACCOUNT_HOLDER = /^\/(?:collection|disbursement)\/v1_0\/accountholder\/msisdn\/([^/]{1,64})\/active$/i;

const WITHOUT_ACCOUNT: readonly string[] = ['payer_not_found', 'payee_not_found', 'payer_inactive'];

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
    const product = /^\/(collection|disbursement)\/v1_0\/account\/balance$/.exec(path)?.[1];
    if (product !== undefined) return this.#balance(product === 'collection' ? 'mtn_momo' : 'mtn_momo/disbursement');
    const day = statementDay({ method, path });
    if (day !== undefined) return this.payments.statement(day);
    const holder = ACCOUNT_HOLDER.exec(path)?.[1];
    const owned = OWNER.exec(path)?.[1];
    if (owned !== undefined) return (await this.#isActive(owned, 'transfer')) ? json(200, ownerOf(owned)) : NOT_FOUND;
    if (holder !== undefined) return json(200, { result: await this.#isActive(holder) });
    const [, resource = '', reference = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const kind = STATUSES[resource];
    return kind === undefined ? NO_RESOURCE : this.payments.status(kind, reference);
  }

  /** As payments from the number go: without an account, or with one that is inactive, there are none. */
  async #isActive(msisdn: string, kind: Kind = 'collection'): Promise<boolean> {
    if (!/^2376\d{8}$/.test(msisdn)) return false;
    const { scenario } = await this.scenarios.of(kind, msisdn);
    return scenario !== undefined && !WITHOUT_ACCOUNT.includes(scenario.verdict ?? '');
  }

  async #balance(account: string): Promise<WireAnswer> {
    const availableBalance = String(await this.books.balanceOf(account));
    return json(200, { availableBalance, currency: 'XAF' });
  }
}

/** The owner of a number: one name for each number, with letters that are not in ASCII. */
function ownerOf(msisdn: string): Readonly<Record<string, string>> {
  const digits = msisdn.slice(-2);
  return {
    sub: msisdn,
    name: `Aïcha Essai ${digits}`,
    given_name: 'Aïcha',
    family_name: `Essai ${digits}`,
    locale: 'fr_CM',
  };
}
