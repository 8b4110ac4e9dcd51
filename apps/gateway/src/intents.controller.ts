import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { CreateIntent, Currency, ErrorCode } from '@paygate/contracts';
import {
  createIntent,
  CreateIntentRequest,
  currencies,
  getIntent,
  headers,
  idPattern,
  operations,
  renderPaymentIntent,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepted, markReplay, sendJson } from './answers.js';
import { ApiKeys } from './credentials/api-keys.js';
import type { Caller } from './credentials/caller.js';
import { SessionTokens } from './credentials/session-tokens.js';
import { routeOf } from './edge/routes.js';
import { idempotencyOf } from './idempotency.js';
import { given } from './json/given.js';
import { BodyReader } from './json/read-body.js';
import { checkReturnUrl } from './return-url.js';

const INTENT_ID = idPattern('intent');
const creations = new BodyReader(CreateIntentRequest, amountFields);

/** Payment intents over HTTP. */
@Controller()
export class IntentsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly apiKeys: ApiKeys,
    private readonly sessions: SessionTokens,
  ) {}

  @Post(routeOf(operations.createIntent))
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = this.apiKeys.authenticate(request.headers, operations.createIntent);
    const command = creation(request, caller);
    const outcome = accepted(await this.bus.send(createIntent, command, { requestId: request.id }));
    markReplay(reply, outcome);
    const sessionToken = this.sessions.mint(outcome.data.id);
    sendJson(reply, operations.createIntent.success, renderPaymentIntent(outcome.data, 'merchant', { sessionToken }));
  }

  @Get(routeOf(operations.getIntentBySession))
  async readBySession(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = this.apiKeys.authenticate(request.headers, operations.getIntentBySession);
    const intentId = this.sessions.sessionOf(request.headers);
    if (intentId === undefined)
      throw new PaygateError('session_token_invalid', {
        detail: `The header ${headers.sessionToken} is missing.`,
        param: headers.sessionToken,
      });
    sendJson(reply, operations.getIntentBySession.success, await this.rendered(request, caller, intentId, 'public'));
  }

  @Get(routeOf(operations.getIntent))
  async read(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const caller = this.apiKeys.authenticate(request.headers, operations.getIntent);
    const { id } = request.params;
    if (!INTENT_ID.test(id)) throw new PaygateError('intent_not_found');
    sendJson(reply, operations.getIntent.success, await this.rendered(request, caller, id, 'merchant'));
  }

  private async rendered(
    request: FastifyRequest,
    { merchantId, mode }: Caller,
    intentId: string,
    audience: 'merchant' | 'public',
  ): Promise<string> {
    const { data } = accepted(
      await this.bus.send(getIntent, { intentId, merchantId, mode }, { requestId: request.id }),
    );
    return renderPaymentIntent(data, audience);
  }
}

/** The command that a create request asks for. */
function creation(request: FastifyRequest, caller: Caller): CreateIntent {
  const { fields, metadata } = creations.read(request.body);
  checkReturnUrl(fields.returnUrl, caller.mode);
  const idempotency = idempotencyOf(request.headers, request.body as Uint8Array);
  const { description, reference, expiresIn, userId, returnUrl } = fields;
  return {
    intentId: newId('intent'),
    merchantId: caller.merchantId,
    mode: caller.mode,
    amount: fields.amount,
    currency: fields.currency,
    metadata,
    ...given({ description, reference, expiresInSeconds: expiresIn, userId, returnUrl, idempotency }),
  };
}

/** An amount of the wrong form is often one in major units: the exponent says what was meant. */
function amountFields(code: ErrorCode, value: unknown): Readonly<Record<string, number>> {
  if (code !== 'amount_invalid') return {};
  const { currency } = value as { readonly currency?: unknown };
  if (typeof currency !== 'string' || !Object.hasOwn(currencies, currency)) return {};
  return { currencyExponent: currencies[currency as Currency].exponent };
}
