import { Controller, Get, Req, Res } from '@nestjs/common';
import type {
  CustomerPageAnswer,
  GuestPageAnswer,
  PayerAbsence,
  PayerNumberView,
  PayerPhone,
  PaymentIntent,
} from '@paygate/contracts';
import {
  CUSTOMERS_PAGE_MAX,
  getIntent,
  listCustomers,
  listGuests,
  operations,
  readPayerPhone,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, actingAccountOf } from '../../../credentials/account.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { intentIdOf } from '../../../requests/path-id.js';

const lists = new RequestReader(operations.listCustomers);
const guestLists = new RequestReader(operations.listGuests);
const payers = new RequestReader(operations.readPayer);

/** Customers over HTTP. */
@Controller()
export class CustomersController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
  ) {}

  @Get(routeOf(operations.listCustomers))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = accountOf(request);
    const { limit = CUSTOMERS_PAGE_MAX, startingAfter } = lists.read(request).query;
    const command = { merchantId, mode, limit, ...given({ startingAfter }) };
    const { data } = accepted(await this.bus.send(listCustomers, command, { requestId: request.id }));
    const { customers, hasMore, nextCursor } = data;
    const answer: CustomerPageAnswer = {
      data: customers.map((customer) => Object.assign({ object: 'customer' as const }, customer)),
      hasMore,
      nextCursor,
    };
    sendJson(reply, operations.listCustomers.success, JSON.stringify(answer));
  }

  @Get(routeOf(operations.listGuests))
  async guests(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = accountOf(request);
    const { limit = CUSTOMERS_PAGE_MAX, startingAfter } = guestLists.read(request).query;
    const command = { merchantId, mode, limit, ...given({ startingAfter }) };
    const { data } = accepted(await this.bus.send(listGuests, command, { requestId: request.id }));
    const { guests, hasMore, nextCursor } = data;
    const answer: GuestPageAnswer = {
      data: guests.map((guest) => Object.assign({ object: 'guest' as const }, guest)),
      hasMore,
      nextCursor,
    };
    sendJson(reply, operations.listGuests.success, JSON.stringify(answer));
  }

  @Get(routeOf(operations.readPayer))
  async payer(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode, actor } = actingAccountOf(request);
    payers.read(request);
    const intentId = intentIdOf(request);
    const named = { intentId, merchantId, mode };
    const { data: intent } = accepted(await this.bus.send(getIntent, named, { requestId: request.id }));
    const absence = absenceIn(intent);
    const phone =
      absence === undefined
        ? accepted(await this.bus.send(readPayerPhone, { ...named, actor }, { requestId: request.id })).data
        : { absence };
    sendJson(reply, operations.readPayer.success, JSON.stringify(this.payerOf(intent, phone)));
  }

  private payerOf(
    { id, payer, walletPhoneMasked }: PaymentIntent,
    { phoneNumber, absence }: Pick<PayerPhone, 'phoneNumber'> & { readonly absence?: PayerAbsence },
  ): PayerNumberView {
    return {
      ...{ object: 'payer', intentionId: id },
      phoneNumber: phoneNumber === undefined ? null : this.sealer.open(phoneNumber, 'read-payer.phone'),
      reason: absence ?? null,
      phoneMasked: payer?.phoneMasked ?? walletPhoneMasked ?? null,
      operator: payer?.operator ?? null,
    };
  }
}

/** Why an intent has no number that anybody could read; undefined when an operator was asked for its payment. */
function absenceIn({ chargeId, paymentMethod }: PaymentIntent): PayerAbsence | undefined {
  if (chargeId === null) return 'not_charged';
  return paymentMethod?.type === 'wallet' ? 'wallet' : undefined;
}
