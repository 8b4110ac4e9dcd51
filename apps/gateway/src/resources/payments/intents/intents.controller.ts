import { Controller, Get, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type {
  CreateIntentCommand,
  Currency,
  ErrorCode,
  Fault,
  IntentOfMerchant,
  ListIntentsCommand,
  PaymentIntent,
  SearchIntentsRequest,
} from '@paygate/contracts';
import {
  awaitCharge,
  cancelIntent,
  createIntent,
  currencies,
  getIntent,
  headers,
  HOME_COUNTRY_CODE,
  listIntents,
  operations,
  preferenceHeaders,
  SEARCHED_PHONE_END,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, PaygateError, Sealer } from '@paygate/platform';
import { searchedPhoneOf } from '@paygate/typed-input';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../credentials/account.js';
import { accountOf, actingAccountOf, readsPayers } from '../../../credentials/account.js';
import type { Caller } from '../../../credentials/caller.js';
import { callerOf } from '../../../credentials/caller.js';
import { SessionTokens } from '../../../credentials/tokens/session-tokens.js';
import { accepted, markReplay, sendJson } from '../../../edge/answers.js';
import { Beginnings } from '../../beginnings.js';
import { idempotencyOf } from '../../../requests/idempotency.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { ANSWER_MARGIN_MS, preferredWaitMs } from '../../../edge/headers/preference.js';
import { IntentViews } from './intent-views.js';
import { listFaults, listing, soughtFaults } from './intent-listing.js';
import { returnUrlFaults } from './return-url.js';
import { intentIdOf } from '../../../requests/path-id.js';

const creations = new RequestReader(operations.createIntent);
const lists = new RequestReader(operations.listIntents);
const reads = new RequestReader(operations.getIntent);
const sessionReads = new RequestReader(operations.getIntentBySession);
const searches = new RequestReader(operations.searchIntents);
const cancellations = new RequestReader(operations.cancelIntent);

/** Payment intents over HTTP. */
@Controller()
export class IntentsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sessions: SessionTokens,
    private readonly views: IntentViews,
    private readonly sealer: Sealer,
  ) {}

  @Post(routeOf(operations.createIntent))
  @UseInterceptors(Beginnings)
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const command = creation(request, caller);
    const outcome = accepted(await this.bus.send(createIntent, command, { requestId: request.id }));
    markReplay(reply, outcome);
    const sessionToken = this.sessions.mint(outcome.data);
    sendJson(reply, operations.createIntent.success, this.views.text(outcome.data, 'merchant', { sessionToken }));
  }

  @Get(routeOf(operations.listIntents))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { query } = lists.read(request, { faultsOf: ({ query: given }) => listFaults(given) });
    const { q: text, reference, providerReference, userId, customerId, tillId, metadata } = query;
    const named = given({ text, reference, providerReference, userId, customerId, tillId, metadata });
    const command = Object.assign(listing(query, account), named);
    sendJson(reply, operations.listIntents.success, await this.pageOf(command, request.id));
  }

  @Post(routeOf(operations.searchIntents))
  async search(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { fields } = searches.read(request, { faultsOf: ({ body }) => [...listFaults(body), ...soughtFaults(body)] });
    const { q } = given({ q: fields.q });
    const phone = soughtPhone(fields, readsPayers(request));
    // intents of the version before read the phone alone, and find nothing without one
    const payerPhone = this.sealer.seal('charging', phone ?? '', 'search-intents.phone');
    const typed = q === undefined ? undefined : this.sealer.seal('intents', q, 'search-intents.text');
    const command = Object.assign(listing(fields, account), { payerPhone }, given({ typed }));
    sendJson(reply, operations.searchIntents.success, await this.pageOf(command, request.id));
  }

  @Get(routeOf(operations.getIntentBySession))
  async readBySession(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    sessionReads.read(request);
    const intentId = this.sessions.sessionOf(request.headers)?.intentId;
    if (intentId === undefined)
      throw new PaygateError('session_token_invalid', {
        detail: `The header ${headers.sessionToken} is missing.`,
        param: headers.sessionToken,
      });
    const audience = caller.type === 'publishable' ? 'public' : 'merchant';
    const intent = await this.settled(request, reply, owned(caller, intentId));
    const extras = await this.views.extrasFor(request, intent);
    sendJson(reply, operations.getIntentBySession.success, this.views.text(intent, audience, extras));
  }

  @Get(routeOf(operations.getIntent))
  async read(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    reads.read(request);
    const id = intentIdOf(request);
    const intent = await this.settled(request, reply, owned(account, id));
    sendJson(reply, operations.getIntent.success, this.views.text(intent, 'merchant'));
  }

  @Post(routeOf(operations.cancelIntent))
  async cancel(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    cancellations.read(request);
    const intentId = intentIdOf(request);
    const command = { intentId, ...account };
    const outcome = accepted(await this.bus.send(cancelIntent, command, { requestId: request.id }));
    markReplay(reply, outcome);
    sendJson(reply, operations.cancelIntent.success, this.views.text(outcome.data, 'merchant'));
  }

  private async pageOf(command: ListIntentsCommand, requestId: string): Promise<string> {
    const { data } = accepted(await this.bus.send(listIntents, command, { requestId }));
    const intents = data.intents.map((intent) => this.views.text(intent, 'merchant')).join(',');
    const rest = JSON.stringify({ hasMore: data.hasMore, nextCursor: data.nextCursor ?? null });
    return `{"data":[${intents}],${rest.slice(1)}`;
  }

  /** The intent; one that is PROCESSING once its outcome is known, if that comes within the wait. */
  private async settled(
    { id: requestId, headers: given }: FastifyRequest,
    reply: FastifyReply,
    { intentId, merchantId, mode }: IntentOfMerchant,
  ): Promise<PaymentIntent> {
    const command = { intentId, merchantId, mode };
    const waitMs = preferredWaitMs(given);
    const { data: intent } = accepted(await this.bus.send(getIntent, command, { requestId }));
    if (waitMs === 0 || intent.status !== 'PROCESSING') return intent;
    const wait = { ...command, waitMs, waitId: newId('request') };
    await this.bus.send(awaitCharge, wait, { requestId, timeoutMs: waitMs + ANSWER_MARGIN_MS });
    const { data: later } = accepted(await this.bus.send(getIntent, command, { requestId }));
    if (later.status !== 'PROCESSING') void reply.header(preferenceHeaders.applied, 'wait');
    return later;
  }
}

/**
 * The phone that a search is for: a whole number only for callers who may read numbers, because what is found confirms it. Throws
 * `scope_missing`.
 */
function soughtPhone({ q, phoneNumber }: SearchIntentsRequest, mayName: boolean): string | undefined {
  if (typeof phoneNumber === 'string') {
    if (!mayName) throw new PaygateError('scope_missing', { param: 'phoneNumber', fields: { scope: 'payers:read' } });
    return phoneNumber;
  }
  const phone = searchedPhoneOf(q ?? '', HOME_COUNTRY_CODE, SEARCHED_PHONE_END);
  return mayName || phone?.length === SEARCHED_PHONE_END ? phone : undefined;
}

function owned({ merchantId, mode }: Account, intentId: string): IntentOfMerchant {
  return { intentId, merchantId, mode };
}

/** The command for a create request. */
function creation(request: FastifyRequest, caller: Caller): CreateIntentCommand {
  const { fields, metadata } = creations.read(request, {
    faultsOf: ({ body }) => [...returnUrlFaults(body, caller.mode), ...retryFaults(body)],
    fieldsOf: amountFields,
  });
  const idempotency = idempotencyOf(request.headers, request.body);
  const { description, reference, expiresIn, userId, returnUrl, cancelUrl, checkoutRetries } = fields;
  return {
    intentId: newId('intent'),
    merchantId: caller.merchantId,
    mode: caller.mode,
    actor: caller.apiKeyId,
    amount: fields.amount,
    currency: fields.currency,
    metadata,
    ...given({ description, reference, expiresInSeconds: expiresIn, userId, returnUrl, cancelUrl }),
    ...given({ checkoutRetries, idempotency }),
  };
}

/** Tries of one order are known by its reference. */
function retryFaults({ checkoutRetries, reference }: Readonly<Record<string, unknown>>): readonly Fault[] {
  const isNamed = reference !== undefined && reference !== null;
  if (isNamed || typeof checkoutRetries !== 'number' || checkoutRetries === 0) return [];
  return [{ param: 'reference', code: 'parameter_missing', detail: 'is required with checkoutRetries' }];
}

/** A malformed amount is often one in major units: the exponent of its currency shows the error. */
function amountFields(
  code: ErrorCode,
  { currency }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, number>> {
  if (code !== 'amount_invalid') return {};
  if (typeof currency !== 'string' || !Object.hasOwn(currencies, currency)) return {};
  return { currencyExponent: currencies[currency as Currency].exponent };
}
