import { randomUUID } from 'node:crypto';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type {
  NumberOwnerView,
  PayoutDestination,
  PayoutDestinationListAnswer,
  PayoutDestinationView,
} from '@paygate/contracts';
import {
  headers,
  listPayoutDestinations,
  lookUpNumberOwner,
  mobileOperators,
  operations,
  proveOwner,
  readSecondFactor,
  registerPayoutDestination,
  revokePayoutDestination,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, PaygateError, Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, actingAccountOf } from '../../credentials/account.js';
import { actingOf, dashboardOf } from '../../credentials/dashboard/dashboard-caller.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { idempotencyOrOwn } from '../../requests/idempotency.js';
import { RequestReader } from '../../requests/request-reader.js';
import { DashboardRequests } from '../merchants/dashboard/dashboard-requests.js';
import { pathIdOf } from '../../requests/path-id.js';

const destinationIdOf = pathIdOf('payoutDestination', 'payout_destination_not_found');
const lists = new RequestReader(operations.listPayoutDestinations);
const lookups = new RequestReader(operations.lookUpNumberOwner);
const registrations = new RequestReader(operations.registerPayoutDestination);
const revocations = new RequestReader(operations.revokePayoutDestination);

/** A request about the destination that its path names. */
type OneDestination = FastifyRequest<{ Params: { id: string } }>;

/**
 * The destinations of payouts over HTTP. An API key may list them, and only an owner changes them: auth proves that one asks, by the
 * session and a code of the second factor, before the command is sent to charging.
 */
@Controller()
export class PayoutDestinationsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly requests: DashboardRequests,
  ) {}

  @Get(routeOf(operations.listPayoutDestinations))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    lists.read(request);
    const { data } = accepted(await this.bus.send(listPayoutDestinations, account, { requestId: request.id }));
    const { destinations, operators = [...mobileOperators] } = data;
    const answer: PayoutDestinationListAnswer = { data: destinations.map(viewOf), operators };
    void reply.send(answer);
  }

  /** Before a number is registered its operator is asked for the name; only those who may register it learn it. */
  @Post(routeOf(operations.lookUpNumberOwner))
  async lookUp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const { phoneNumber, operator } = lookups.read(request).fields;
    if (actingOf(request).role !== 'owner') throw new PaygateError('owner_required');
    const { sessionId } = dashboardOf(request).session;
    const factor = accepted(await this.bus.send(readSecondFactor, { sessionId }, { requestId: request.id }));
    if (factor.data.enabledAt === null) throw new PaygateError('second_factor_missing');
    const command = { ...account, phoneNumber: this.#phone(phoneNumber), ...given({ operator }) };
    const { data } = accepted(await this.bus.send(lookUpNumberOwner, command, { requestId: request.id }));
    const name = data.name === undefined ? null : this.sealer.open(data.name, 'payout-destination.owner');
    const answer: NumberOwnerView = { object: 'number_owner', operator: data.operator, name };
    sendJson(reply, operations.lookUpNumberOwner.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.registerPayoutDestination))
  async register(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { code, phoneNumber, operator, label } = registrations.read(request).fields;
    const owner = await this.#provenOwner(request, code);
    const command = {
      ...{ ...owner, destinationId: newId('payoutDestination'), phoneNumber: this.#phone(phoneNumber), label },
      ...given({ operator }),
      // a repeat has another code; the key, or a random value, salts the digest of the number, of which there are few
      idempotency: idempotencyOrOwn(
        request.headers,
        JSON.stringify([request.headers[headers.idempotencyKey] ?? randomUUID(), phoneNumber, operator ?? null, label]),
      ),
    };
    const outcome = accepted(await this.bus.send(registerPayoutDestination, command, { requestId: request.id }));
    markReplay(reply, outcome);
    sendJson(reply, operations.registerPayoutDestination.success, JSON.stringify(viewOf(outcome.data)));
  }

  @Post(routeOf(operations.revokePayoutDestination))
  async revoke(@Req() request: OneDestination, @Res() reply: FastifyReply): Promise<void> {
    const { code } = revocations.read(request).fields;
    const destinationId = destinationIdOf(request);
    const command = { ...(await this.#provenOwner(request, code)), destinationId };
    const { data } = accepted(await this.bus.send(revokePayoutDestination, command, { requestId: request.id }));
    sendJson(reply, operations.revokePayoutDestination.success, JSON.stringify(viewOf(data)));
  }

  /** The account, with the owner whose code was right. Throws the refusal of auth otherwise. */
  async #provenOwner(request: FastifyRequest, code: string) {
    const account = accountOf(request);
    const { sessionId } = dashboardOf(request).session;
    const command = { ...account, sessionId, code: this.requests.seal(code, 'dashboard.code') };
    const { data } = accepted(await this.bus.send(proveOwner, command, { requestId: request.id }));
    return { ...account, actor: data.memberId };
  }

  #phone(phoneNumber: string) {
    return this.sealer.seal('charging', phoneNumber, 'payout-destination.phone');
  }
}

function viewOf({ destinationId: id, ...destination }: PayoutDestination): PayoutDestinationView {
  return { id, object: 'payout_destination', ...destination };
}
